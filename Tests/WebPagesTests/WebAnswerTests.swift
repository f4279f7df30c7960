import Expectations
import Testing
import WebPages

/// Answers of servers on a telephone, in any pieces.
@Suite struct WebAnswerTests {
  private func answer(_ text: String, isOver: Bool = false, most: Int = 100) throws -> WebAnswer? {
    try WebAnswer(reading: Array(text.utf8), isOver: isOver, mostBody: most)
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n",
    ])
  func anAnswerMayComeInPieces(text: String) throws {
    let bytes = Array(text.utf8)
    // The line end after the last chunk is not waited for.
    for count in 0..<bytes.count - (text.contains("chunked") ? 4 : 0) {
      let part = try WebAnswer(reading: Array(bytes[..<count]), isOver: false, mostBody: 100)
      #expect(part == nil, "\(count)")
    }
    let whole = try #require(try answer(text))
    #expect(whole.status == 200 && whole.headers["a"] == "b" && whole.body == Array("hello".utf8))
  }

  @Test func aBodyMayEndWithTheConnection() throws {
    #expect(try answer("HTTP/1.0 200 OK\r\n\r\nhel") == nil)
    try expect(answer("HTTP/1.0 200 OK\r\n\r\nhello", isOver: true)?.body, equals: Array("hello".utf8))
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 9000 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", "\r\n\r\n",
    ])
  func impossibleAnswersAreRefused(text: String) {
    #expect(throws: PageRefusal.self) { try answer(text) }
  }

  @Test func anAnswerThatStopsIsRefused() {
    for text in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"] {
      #expect(throws: PageRefusal.self) { try answer(text, isOver: true) }
    }
    #expect(throws: PageRefusal.self) { try answer(String(repeating: "a", count: 9000)) }
  }

  /// The example of RFC 6455, § 1.3, from the client's side.
  @Test func aHandshakeIsAsked() throws {
    let (bytes, key) = WebSocketHandshake.request(path: "/gps", host: "a:1", nonce: Array("the sample nonce".utf8))
    expect(key, equals: "dGhlIHNhbXBsZSBub25jZQ==")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("GET /gps HTTP/1.1\r\nHost: a:1\r\n") && text.hasSuffix("\r\n\r\n"))
    let head = "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: "
    let right = try #require(try answer(head + "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n\u{1}\u{2}"))
    #expect(WebSocketHandshake.isAccepted(right, key: key) && right.rest == [1, 2])
    let wrong = try #require(try answer(head + "AAAA\r\n\r\n"))
    #expect(!WebSocketHandshake.isAccepted(wrong, key: key))
    // Our own server's half accepts it.
    let request = try #require(try PageRequest(reading: bytes))
    #expect(throws: Never.self) { try WebSocketHandshake.answer(to: request) }
  }
}
