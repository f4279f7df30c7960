import Expectations
import Testing
import Text

@testable import Wire

/// SplitMix64: reproducible bits.
struct TestGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

func split(_ pieces: [[UInt8]], limit: Int = Limits.message) -> (messages: [[UInt8]], isSound: Bool) {
  var splitter = MessageSplitter(limit: limit), messages: [[UInt8]] = []
  for piece in pieces {
    let isSound = piece.withUnsafeBytes { splitter.append($0) }
    while let message = splitter.next() { messages.append(message) }
    if !isSound { return (messages, false) }
  }
  return (messages, true)
}

@Suite struct FramingTests {
  @Test func messagesAreTheSameHoweverTheyArrive() {
    let texts = ["{\"method\":\"a.B\"}", "", "{}", String(repeating: "x", count: 70_000), "ä"]
    let stream: [UInt8] = texts.flatMap { (text: String) -> [UInt8] in Array(text.utf8) + [0] }
    var generator = TestGenerator(state: 3)
    for _ in 0..<50 {
      var pieces: [[UInt8]] = [], start = 0
      while start < stream.count {
        let end = min(stream.count, start + Int.random(in: 1...5000, using: &generator))
        pieces.append(Array(stream[start..<end]))
        start = end
      }
      expect(split(pieces).messages.map { String(decoding: $0, as: UTF8.self) }, equals: texts)
    }
    let single: [[UInt8]] = stream.prefix(40).map { [$0] }
    expect(split(single).messages.count, equals: 3)
  }

  @Test func tooLongMessagesAreNotKept() {
    let long = [UInt8](repeating: 0x20, count: 101)
    #expect(!split([long], limit: 100).isSound)
    #expect(split([Array(long.prefix(100)) + [0]], limit: 100).isSound)
    #expect(!split([Array(long.prefix(60)), Array(long.prefix(60))], limit: 100).isSound)
    // A whole message before the long one is still read.
    let object: [UInt8] = [0x7B, 0x7D]
    expect(split([object + [0] + long], limit: 100).messages, equals: [object])
  }

  @Test func requestsAreRead() throws {
    let request = try Request(
      reading: Array(
        #"{"method":"org.gnomon.Tracking.Subscribe","parameters":{"rate_hz":10},"more":true,"new":1}"#.utf8))
    #expect(request.target.interface == "org.gnomon.Tracking" && request.target.member == "Subscribe")
    #expect(request.more && !request.oneway && request.parameters["rate_hz"]?.double == 10)
    try expect(
      Request(reading: Array(#"{"method":"x","parameters":null,"more":null}"#.utf8)).target.interface, equals: "")
    var writer = JSONWriter()
    request.write(to: &writer)
    var bytes = writer.buffer.bytes
    expect(bytes.popLast(), equals: 0)
    #expect(try Request(reading: bytes).more)
  }

  @Test func invalidRequestsAreNamed() {
    func error(_ text: String) -> CallError? {
      do { _ = try Request(reading: Array(text.utf8)) } catch { return error }
      return nil
    }
    for text in [
      "", "[]", "1", "{}", #"{"method":1}"#, #"{"method":"a","parameters":[]}"#, #"{"method":"a","more":1}"#,
    ] {
      expect(error(text)?.name, equals: "org.gnomon.Control.MalformedMessage", "\(text)")
    }
    expect(error("{\n  \"method\" 1}")?.parameters["line"], equals: 2)
    let deep = String(repeating: "[", count: 40)
    expect(error(#"{"method":"a","parameters":{"a":"# + deep)?.name, equals: "org.gnomon.Control.MessageTooDeep")
    expect(error(#"{"method":"a","method":"b"}"#)?.parameters["reason"]?.string?.contains("two members"), equals: true)
  }

  /// Any bytes cause at most an error.
  @Test func anyBytesMayArrive() {
    var generator = TestGenerator(state: 7)
    let seed = Array(#"{"method":"org.gnomon.Tracking.GetPose","parameters":{"time_boot_ns":12345},"more":false}"#.utf8)
    var read = 0
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: seed.prefix(place), at: place)
        }
        if bytes.isEmpty { bytes = seed }
      }
      for message in split([bytes + [0]]).messages {
        if (try? Request(reading: message)) != nil { read += 1 }
        _ = try? Reply(reading: message)
      }
    }
    expect(read, isAbove: 0)
  }
}
