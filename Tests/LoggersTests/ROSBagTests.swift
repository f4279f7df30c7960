import ChunkCompression
import Expectations
import Foundation
import Geometry
import Loggers
import MCAP
import Samples
import Testing
import Text

/// Bags of ROS 2, written by `MCAPWriter` and `CDRWriter`, which other programs' readers check (SessionFileTests).
@Suite struct ROSBagTests {
  static func imu(_ stamp: UInt64, rate: SIMD3<Double>, force: SIMD3<Double>, absentForce: Bool = false) -> [UInt8] {
    var message = CDRWriter()
    message.appendHeader(nanoseconds: stamp, frame: "imu_link")
    message.append(0, 0, 0, 1)
    message.append(array: [-1] + Array(repeating: 0.0, count: 8))
    message.append(rate.x, rate.y, rate.z)
    message.append(array: Array(repeating: 0.0, count: 9))
    message.append(force.x, force.y, force.z)
    message.append(array: [absentForce ? -1 : 0] + Array(repeating: 0.0, count: 8))
    return message.bytes
  }

  static func fix(_ stamp: UInt64, status: Int8, height: Double) -> [UInt8] {
    var message = CDRWriter()
    message.appendHeader(nanoseconds: stamp, frame: "gps")
    message.append(status)
    message.append(UInt16(1))
    message.append(48.2, 16.37, height)
    message.append(array: [4, 0, 0, 0, 4, 0, 0, 0, 9])
    message.append(UInt8(2))
    return message.bytes
  }

  /// A bag with each kind of message, and some that are not read.
  static func bag(_ compression: String = "zstd") -> [UInt8] {
    var writer = MCAPWriter(profile: "ros2", library: "a test", compression: compression) {
      compression == "zstd" ? ChunkCompression.zstd($0) : $0
    }
    let imuSchema = writer.addSchema(
      name: ROSDefinition.imu.rawValue, encoding: "ros2msg", text: ROSDefinition.imu.text)
    let fixSchema = writer.addSchema(
      name: ROSDefinition.fix.rawValue, encoding: "ros2msg", text: ROSDefinition.fix.text)
    let field = writer.addSchema(
      name: ROSDefinition.field.rawValue, encoding: "ros2msg", text: ROSDefinition.field.text)
    let pressure = writer.addSchema(
      name: ROSDefinition.pressure.rawValue, encoding: "ros2msg", text: ROSDefinition.pressure.text)
    let other = writer.addSchema(name: "sensor_msgs/msg/Image", encoding: "ros2msg", text: "uint8[] data")
    let imuChannel = writer.addChannel(topic: "/imu/data", schema: imuSchema, encoding: "cdr")
    let second = writer.addChannel(topic: "/imu2", schema: imuSchema, encoding: "cdr")
    let fixes = writer.addChannel(topic: "/fix", schema: fixSchema, encoding: "cdr")
    let magnetometer = writer.addChannel(topic: "/mag", schema: field, encoding: "cdr")
    let barometer = writer.addChannel(topic: "/pressure", schema: pressure, encoding: "cdr")
    let camera = writer.addChannel(topic: "/camera", schema: other, encoding: "cdr")
    let json = writer.addChannel(topic: "/notes", schema: 0, encoding: "json")
    let start: UInt64 = 1_780_304_400_000_000_000
    for index in 0..<100 {
      let stamp = start + UInt64(index) * 10_000_000
      let message = imu(stamp, rate: SIMD3(1, 2, 3), force: SIMD3(0.5, 0, 9.8), absentForce: index == 7)
      writer.append(channel: imuChannel, logged: stamp + 1000, published: stamp, message)
      if index % 10 == 0 {
        writer.append(channel: second, logged: stamp, published: stamp, message)
        var sample = CDRWriter()
        sample.appendHeader(nanoseconds: stamp, frame: "mag")
        sample.append(20e-6, 0, -40e-6)
        sample.append(array: Array(repeating: 0.0, count: 9))
        writer.append(channel: magnetometer, logged: stamp, published: stamp, sample.bytes)
        sample.restart()
        sample.appendHeader(nanoseconds: stamp, frame: "baro")
        sample.append(101_325, 0)
        writer.append(channel: barometer, logged: stamp, published: stamp, sample.bytes)
      }
      if index % 50 == 0 {
        writer.append(
          channel: fixes, logged: stamp + 200_000_000, published: stamp,
          fix(stamp, status: index == 0 ? 0 : -1, height: 200))
      }
    }
    writer.append(channel: imuChannel, logged: start, published: start, [0, 1, 0, 0, 1, 2, 3])
    writer.append(channel: imuChannel, logged: start, published: start, [0, 7, 0, 0, 1, 2, 3])
    writer.append(channel: camera, logged: start, published: start, [UInt8](repeating: 7, count: 50_000))
    writer.append(channel: json, logged: start, published: start, Array("{}".utf8))
    writer.appendMetadata(name: "rosbag2", [("a", "b")])
    writer.finish()
    return writer.output
  }

  static func read(_ bytes: [UInt8], pieces: Int = 1 << 16, topics: [String] = []) -> LoggedSession {
    var bag = ROSBag(topics: topics, unpack: ChunkCompression.unpack)
    bag.startFile("")
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      bytes[start..<min(bytes.count, start + pieces)].withUnsafeBytes { bag.ingest($0) }
    }
    bag.endFile()
    return bag.finish()
  }

  private func lines(_ session: LoggedSession) -> [String] {
    var buffer = TextBuffer()
    session.forEachLine { buffer.append(line: $0) }
    return buffer.string.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["zstd", ""]) func aBagIsRead(_ compression: String) {
    let bytes = Self.bag(compression), session = Self.read(bytes)
    #expect(session.count(.gyroscope) == 100 && session.count(.accelerometer) == 99)
    #expect(session.count(.magnetometer) == 10 && session.count(.barometer) == 10 && session.count(.fix) == 1)
    let all = lines(session)
    // x forward, y left, z up: (0.5, 0, 9.8) is 9.8 up and 0.5 to the front, which is −z.
    #expect(all.contains("A,0,0,9.8,-0.5") && all.contains("G,0,-2,3,-1") && all.contains("M,0,0,-40,-20"))
    #expect(all.contains("B,0,101325"))
    // σ = 2 m along each axis is 4.896 m of 95 %; the height's 3 m are 5.88 m; it arrived 0.2 s late.
    #expect(all.contains("P,0,48.2,16.37,200,4.896,5.88,,,,,3,1780304400,0.2"), "\(all.filter { $0.hasPrefix("P") })")
    let report = session.report
    expect(
      report.refused.map(\.reason), equals: ["a message that ends early", "a representation that is not plain CDR"])
    expect(report.refused.first?.examples.first?.description, equals: "/imu/data message 101 (header.stamp.sec)")
    #expect(report.unused.contains { $0.what == "messages of /camera (sensor_msgs/msg/Image)" && $0.count == 1 })
    #expect(report.unused.contains { $0.what.hasPrefix("messages of /imu2, beside /imu/data") })
    #expect(report.unused.contains { $0.what == "messages of /fix without a fix" })
    #expect(report.notes.contains { $0.hasPrefix("the topic /notes is in json, not ROS 2's CDR: not read") })
    expect(LoggerFormat(opening: bytes[...]), equals: .rosbag)
  }

  /// Bags that MCAP's own writer made (the Python packages mcap 1.6 and mcap-ros2-support 0.6), without chunks and with them in
  /// each compression, with and without a summary.
  @Test(arguments: ["flat", "chunk", "lz4", "zstd"]) func bagsOfTheFormatsAuthorsAreRead(_ name: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let session = Self.read(
      Array(try Data(contentsOf: tests.appendingPathComponent("Fuzz/seeds/rosbag").appendingPathComponent(name))))
    #expect(session.report.refused.isEmpty && session.report.notes.isEmpty, "\(session.report)")
    expect(
      lines(session),
      equals: [
        "A,0,0,9.8,-0.5", "G,0,-0.2,0.3,-0.1", "M,0,0,-40,-20", "B,0,101325",
        "P,0,48.2,16.37,200,4.896,5.88,,,,,3,1780304400,0", "A,0.01,0,9.8,-0.5", "G,0.01,-0.2,0.3,-0.1",
        "M,0.01,0,-40,-20", "B,0.01,101325", "P,0.01,48.2,16.37,200,4.896,5.88,,,,,3,1780304400.01,0.01",
      ], "\(lines(session))")
  }

  /// A bag that has the truth and an estimate beside the receiver's fixes, the truth first.
  @Test func truthIsKeptApart() {
    var writer = MCAPWriter(profile: "ros2", library: "a test", compression: "") { $0 }
    let schema = writer.addSchema(name: ROSDefinition.fix.rawValue, encoding: "ros2msg", text: ROSDefinition.fix.text)
    let channels = ["/truth/place", "/place", "/fix"].map {
      writer.addChannel(topic: $0, schema: schema, encoding: "cdr")
    }
    for index in 0..<5 {
      let stamp = 1_780_304_400_000_000_000 + UInt64(index) * 1_000_000_000
      for (offset, channel) in channels.enumerated() {
        writer.append(
          channel: channel, logged: stamp, published: stamp, Self.fix(stamp, status: 0, height: 200 + Double(offset)))
      }
    }
    writer.finish()
    let session = Self.read(writer.output)
    #expect(session.count(.fix) == 5 && session.count(.reference) == 5)
    let all = lines(session)
    #expect(
      all.contains { $0.hasPrefix("P,0,48.2,16.37,202") } && all.contains { $0.hasPrefix("R,0,48.2,16.37,200") },
      "\(all)")
    #expect(session.report.unused.contains { $0.what.hasPrefix("messages of /place, gnomon's own estimate") })
    expect(Self.read(writer.output, topics: ["/place"]).count(.fix), equals: 5)
  }

  @Test(arguments: [1, 7, 1000]) func piecesDoNotMatter(_ size: Int) {
    let bytes = Self.bag()
    expect(lines(Self.read(bytes, pieces: size)), equals: lines(Self.read(bytes)))
  }

  @Test func aTopicCanBeChosen() {
    let session = Self.read(Self.bag(), topics: ["/imu2"])
    #expect(session.count(.gyroscope) == 10 && session.count(.fix) == 0)
  }

  @Test func damageIsNamedWithItsPlace() {
    let whole = Self.bag()
    func notes(of bytes: [UInt8]) -> String { Self.read(bytes).report.notes.joined(separator: "\n") }
    #expect(notes(of: Array(whole.prefix(whole.count / 3))).contains("the file ends before its data do"))
    #expect(notes(of: Array("no bag at all".utf8)).contains("not the first bytes of an MCAP file (at byte 0)"))
    #expect(notes(of: []).contains("not the first bytes"))
    // The chunk is the second record: after the magic and the header.
    var damaged = whole
    damaged[damaged.count / 4] ^= 0xff
    let session = Self.read(damaged)
    #expect(session.report.notes.contains { $0.contains("chunk") } && session.isEmpty)
    // A record of 2^60 bytes.
    var long = Array(whole.prefix(8))
    long.append(0x06)
    long += [0, 0, 0, 0, 0, 0, 0, 0x10]
    #expect(notes(of: long).contains("longer than 64 MiB"))
  }

  @Test func filesOfABagAreInTheirOrder() {
    expect(
      ROSBag.choose(from: ["metadata.yaml", "walk_10.mcap", "walk_2.mcap", "walk_0.mcap"]),
      equals: [
        "walk_0.mcap", "walk_2.mcap", "walk_10.mcap",
      ])
  }

  /// The checksum of "123456789" is the check value of CRC-32 in the catalogue of CRC algorithms.
  @Test func theChecksumIsThatOfTheCatalogue() {
    expect(Array("123456789".utf8).withUnsafeBytes { CRC32.of($0) }, equals: 0xCBF4_3926)
    let long = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var pieces = CRC32()
    long[..<333].withUnsafeBytes { pieces.ingest($0) }
    long[333...].withUnsafeBytes { pieces.ingest($0) }
    expect(long.withUnsafeBytes { CRC32.of($0) }, equals: pieces.value)
  }
}
