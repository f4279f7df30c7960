import Expectations
import Foundation
import Recordings
import Samples
import Simulation
import Testing
import Text

@Suite struct WriterTests {
  func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  func write(_ lines: [RecordingLine], ending: String) throws -> [UInt8] {
    let path = temporaryPath(ending)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try RecordingWriter(path: path)
    for line in lines { try writer.append(line) }
    try writer.close()
    return try bytes(path)
  }

  /// With every plan and fault, the lines that gnomon wrote are read and written again byte for byte.
  @Test(arguments: [Plan.straight, .ride, .benchTurns]) func writtenRecordingsAreReadByteForByte(plan: Plan) throws {
    var lines: [RecordingLine] = []
    let parameters = SimulationParameters()
    try Simulation(plan.itinerary(parameters), parameters: parameters, faults: [Fault("leap@50=18")]).run {
      lines.append($0)
    }
    lines += [.sample(.input(.init(time: BootInstant(seconds: 5000), kind: "nudge", json: "{\"deg\":5}")))]
    let plain = try write(lines, ending: "gnomon")
    let read = try readAll(plain)
    #expect(read.lines == lines && read.statistics.refusedTotal == 0 && read.fault == nil)
    try expect(write(read.lines, ending: "gnomon"), equals: plain)
    let packed = try write(lines, ending: "gnomon.gz")
    #expect(packed.count < plain.count / 2 && packed[0] == 0x1F)
    try expect(readAll(packed).lines, equals: lines)
    try expect(write(lines, ending: "gnomon.gz"), equals: packed)
  }

  @Test func flushedLinesSurviveACrash() throws {
    for ending in ["gnomon", "gnomon.gz"] {
      let path = temporaryPath(ending)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let writer = try RecordingWriter(path: path)
      for line in accelerometer(100) { try writer.append(line) }
      try writer.flush()
      // Not closed: as if the process had ended here.
      let (lines, _, fault) = try readAll(try bytes(path))
      expect(lines.count, equals: 100)
      expect((fault?.reason == .gzipTruncated), equals: ending.hasSuffix("gz"))
      try writer.close()
    }
  }

  @Test func recordingsArePrivateAndFaultsNamed() throws {
    let path = temporaryPath("gnomon")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try RecordingWriter(path: path)
    try writer.close()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    expect(mode, equals: 0o600)
    do {
      _ = try RecordingWriter(path: "/nowhere/at/all.gnomon")
      Issue.record("created")
    } catch let fault { expect(fault.reason, equals: .cannotOpen(errno: ENOENT)) }
    let full = try RecordingWriter(path: "/dev/full")
    do {
      for line in accelerometer(10_000) { try full.append(line) }
      try full.close()
      Issue.record("wrote")
    } catch let fault { expect(fault.reason, equals: .writeFailed(errno: ENOSPC)) }
  }
}
