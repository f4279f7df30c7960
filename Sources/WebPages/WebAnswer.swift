import Text

/// The answer of a web server to one request (RFC 9112): its body ends by its length, with its last chunk, or with the connection.
public struct WebAnswer: Sendable {
  public let status: Int
  /// Values by header name in lower case; of several the first.
  public let headers: [String: String]
  public let body: [UInt8]
  /// The bytes behind the head, for an answer that changes the protocol.
  public let rest: [UInt8]

  public static let mostHead = 8192

  /// Returns nil while the answer is incomplete. `isOver`: the server has closed the connection.
  public init?(reading bytes: [UInt8], isOver: Bool, mostBody: Int) throws(PageRefusal) {
    guard let end = PageRequest.endOfHead(bytes) else {
      guard bytes.count <= Self.mostHead, !isOver else { throw PageRefusal(502, "the answer has no head of HTTP") }
      return nil
    }
    guard end <= Self.mostHead else { throw PageRefusal(502, "the head of the answer is too long") }
    let lines = String(decoding: bytes[..<(end - 4)], as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), 100...599 ~= status else {
      throw PageRefusal(502, "the answer is not HTTP")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      if headers[name] == nil { headers[name] = PageRequest.trimmed(line[line.index(after: colon)...]) }
    }
    (self.status, self.headers) = (status, headers)
    rest = Array(bytes[end...])
    guard status != 101, status != 204 else {
      body = []
      return
    }
    if headers["transfer-encoding"]?.lowercased() == "chunked" {
      guard let joined = try Self.joined(rest, mostBody) else {
        guard !isOver else { throw PageRefusal(502, "the answer ended before its last chunk") }
        return nil
      }
      body = joined
    } else if let text = headers["content-length"] {
      guard let length = Int(text), length >= 0, length <= mostBody else {
        throw PageRefusal(502, "the answer is longer than \(mostBody) bytes, or its length is no number")
      }
      guard rest.count >= length else {
        guard !isOver else { throw PageRefusal(502, "the answer ended before its length") }
        return nil
      }
      body = Array(rest.prefix(length))
    } else {
      guard rest.count <= mostBody else { throw PageRefusal(502, "the answer is longer than \(mostBody) bytes") }
      guard isOver else { return nil }
      body = rest
    }
  }

  /// Joins the chunks (§ 7.1); nil if the last one has not come.
  private static func joined(_ bytes: [UInt8], _ most: Int) throws(PageRefusal) -> [UInt8]? {
    var joined: [UInt8] = [], index = 0
    while true {
      guard let feed = bytes[index...].firstIndex(of: 10) else {
        guard bytes.count - index <= 64 else { throw PageRefusal(502, "a chunk has no length") }
        return nil
      }
      let digits = String(decoding: bytes[index..<feed].prefix { $0 != 13 && $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard let length = Int(PageRequest.trimmed(digits), radix: 16), length >= 0, length <= most - joined.count else {
        throw PageRefusal(502, "the answer is longer than \(most) bytes, or a chunk has no length")
      }
      if length == 0 { return joined }
      // The chunk and its line end.
      guard bytes.count >= feed + 1 + length + 2 else { return nil }
      joined += bytes[(feed + 1)..<(feed + 1 + length)]
      index = feed + 1 + length + 2
    }
  }
}
