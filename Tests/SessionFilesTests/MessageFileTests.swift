import ChunkCompression
import Expectations
import Geodesy
import Geometry
import Loggers
import MCAP
import Samples
import SessionFiles
import Testing
import Text
import Tracking

/// Files of messages, read back by our own reader; SessionFileTests of the command reads them with the one of MCAP's authors.
@Suite struct MessageFileTests {
  private static let clock: Int64 = 1_780_304_400_000_000_000

  private static func file(_ vocabulary: MessageFile.Vocabulary) -> (bytes: [UInt8], file: MessageFile) {
    var file = MessageFile(
      vocabulary, clock: clock, origin: Walk.session.origin, poseStep: 20_000_000, creator: "a test",
      compression: "zstd", compress: ChunkCompression.zstd)
    file.appendMetadata([("profile", "head")])
    var bytes: [UInt8] = [], poses = Walk.session.poses[...]
    for line in Walk.session.lines {
      switch line {
      case .sample(let sample):
        file.append(.sample(sample.quantized))
        while let pose = poses.first, pose.time <= sample.time {
          file.append(.pose(pose))
          poses = poses.dropFirst()
        }
      case .reference(let reference): file.append(.truth(reference))
      case .metadata: continue
      }
      bytes += file.writer.output
      file.removeOutput()
    }
    file.finish()
    return (bytes + file.writer.output, file)
  }

  private static func messages(_ bytes: [UInt8], _ body: (MCAPReader.Message) -> Void) -> MCAPReader {
    var reader = MCAPReader()
    bytes.withUnsafeBytes { reader.ingest($0, unpack: ChunkCompression.unpack, body) }
    reader.finish()
    return reader
  }

  @Test func messagesInJSON() throws {
    let (bytes, file) = Self.file(.foxglove)
    var counts: [String: Int] = [:], wrong = 0, last: UInt64 = 0, samples: [JSONValue] = []
    let reader = Self.messages(bytes) { message in
      counts[message.channel.topic, default: 0] += 1
      last = max(last, message.logged)
      guard let value = try? JSONValue(reading: Array(message.data)), value["timestamp"]?["sec"] != nil else {
        wrong += 1
        return
      }
      if message.channel.topic == "/imu/gyroscope", samples.count < 3 { samples.append(value) }
    }
    #expect(reader.refused == 0 && wrong == 0 && reader.profile.isEmpty)
    expect(UInt64(counts.values.reduce(0, +)), equals: file.writer.messages)
    let gyroscope = Walk.session.lines.count { if case .sample(.gyroscope) = $0 { true } else { false } }
    #expect(counts["/imu/gyroscope"] == gyroscope && (counts["/pose"] ?? 0) > 100 && (counts["/tf"] ?? 0) > 200)
    #expect(counts["/fix"] ?? 0 > 10 && counts["/place"] ?? 0 > 100 && counts["/state"] == counts["/pose"])
    #expect(reader.channels.values.contains { $0.schema == "foxglove.FrameTransform" && $0.encoding == "json" })
    // The first gyroscope sample, to its last digit: (x, y, z) of the body is (−z, −x, y) of the robot.
    for case .sample(.gyroscope(let sample)) in Walk.session.lines.prefix(20) {
      let rate = GyroscopeSample(time: sample.time, rate: sample.rate)
      guard case .gyroscope(let exact) = Sample.gyroscope(rate).quantized else { continue }
      #expect(samples.first?["x"]?.double == -exact.rate.z && samples.first?["z"]?.double == exact.rate.y)
      break
    }
    expect(last, isAbove: UInt64(Self.clock))
  }

  /// A file of ROS's messages is imported as the same samples.
  @Test func messagesOfROSAreImportedAsTheSameSamples() throws {
    let (bytes, file) = Self.file(.ros2)
    var bag = ROSBag(topics: ["/imu/data_raw", "/imu/mag", "/pressure", "/fix"], unpack: ChunkCompression.unpack)
    bag.startFile("")
    bytes.withUnsafeBytes { bag.ingest($0) }
    bag.endFile()
    let session = bag.finish()
    #expect(session.report.refused.isEmpty && session.report.notes.isEmpty, "\(session.report)")
    var theirs: [LineTag: [RecordingLine]] = [:]
    session.forEachLine { theirs[$0.tag, default: []].append($0) }
    var ours: [LineTag: [RecordingLine]] = [:]
    for line in Walk.session.lines {
      if case .sample(let sample) = line { ours[line.tag, default: []].append(.sample(sample.quantized)) }
    }
    // Times begin within the first second in both.
    for tag in [LineTag.gyroscope, .magnetometer, .barometer] {
      expect(theirs[tag], equals: ours[tag], "\(tag): \(theirs[tag]?.count ?? 0) of \(ours[tag]?.count ?? 0)")
    }
    // Of the accelerometer those are there for which there is a gyroscope's sample.
    expect((theirs[.accelerometer]?.count ?? 0) + file.withoutGyroscope, equals: ours[.accelerometer]?.count)
    expect(theirs[.fix]?.count, equals: ours[.fix]?.count)
    for (a, b) in zip(theirs[.fix] ?? [], ours[.fix] ?? []) {
      guard case .sample(.fix(let x)) = a, case .sample(.fix(let y)) = b else { continue }
      #expect(x.time == y.time && x.arrival == y.arrival && x.latitude == y.latitude && x.height == y.height)
      expect(abs((x.horizontalError?.value ?? 0) - (y.horizontalError?.value ?? 0)), isBelow: 1e-3)
    }
  }

  /// Memory does not grow with the session: what is not written yet stays below a chunk and its index.
  @Test func outputComesInChunks() {
    var file = MessageFile(
      .foxglove, clock: 0, origin: nil, poseStep: 0, creator: "a test", compression: "", compress: { $0 })
    var largest = 0
    for index in 0..<100_000 {
      let sample = GyroscopeSample(time: BootInstant(nanoseconds: Int64(index) * 5_000_000), rate: .init(0.1, 0.2, 0.3))
      file.append(.sample(.gyroscope(sample)))
      largest = max(largest, file.writer.output.count)
      file.removeOutput()
    }
    file.finish()
    #expect(largest > 1 << 20 && largest < 3 << 20)
    expect(file.writer.messages, equals: 100_000)
  }

  @Test func timesBeforeZeroAreCounted() {
    var file = MessageFile(
      .ros2, clock: 0, origin: nil, poseStep: 0, creator: "a test", compression: "", compress: { $0 })
    file.append(.sample(.gyroscope(GyroscopeSample(time: BootInstant(nanoseconds: -5), rate: .zero))))
    #expect(file.withoutTime == 1 && file.writer.messages == 0)
  }
}
