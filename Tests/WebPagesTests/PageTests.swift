import Expectations
import Geometry
import Testing

@testable import WebPages

/// Requests, answers and secrets of the web servers of gnomon.
@Suite struct PageTests {
  @Test func theMethodsAreThoseOfTheServer() throws {
    let text = Array("OPTIONS /call HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(throws: PageRefusal(405, "only GET and POST are supported")) { try PageRequest(reading: text) }
    let request = try #require(try PageRequest(reading: text, methods: [.get, .post, .options]))
    #expect(request.method == .options && request.path == "/call")
  }

  @Test func aLongerBodyNeedsALargerLimit() throws {
    let text = Array("POST /call HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n".utf8)
    #expect(throws: PageRefusal(413, "the body is too long")) { try PageRequest(reading: text) }
    let begun = try PageRequest(reading: text, mostBody: { _ in 5000 })
    #expect(begun == nil)
  }

  @Test func listsInAQuery() throws {
    let text = Array("GET /frames?include=placements,arrows&rate=30 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let request = try #require(try PageRequest(reading: text))
    expect(request.query, equals: ["include": "placements,arrows", "rate": "30"])
  }

  @Test func anAnswerHasItsLengthAndItsHeaders() {
    var answer = PageAnswer(json: ["a": 1], status: 403)
    answer.headers = [.init("Vary", "Origin")]
    let text = String(decoding: answer.bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\n") && text.hasSuffix("\r\n\r\n{\"a\":1}"))
    #expect(text.contains("\r\nContent-Length: 7\r\n") && text.contains("\r\nVary: Origin\r\n"))
    let stream = String(decoding: PageAnswer(200, PageAnswer.eventStream, []).bytes, as: UTF8.self)
    #expect(!stream.contains("Content-Length"))
  }

  @Test func secretsAreComparedWhole() throws {
    var generator = Generator(seed: 1)
    let secret = PageSecret(from: &generator), other = PageSecret(from: &generator)
    #expect(secret.text.utf8.count == 32 && secret != other)
    #expect(secret.isEqual(to: secret.text) && !secret.isEqual(to: other.text) && !secret.isEqual(to: ""))
    #expect(!secret.isEqual(to: secret.text.dropLast()) && !secret.isEqual(to: secret.text + "0"))
    expect(PageSecret(secret.text), equals: secret)
    #expect(PageSecret("short") == nil && PageSecret(String(repeating: "%", count: 40)) == nil)
    #expect(PageSecret(String(repeating: "a", count: 129)) == nil)
  }
}
