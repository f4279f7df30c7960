import WebPages

/// Access to the page: for the one browser that opened the link first and holds the cookie it got in exchange.
///
/// Any program of this machine can connect to a port of 127.0.0.1, and any page of the web can send a browser there. Against
/// other programs stands a token that only the terminal has shown, exchanged for a cookie that only this browser has. Against
/// other pages stand the headers: a page whose host name was pointed at 127.0.0.1 is recognized by `Host`, and a cross-site
/// request by `Origin` and `Sec-Fetch-Site`.
struct PageAccess {
  let port: UInt16
  /// The token of the link, valid for one use; nil afterwards.
  private(set) var token: PageSecret?
  private let session: PageSecret

  init(port: UInt16) {
    self.port = port
    var generator = SystemRandomNumberGenerator()
    token = PageSecret(from: &generator)
    session = PageSecret(from: &generator)
  }

  var link: String { "http://127.0.0.1:\(port)/?token=\(token?.text ?? "")" }
  /// Cookies are not separated by port, so the name contains the port.
  private var cookieName: String { "gnomon-view-\(port)" }
  var cookie: String { "\(cookieName)=\(session.text); HttpOnly; SameSite=Strict; Path=/" }

  /// Throws unless the request has this server's name as `Host` and comes from no other site.
  func check(_ request: PageRequest) throws(PageRefusal) {
    guard let host = request.headers["host"], ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
      throw PageRefusal(403, "use the address 127.0.0.1:\(port); other names are refused")
    }
    if let origin = request.headers["origin"] {
      guard origin == "http://\(host)" else { throw PageRefusal(403, "requests from other pages are refused") }
    } else if request.method == .post {
      throw PageRefusal(403, "a POST needs an Origin header")
    }
    if request.path != "/", let site = request.headers["sec-fetch-site"], site != "same-origin" {
      throw PageRefusal(403, "requests from other pages are refused")
    }
  }

  func holdsSession(_ request: PageRequest) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let words = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return words.count == 2 && words[0] == cookieName && session.isEqual(to: words[1])
    }
  }

  /// Returns true if the token of the link is right; a second use fails.
  mutating func spend(_ given: String) -> Bool {
    guard let token, token.isEqual(to: given) else { return false }
    self.token = nil
    return true
  }
}
