import CRing
import CRingReader
import Expectations
import Foundation
import Geometry
import Samples
import TestSupport
import Testing
import Tracking

@testable import Outlets

/// The ring of poses in shared memory, read by the installable header, by Python and by node.
@Suite struct PoseRingTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/examples").path

  private func ring(_ scratch: Scratch, _ poses: [TrackedPose]) throws -> PoseRing {
    let ring = PoseRing(path: scratch.path("poses.ring"))
    try ring.open(at: BootInstant(seconds: 1))
    for pose in poses { ring.publish(pose, OutletScene.setting(CivilClock())) }
    return ring
  }

  @Test func everyPoseIsReadAsItWas() throws {
    let scratch = try Scratch(), poses = Array(try OutletScene.poses(most: 1500).poses.suffix(900))
    let ring = try ring(scratch, poses), reader = try RingReader(ring.address)
    #expect(reader.count == 900 && reader.state == 1 && ring.counts.sent == 900)
    for (number, pose) in poses.enumerated() {
      let read = try #require(reader.read(UInt64(number)))
      #expect(read.time_boot_ns == pose.time.nanoseconds && read.rotation == pose.pose.rotation)
      #expect(read.position.0 == pose.pose.position.x && read.velocity.2 == pose.velocity.z)
      #expect(read.angular_velocity.1 == pose.rate.y && read.scene_id == UInt32(pose.scene))
      #expect(read.latitude_deg == pose.place?.latitude.value ?? .nan || pose.place == nil && read.latitude_deg.isNaN)
      expect((read.flags & 1 != 0), equals: (pose.tracking == .normal))
      expect((read.flags >> 7 & 1 != 0), equals: pose.isLocated)
    }
    #expect(reader.read(900) == nil)
    try expect(#require(reader.latest()).time_boot_ns, equals: poses.last?.time.nanoseconds)
    ring.close()
    #expect(reader.state == 2 && reader.isReplaced)
    #expect(!FileManager.default.fileExists(atPath: ring.address))
  }

  /// The layout as gnomon_ring.h has it: bytes at fixed offsets.
  @Test func theLayoutIsTheDocumentedOne() throws {
    let scratch = try Scratch(), poses = try OutletScene.poses(most: 10).poses
    let ring = try ring(scratch, poses), data = try Data(contentsOf: URL(fileURLWithPath: ring.address))
    func word(_ offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(data[offset + $1]) << UInt64(8 * $1) }
    }
    func number(_ offset: Int) -> Double { Double(bitPattern: word(offset)) }
    expect(String(decoding: data[0..<8], as: UTF8.self), equals: "GNOMONPR")
    #expect(word(8) == 1 | 128 << 32 && word(16) == 256 | 1024 << 32 && word(24) == 10)
    #expect(number(32) == 0.1 && data.count == 128 + 256 * 1024)
    let start = 128 + 9 * 256, last = try #require(poses.last)
    #expect(word(start) == 20 && word(start + 8) == UInt64(last.time.nanoseconds))
    #expect(
      number(start + 16) == last.pose.rotation.quaternion.x && number(start + 40) == last.pose.rotation.quaternion.w)
    #expect(number(start + 48) == last.pose.position.x && number(start + 72) == last.velocity.x)
    expect(number(start + 96), equals: last.rate.x)
    expect((0..<32).reduce(0) { $0 ^ word(start + 8 * $1) }, equals: 0)
    var status = stat()
    #expect(stat(ring.address, &status) == 0 && status.st_mode & 0o777 == 0o640)
    ring.close()
  }

  /// A reader that has slept through the whole ring finds the old numbers gone and the newest pose there.
  @Test func aReaderMaySleepThroughARing() throws {
    let scratch = try Scratch(), poses = try OutletScene.poses(most: 2500).poses
    let ring = try ring(scratch, Array(poses.prefix(3))), reader = try RingReader(ring.address)
    let before = try #require(reader.read(0))
    for pose in poses.dropFirst(3) { ring.publish(pose, OutletScene.setting(CivilClock())) }
    #expect(reader.read(0) == nil && reader.read(UInt64(poses.count) - 1025) == nil)
    #expect(reader.read(UInt64(poses.count) - 1024) != nil)
    try expect(#require(reader.latest()).time_boot_ns, equals: poses.last?.time.nanoseconds)
    expect(reader.pose(at: before.time_boot_ns).kind, equals: 0)
    ring.close()
  }

  /// The pose at a time: stored, between two stored ones, ahead of them, and too far ahead.
  @Test func thePoseAtATime() throws {
    let scratch = try Scratch(), poses = Array(try OutletScene.poses(most: 6000).poses.suffix(1000))
    let ring = try ring(scratch, poses), reader = try RingReader(ring.address)
    let a = poses[400], b = poses[401]
    let exact = reader.pose(at: a.time.nanoseconds)
    #expect(exact.kind == 1 && exact.pose.rotation == a.pose.rotation)
    let middle = (a.time.nanoseconds + b.time.nanoseconds) / 2, between = reader.pose(at: middle)
    let fraction = Double(middle - a.time.nanoseconds) / Double(b.time.nanoseconds - a.time.nanoseconds)
    let expected = a.pose.interpolated(to: b.pose, fraction: fraction)
    #expect(between.kind == 2 && between.pose.time_boot_ns == middle)
    let found = try #require(between.pose.rotation)
    expect(found.difference(to: expected.rotation).norm.value, isBelow: 1e-12)
    expect(abs(between.pose.position.0 - expected.position.x), isBelow: 1e-12)
    let last = try #require(poses.last)
    expect(reader.pose(at: last.time.nanoseconds + 20_000_000).kind, equals: 3)
    expect(reader.pose(at: last.time.nanoseconds + 100_000_001).kind, equals: 4)
    expect(reader.pose(at: last.time.nanoseconds).kind, equals: 1)
    expect(reader.pose(at: poses[0].time.nanoseconds - 1).kind, equals: 0)
    ring.close()
  }

  /// A daemon that is killed in the middle of a write: the pose before is the newest, and nothing waits.
  @Test func aHalfWrittenPoseIsNotRead() throws {
    let scratch = try Scratch(), path = scratch.path("r"), poses = try OutletScene.poses(most: 6).poses
    var writer = gnomon_ring_writer()
    expect(gnomon_ring_writer_open(&writer, path, 4, 0.1, 0.05, 1), equals: 0)
    for pose in poses {
      var entry = PoseRing.entry(pose, .zero)
      gnomon_ring_writer_append(&writer, &entry)
    }
    var next = PoseRing.entry(poses[0], .zero)
    next.time_boot_ns = 99
    gnomon_ring_writer_append_half(&writer, &next)
    let reader = try RingReader(path)
    #expect(reader.count == 6 && reader.read(6) == nil && reader.read(2) == nil)
    try expect(#require(reader.latest()).time_boot_ns, equals: poses[5].time.nanoseconds)
    if RigProcess.has("python3") {
      let (lines, status) = try RigProcess("python3", ["-c", Self.pythonLatest, Self.examples, path]).finish()
      #expect(status == 0 && lines == ["\(poses[5].time.nanoseconds)", "None"])
    }
    gnomon_ring_writer_close(&writer, path)
  }

  private static let pythonLatest = """
    import sys; sys.path.insert(0, sys.argv[1])
    import ring_reader
    ring = ring_reader.Ring(sys.argv[2])
    print(ring.latest().time_boot_ns); print(ring.read(6))
    """

  /// Nothing torn is ever read while another thread writes as fast as it can, and the count never decreases.
  @Test func aReaderNeverSeesHalfAPose() throws {
    let scratch = try Scratch(), path = scratch.path("r")
    nonisolated(unsafe) var writer = gnomon_ring_writer()
    expect(gnomon_ring_writer_open(&writer, path, 4, 0.1, 0.05, 1), equals: 0)
    let reader = try RingReader(path), ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var pose = gnomon_ring_pose()
      for number in 1...400_000 {
        let value = Double(number)
        pose.time_boot_ns = Int64(number)
        pose.orientation = (value, value, value, value)
        pose.heading_95 = value
        gnomon_ring_writer_append(&writer, &pose)
      }
      ended.signal()
    }
    var reads = 0, torn = 0, last: Int64 = 0, hasEnded = false
    while !hasEnded {
      hasEnded = ended.wait(timeout: .now()) == .success
      guard let pose = reader.latest() else { continue }
      reads += 1
      let value = Double(pose.time_boot_ns)
      if pose.orientation.0 != value || pose.orientation.3 != value || pose.heading_95 != value { torn += 1 }
      if pose.time_boot_ns < last { torn += 1 }
      last = pose.time_boot_ns
    }
    #expect(torn == 0 && reads > 0 && last == 400_000, "\(torn) of \(reads)")
    gnomon_ring_writer_close(&writer, path)
  }

  @Test func invalidRingsAreRefused() throws {
    let scratch = try Scratch(), poses = try OutletScene.poses(most: 4).poses
    let ring = try ring(scratch, poses)
    var data = try Data(contentsOf: URL(fileURLWithPath: ring.address))
    func fault(_ change: (inout Data) -> Void) throws -> CInt? {
      var copy = data
      change(&copy)
      try copy.write(to: URL(fileURLWithPath: scratch.path("other")))
      do {
        _ = try RingReader(scratch.path("other"))
        return nil
      } catch let fault as RingFault { return fault.number }
    }
    #expect(try fault { _ in } == nil)
    try expect(fault { $0[8] = 2 }, equals: EPROTONOSUPPORT)
    try expect(fault { $0[0] = 0 }, equals: EPROTO)
    try expect(fault { $0[20] = 3 }, equals: EPROTO)
    try expect(
      fault {
        $0[21] = 0xFF; $0[22] = 0xFF
      }, equals: EPROTO)
    try expect(fault { $0.removeLast() }, equals: EPROTO)
    try expect(fault { $0.removeAll() }, equals: EPROTO)
    #expect(throws: RingFault(number: ENOENT)) { try RingReader(scratch.path("nowhere")) }
    // A file of another program stays, and the fault says so.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path("mine")))
    let other = PoseRing(path: scratch.path("mine"))
    #expect(throws: OutletFault.self) { try other.open(at: BootInstant(seconds: 1)) }
    try expect(Data(contentsOf: URL(fileURLWithPath: scratch.path("mine"))), equals: Data("mine".utf8))
    let missing = PoseRing(path: scratch.path("no/r"))
    do {
      try missing.open(at: BootInstant(seconds: 1))
      Issue.record("opened in a folder that is not there")
    } catch {
      #expect("\(error)".hasPrefix("Outlets.PoseRing: \(scratch.path("no/r")): the folder does not exist"))
    }
    // The next daemon replaces the ring of one that was killed.
    data = Data()
    let reader = try RingReader(ring.address), next = PoseRing(path: ring.address)
    try next.open(at: BootInstant(seconds: 2))
    let again = try RingReader(ring.address)
    #expect(reader.isReplaced && !again.isReplaced)
    ring.close()
    #expect(FileManager.default.fileExists(atPath: ring.address))
    next.close()
    #expect(!FileManager.default.fileExists(atPath: ring.address))
  }

  /// Python and node give the same poses as the C header, at the same times.
  @Test(.enabled(if: RigProcess.has("python3", "node"))) func allReadersAgree() throws {
    let scratch = try Scratch(), poses = try OutletScene.poses(most: 2200).poses
    let ring = try ring(scratch, poses), reader = try RingReader(ring.address)
    let newest = try #require(poses.last).time.nanoseconds
    let times = [newest, newest + 20_000_000, newest + 99_000_000, newest - 1_234_567, newest - 2_000_000_001]
    let python = """
      import sys; sys.path.insert(0, sys.argv[1])
      import ring_reader
      ring = ring_reader.Ring(sys.argv[2])
      for time in sys.argv[3:]:
          kind, pose = ring.pose_at(int(time))
          print(kind, *(repr(x) for x in pose.orientation + pose.position))
      """
    let script = scratch.path("agree.mjs")
    try """
    import { Ring } from "\(Self.examples)/ring_reader.mjs";
    const ring = new Ring(process.argv[2]);
    for (const time of process.argv.slice(3)) {
      const { kind, pose } = ring.poseAt(BigInt(time));
      console.log(kind, ...pose.orientation, ...pose.position);
    }
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let words = times.map(String.init)
    let others = [
      try RigProcess("python3", ["-c", python, Self.examples, ring.address] + words).finish(),
      try RigProcess("node", [script, ring.address] + words).finish(),
    ]
    let kinds = ["none", "exact", "interpolated", "predicted", "stale"]
    for (lines, status) in others {
      try #require(status == 0 && lines.count == times.count, "\(lines)")
      for (line, time) in zip(lines, times) {
        let fields = line.split(separator: " "), (kind, pose) = reader.pose(at: time)
        expect(String(fields[0]), equals: kinds[Int(kind)], "\(line)")
        let expected = [
          pose.orientation.0, pose.orientation.1, pose.orientation.2, pose.orientation.3, pose.position.0,
          pose.position.1, pose.position.2,
        ]
        for (field, value) in zip(fields.dropFirst(), expected) {
          expect(abs(try #require(Double(field)) - value), isBelow: 1e-9, "\(line)")
        }
      }
    }
    // The programs themselves state what they cannot read.
    try Data(count: 200).write(to: URL(fileURLWithPath: scratch.path("zeros")))
    for program in [["python3", "\(Self.examples)/ring_reader.py"], ["node", "\(Self.examples)/ring_reader.mjs"]] {
      try expect(RigProcess(program[0], [program[1], scratch.path("zeros")], isQuiet: true).finish().status, equals: 1)
      let (lines, status) = try RigProcess(program[0], [program[1], ring.address, "20", "2"]).finish()
      #expect(status == 0 && lines.count == 2 && lines.allSatisfy { $0.hasPrefix("stale") || $0.hasPrefix("none") })
    }
    ring.close()
  }

  /// The header alone, as a program of a renderer has it, in C and in C++.
  @Test(.enabled(if: RigProcess.has("cc", "g++"))) func theHeaderCompilesAlone() throws {
    let scratch = try Scratch(), header = Self.examples + "/../../Sources/CRing/include"
    let source = scratch.path("reader.c")
    try """
    #include "gnomon_ring.h"
    #include <stdio.h>
    int main(int count, char **words) {
      struct gnomon_ring ring;
      struct gnomon_ring_pose pose;
      if (count < 2 || gnomon_ring_open(&ring, words[1]) < 0) return 1;
      if (!gnomon_ring_latest(&ring, &pose)) return 2;
      printf("%lld\\n", (long long)pose.time_boot_ns);
      return gnomon_ring_pose_at(&ring, pose.time_boot_ns + 1000000, &pose) == GNOMON_RING_PREDICTED ? 0 : 3;
    }
    """.write(toFile: source, atomically: true, encoding: .utf8)
    let poses = try OutletScene.poses(most: 4).poses, ring = try ring(scratch, poses)
    for language in [["-x", "c"], ["-x", "c++", "-std=c++17"]] {
      let flags = language + ["-Wall", "-Wextra", "-Werror", "-I", header, "-o", scratch.path("reader"), source, "-lm"]
      try #require(try RigProcess("cc", flags).finish().status == 0)
      let (lines, status) = try RigProcess(scratch.path("reader"), [ring.address]).finish()
      #expect(status == 0 && lines == ["\(poses[3].time.nanoseconds)"])
    }
    ring.close()
  }
}
