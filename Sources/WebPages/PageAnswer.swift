public import Text

/// An answer to a browser: a status, headers that let a page load nothing from elsewhere, and a body.
public struct PageAnswer: Sendable {
  public struct Header: Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var status: Int
  public var kind: String
  public var body: [UInt8]
  /// The content security policy: what a page of this answer may load.
  public var policy: String
  public var headers: [Header] = []

  public init(_ status: Int = 200, _ kind: String, _ body: [UInt8], policy: String = Self.strictPolicy) {
    self.status = status
    self.kind = kind
    self.body = body
    self.policy = policy
  }

  public init(json: JSONValue, status: Int = 200) {
    var buffer = TextBuffer()
    json.write(to: &buffer)
    self.init(status, "application/json", buffer.bytes)
  }

  public static let eventStream = "text/event-stream"

  /// The policy of data that is no page.
  public static let strictPolicy = "default-src 'none'; frame-ancestors 'none'"

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 413: "Content Too Large", 426: "Upgrade Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 499: "Refused", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
  ]

  /// The answer as HTTP/1.1, one request per connection; only a stream of events has no length.
  public var bytes: [UInt8] {
    var head = """
      HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r
      Content-Type: \(kind)\r
      Cache-Control: no-store\r
      Content-Security-Policy: \(policy)\r
      Cross-Origin-Opener-Policy: same-origin\r
      Cross-Origin-Resource-Policy: same-origin\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r

      """
    if kind != Self.eventStream { head += "Content-Length: \(body.count)\r\n" }
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    return Array(head.utf8) + [13, 10] + body
  }
}
