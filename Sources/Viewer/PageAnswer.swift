import Text

/// An answer to a browser: a status, headers that let the page load nothing from elsewhere, and a body.
struct PageAnswer {
  var status: Int
  var kind: String
  var body: [UInt8]
  var cookie: String?
  var policy = Self.policy

  init(_ status: Int = 200, _ kind: String, _ body: [UInt8], cookie: String? = nil) {
    self.status = status
    self.kind = kind
    self.body = body
    self.cookie = cookie
  }

  /// A file of the page; with the policy of a user's own page if it is of that.
  init(_ file: ViewPage.File, isOwn: Bool, cookie: String? = nil) {
    self.init(200, file.kind, file.bytes, cookie: cookie)
    if isOwn { policy = ViewFolder.policy }
  }

  init(_ refusal: PageRefusal) {
    self.init(refusal.status, "text/plain; charset=utf-8", Array("gnomon view: \(refusal.reason)\n".utf8))
  }

  init(json: JSONValue, status: Int = 200) {
    var buffer = TextBuffer()
    json.write(to: &buffer)
    self.init(status, "application/json", buffer.bytes)
  }

  static let eventStream = "text/event-stream"

  /// Scripts and styles are this server's own files; nothing else is loaded, framed or sent anywhere.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let reasons = [
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout",
    413: "Content Too Large", 431: "Request Header Fields Too Large", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  /// The answer as HTTP/1.1, one request per connection; only a stream of events has no length.
  var bytes: [UInt8] {
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
    if let cookie { head += "Set-Cookie: \(cookie)\r\n" }
    return Array(head.utf8) + [13, 10] + body
  }
}
