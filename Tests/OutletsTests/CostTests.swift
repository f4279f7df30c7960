import CAllocations
import CPosix
import Configuration
import Expectations
import Foundation
import Samples
import TestSupport
import Testing
import Tracking

@testable import Outlets

@Suite struct CostTests {
  /// Nothing is allocated for a pose with every outlet open and a reader of lines that does not read.
  @Test(.enabled(if: allocations_are_counted())) func publishingAllocatesNothing() throws {
    let scratch = try Scratch(), (poses, civil) = try OutletScene.poses(most: 20_000),
      receiver = DatagramReceiver()
    var settings = OutletSettings()
    settings.poseRing = scratch.path("poses.ring")
    settings.nmeaSocket = scratch.path("nmea")
    settings.nmeaRate = 10
    settings.openTrack = "127.0.0.1:\(receiver.port)"
    settings.openTrackRate = 1000
    settings.osc = "127.0.0.1:\(receiver.port)"
    settings.oscRate = 1000
    settings.cursorOnTarget = "127.0.0.1:\(receiver.port)"
    settings.cursorOnTargetRate = 10
    settings.signalK = "127.0.0.1:\(receiver.port)"
    settings.signalKRate = 50
    let outlets = OutletSet { _, _ in }
    outlets.apply(settings, at: BootInstant(seconds: 1))
    let readers = (0..<2).map { _ in gnomon_connect(settings.nmeaSocket) }
    while outlets.subscribers < 7 { outlets.handle() }
    let chunk = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    gnomon_set_nonblocking(readers[0])
    func play(_ range: Range<Int>) {
      for index in range {
        outlets.publish(poses[index], at: poses[index].time, OutletScene.setting(civil))
        _ = gnomon_receive(readers[0], chunk, 1 << 16)
      }
    }
    play(0..<10_000)
    let before = allocations_of_this_thread()
    play(10_000..<20_000)
    expect(allocations_of_this_thread() - before, equals: 0)
    #expect(outlets.states.allSatisfy { $0.counts.sent > 0 })
    for reader in readers { gnomon_close(reader) }
    outlets.close()
  }
}
