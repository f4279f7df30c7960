import CPosix
import Configuration
import Foundation
import Samples
import TestSupport
import Testing
import Tracking

@testable import Outlets

/// Times of publishing, printed for docs/ring.md and docs/outlets.md; run with GNOMON_MEASURE set.
@Suite(.serialized, .enabled(if: ProcessEnvironment.has("GNOMON_MEASURE"))) struct MeasureTests {
  private func measure(_ name: String, _ settings: OutletSettings, _ prepare: (OutletSet) -> Void = { _ in }) throws {
    let (poses, civil) = try OutletScene.poses(most: 30_000)
    let outlets = OutletSet { text, isFault in if isFault { print(text) } }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    prepare(outlets)
    var spans: [Int64] = []
    spans.reserveCapacity(poses.count)
    for pose in poses {
      let start = gnomon_monotonic_time()
      outlets.publish(pose, OutletScene.setting(civil))
      spans.append(gnomon_monotonic_time() - start)
    }
    outlets.close()
    let mean = Double(spans.reduce(0, +)) / Double(spans.count)
    spans.sort()
    print(
      "\(name): mean \(Int(mean)) ns, median \(spans[spans.count / 2]), 99 % \(spans[spans.count * 99 / 100]), "
        + "largest \(spans[spans.count - 1]); at 200 Hz \(mean * 200 / 1e7) % of a core")
  }

  @Test func times() throws {
    let scratch = try Scratch(), receiver = DatagramReceiver()
    var ring = OutletSettings()
    ring.poseRing = scratch.path("poses.ring")
    try measure("clock alone", OutletSettings())
    try measure("ring", ring)
    var all = ring
    all.nmeaSocket = scratch.path("nmea")
    all.nmeaRate = 10
    all.openTrack = "127.0.0.1:\(receiver.port)"
    all.openTrackRate = 1000
    all.osc = "127.0.0.1:\(receiver.port)"
    all.oscRate = 1000
    let readers = LockedReaders()
    try measure("all", all) { outlets in
      readers.connect(all.nmeaSocket)
      while outlets.subscribers < 4 { outlets.handle() }
    }
  }

  /// A reader of lines that reads on its own thread.
  final class LockedReaders: @unchecked Sendable {
    func connect(_ path: String) {
      let descriptor = gnomon_connect(path)
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.withUnsafeMutableBytes({ gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }) > 0 {}
        gnomon_close(descriptor)
      }
    }
  }
}
