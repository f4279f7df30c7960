/// One request of a browser, read strictly: HTTP/1.1 (RFC 9112), few methods, few bytes. Everything else is refused with a status.
public struct PageRequest: Sendable {
  public enum Method: String, Sendable { case get = "GET", post = "POST", options = "OPTIONS" }

  public let method: Method
  public let path: String
  /// Names with plain values; percent-encoding is not accepted.
  public let query: [String: String]
  /// Values by header name in lower case.
  public let headers: [String: String]
  public let body: [UInt8]

  public static let mostHead = 8192, mostBody = 4096, mostHeaders = 64
  public static let getAndPost: [Method] = [.get, .post]

  /// Returns nil while the request is incomplete.
  public init?(
    reading bytes: [UInt8], methods: [Method] = Self.getAndPost,
    mostBody: (_ path: String) -> Int = { _ in Self.mostBody }
  ) throws(PageRefusal) {
    guard let end = Self.endOfHead(bytes) else {
      guard bytes.count <= Self.mostHead else { throw PageRefusal(431, "the head of the request is too long") }
      return nil
    }
    guard end <= Self.mostHead else { throw PageRefusal(431, "the head of the request is too long") }
    // Only printable ASCII besides the line ends. The empty line at the end of the head is left out.
    var lines: [Substring] = [], line: [UInt8] = []
    for byte in bytes[..<(end - 2)] where byte != 13 {
      guard byte == 10 || 0x20...0x7E ~= byte else {
        throw PageRefusal(400, "the head has a byte that is not ASCII text")
      }
      if byte == 10 {
        lines.append(Substring(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    guard lines.count <= Self.mostHeaders else { throw PageRefusal(431, "the request has too many headers") }

    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" else { throw PageRefusal(400, "expected a request of HTTP/1.1") }
    guard let method = Method(rawValue: String(words[0])), methods.contains(method) else {
      throw PageRefusal(405, "only \(methods.map(\.rawValue).joined(separator: " and ")) are supported")
    }
    self.method = method
    (path, query) = try Self.target(words[1])

    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
        throw PageRefusal(400, "a header has no name")
      }
      let name = line[..<colon].lowercased()
      guard name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }) else {
        throw PageRefusal(400, "a header has an invalid name")
      }
      guard headers[name] == nil else { throw PageRefusal(400, "a header comes twice") }
      headers[name] = Self.trimmed(line[line.index(after: colon)...])
    }
    self.headers = headers
    guard headers["transfer-encoding"] == nil, headers["expect"] == nil else {
      throw PageRefusal(501, "a body needs a Content-Length, and no transfer encoding")
    }
    let most = mostBody(path)
    let length = try headers["content-length"].map { text throws(PageRefusal) -> Int in
      guard text.utf8.count <= 9, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(text) else {
        throw PageRefusal(400, "the length of the body is not a number")
      }
      guard length <= most else { throw PageRefusal(413, "the body is too long") }
      return length
    }
    guard method == .post || length ?? 0 == 0 else { throw PageRefusal(400, "only a POST has a body") }
    let rest = bytes.count - end
    guard rest <= length ?? 0 else { throw PageRefusal(400, "there is more data than one request") }
    guard rest == length ?? 0 else { return nil }
    body = Array(bytes[end...])
  }

  /// Returns the text without the spaces around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Returns the index after the empty line.
  static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 && bytes[index - 3] == 13 {
      return index + 1
    }
    return nil
  }

  /// `/path?name=value&name=value`
  private static func target(_ text: Substring) throws(PageRefusal) -> (path: String, query: [String: String]) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    func isPlain(_ text: Substring, with more: String = "") -> Bool {
      text.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-") || more.utf8.contains($0)
      }
    }
    guard let path = parts.first, path.hasPrefix("/"), isPlain(path.dropFirst(), with: "/@") else {
      throw PageRefusal(404, "there is no such page")
    }
    var query: [String: String] = [:]
    for pair in parts.count == 2 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : [] {
      let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, isPlain(words[0]), isPlain(words[1], with: ","), query[String(words[0])] == nil else {
        throw PageRefusal(400, "the query is invalid")
      }
      query[String(words[0])] = String(words[1])
    }
    return (String(path), query)
  }

  /// Returns a number of the query.
  public func number(_ name: String, in range: ClosedRange<Double>) throws(PageRefusal) -> Double {
    guard let text = query[name], let value = Double(text), range.contains(value) else {
      throw PageRefusal(400, "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

/// The reason why a request is not served: a status of HTTP and a sentence.
public struct PageRefusal: Error, Equatable, Sendable {
  public var status: Int
  public var reason: String

  public init(_ status: Int, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
