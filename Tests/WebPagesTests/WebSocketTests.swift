import Expectations
import Geometry
import Testing

@testable import WebPages

/// The WebSocket protocol, against the examples of RFC 6455.
@Suite struct WebSocketTests {
  /// Returns the messages of these bytes, and the fault at their end.
  private func read(
    _ bytes: [UInt8], by step: Int = .max, most: Int = 1 << 20, expectsMask: Bool = true
  ) -> (messages: [WebSocketMessage], fault: UInt16?) {
    var reader = WebSocketReader(most: most, expectsMask: expectsMask), messages: [WebSocketMessage] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(step))
      rest = rest.dropFirst(step)
      do throws(WebSocketFault) {
        while let message = try reader.next() { messages.append(message) }
      } catch {
        return (messages, error.code)
      }
    }
    return (messages, nil)
  }

  /// § 1.3.
  @Test func theAcceptedKey() {
    expect(WebSocketHandshake.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ=="), equals: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  /// An empty text removes a header.
  private func handshake(_ changes: [String: String] = [:]) throws -> Result<[UInt8], PageRefusal> {
    var headers = [
      "Host": "server.example.com", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "http://example.com", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits",
    ]
    for (name, value) in changes { headers[name] = value.isEmpty ? nil : value }
    let text = "GET /chat HTTP/1.1\r\n" + headers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    let request = try #require(try PageRequest(reading: Array(text.utf8)))
    do throws(PageRefusal) { return .success(try WebSocketHandshake.answer(to: request)) } catch {
      return .failure(error)
    }
  }

  @Test func theHandshake() throws {
    let answer = String(decoding: try handshake().get(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.hasSuffix("\r\n\r\n"))
    #expect(answer.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(!answer.contains("Extensions"))
    func status(_ changes: [String: String]) throws -> Int? {
      if case .failure(let refusal) = try handshake(changes) { refusal.status } else { nil }
    }
    try expect(status(["Upgrade": ""]), equals: 426)
    try expect(status(["Upgrade": "h2c"]), equals: 426)
    try expect(status(["Connection": "close"]), equals: 426)
    try expect(status(["Sec-WebSocket-Version": "8"]), equals: 426)
    try expect(status(["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ"]), equals: 400)
    try expect(status(["Sec-WebSocket-Key": ""]), equals: 400)
    #expect(try status(["Upgrade": "WebSocket"]) == nil)
  }

  /// § 5.7, as a client and as a server reads them.
  @Test(arguments: [1, 2, 3, 7, Int.max]) func theExamplesOfFrames(step: Int) {
    let hello = Array("Hello".utf8)
    let single: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    expect(read(single, by: step, expectsMask: false).messages, equals: [.text(hello)])
    let masked: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
    expect(read(masked, by: step).messages, equals: [.text(hello)])
    let fragments: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f]
    expect(read(fragments, by: step, expectsMask: false).messages, equals: [.text(hello)])
    let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    expect(read(ping, by: step, expectsMask: false).messages, equals: [.ping(hello)])
    let pong: [UInt8] = [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
    expect(read(pong, by: step).messages, equals: [.pong(hello)])
    let zeros = [UInt8](repeating: 0, count: 256), more = [UInt8](repeating: 7, count: 65536)
    expect(read([0x82, 0x7E, 0x01, 0x00] + zeros, by: step, expectsMask: false).messages, equals: [.binary(zeros)])
    let long: [UInt8] = [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0]
    expect(read(long + more, by: step, expectsMask: false).messages, equals: [.binary(more)])
    // The same, written.
    let mask: [UInt8] = [0x37, 0xfa, 0x21, 0x3d]
    #expect(WebSocketFrame.bytes(.text, hello) == single && WebSocketFrame.bytes(.text, hello, mask: mask) == masked)
    #expect(WebSocketFrame.bytes(.ping, hello) == ping && WebSocketFrame.bytes(.pong, hello, mask: mask) == pong)
    expect(WebSocketFrame.bytes(.binary, zeros), equals: [0x82, 0x7E, 0x01, 0x00] + zeros)
    expect(WebSocketFrame.bytes(.binary, more), equals: long + more)
    expect(
      WebSocketFrame.bytes(.text, hello.prefix(3), isFinal: false) + WebSocketFrame.bytes(.continuation, hello[3...]),
      equals: fragments)
  }

  private static func masked(_ bytes: [UInt8], _ payload: [UInt8] = []) -> [UInt8] {
    // A mask of zeros changes nothing.
    bytes + [0, 0, 0, 0] + payload
  }

  /// Frames that a client may not send, with the code of § 7.4.1.
  @Test(
    arguments: [
      ([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], 1002),  // without a mask
      (masked([0xC1, 0x80]), 1002), (masked([0xA1, 0x80]), 1002),  // reserved bits
      (masked([0x83, 0x80]), 1002), (masked([0x8B, 0x80]), 1002),  // unknown kinds
      (masked([0x09, 0x80]), 1002),  // a fragment of a ping
      ([0x89, 0xFE, 0, 126], 1002),  // a long ping
      (masked([0x80, 0x80]), 1002),  // a continuation of nothing
      (masked([0x01, 0x80]) + masked([0x81, 0x80]), 1002),  // a message within another
      ([0x81, 0xFE, 0, 125], 1002), ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),  // longer forms than needed
      ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002), ([0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009),
      ([0x81, 0xFE, 0x10, 0x01], 1009),  // 4097 bytes
      (masked([0x81, 0x81], [0xFF]), 1007), (masked([0x81, 0x83], [0xED, 0xA0, 0x80]), 1007),
      (masked([0x01, 0x81], [0xC3]) + masked([0x80, 0x81], [0x28]), 1007),
      (masked([0x88, 0x81], [3]), 1002), (masked([0x88, 0x82], [0x03, 0xED]), 1002),  // 1005 is not for the wire
      (masked([0x88, 0x82], [0x03, 0xE7]), 1002), (masked([0x88, 0x83], [0x03, 0xE8, 0xFF]), 1007),
    ] as [([UInt8], UInt16)]) func forbiddenFramesAreRefused(bytes: [UInt8], code: UInt16)
  {
    for step in [1, Int.max] {
      let (messages, fault) = read(bytes, by: step, most: 4096)
      #expect(fault == code && messages.isEmpty, "\(bytes): \(messages) \(String(describing: fault))")
    }
  }

  @Test func controlFramesComeBetweenFragments() {
    let parts = [
      WebSocketFrame.bytes(.text, Array("Grü".utf8).dropLast(), isFinal: false, mask: [1, 2, 3, 4]),
      WebSocketFrame.bytes(.ping, [9], mask: [5, 6, 7, 8]),
      WebSocketFrame.bytes(.continuation, Array("ü".utf8).dropFirst() + Array("ße".utf8), mask: [9, 9, 9, 9]),
      WebSocketFrame.bytes(.close, [0x03, 0xE8], mask: [1, 1, 1, 1]),
      WebSocketFrame.bytes(.text, [65], mask: [1, 1, 1, 1]),
    ]
    for step in [1, 5, Int.max] {
      let (messages, fault) = read(Array(parts.joined()), by: step)
      #expect(messages == [.ping([9]), .text(Array("Grüße".utf8)), .close(code: 1000)] && fault == nil)
    }
  }

  /// Fragments are counted together.
  @Test func aMessageOfManyFragmentsIsBounded() {
    let part = WebSocketFrame.bytes(
      .continuation, [UInt8](repeating: 65, count: 1000), isFinal: false, mask: [0, 0, 0, 0])
    let first = WebSocketFrame.bytes(.text, [UInt8](), isFinal: false, mask: [0, 0, 0, 0])
    let bytes = first + Array((0..<6).map { _ in part }.joined())
    expect(read(bytes, most: 5999).fault, equals: 1009)
    #expect(read(bytes, most: 6000).fault == nil)
  }

  @Test func aCloseFrameIsCutToItsLength() {
    let frame = WebSocketFrame.close(1002, String(repeating: "ä", count: 100))
    #expect(frame.count == 2 + 2 + 122 && frame[1] == 124)
    expect(read(frame, expectsMask: false).messages, equals: [.close(code: 1002)])
  }

  /// Frames with random damage are read the same in one piece and in many, and never beyond the limit.
  @Test func damagedFrames() {
    var generator = Generator(seed: 6455)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    var faults = 0, messages = 0
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<number(1..<5) {
        let kinds: [WebSocketFrame.Kind] = [.continuation, .text, .text, .binary, .ping, .pong, .close]
        let payload = (0..<[0, 3, 125, 126, 300][number(0..<5)]).map { _ in UInt8(number(0..<128)) }
        bytes += WebSocketFrame.bytes(
          kinds[number(0..<kinds.count)], payload, isFinal: number(0..<4) > 0,
          mask: (0..<4).map { _ in UInt8(number(0..<256)) })
      }
      for _ in 0..<number(0..<3) { bytes[number(0..<bytes.count)] = UInt8(number(0..<256)) }
      let whole = read(bytes, most: 512), pieces = read(bytes, by: number(1..<40), most: 512)
      #expect(whole.messages == pieces.messages && whole.fault == pieces.fault, "\(bytes)")
      faults += whole.fault == nil ? 0 : 1
      messages += whole.messages.count
    }
    #expect(faults > 5000 && messages > 5000)
  }
}
