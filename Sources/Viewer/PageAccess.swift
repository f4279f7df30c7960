/// Who may see the page: whoever came by the link, once, and holds what they were given for it.
///
/// Any program of this machine can connect to a port of 127.0.0.1, and any page of the web can send a browser there. Against the one
/// stands a token that only the terminal has seen, exchanged for a cookie that only this browser has; against the other
/// the names: a page elsewhere that has had its name pointed at 127.0.0.1 gives itself away by `Host`, and one that
/// asks across sites by `Origin` and `Sec-Fetch-Site`.
struct PageAccess {
  let port: UInt16
  /// Good for one use.
  private(set) var token: String?
  private let session: String

  init(port: UInt16) {
    self.port = port
    var generator = SystemRandomNumberGenerator()
    token = Self.secret(&generator)
    session = Self.secret(&generator)
  }

  /// 128 bits of the kernel's.
  private static func secret(_ generator: inout SystemRandomNumberGenerator) -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  var link: String { "http://127.0.0.1:\(port)/?token=\(token ?? "")" }
  /// Cookies do not know ports, so it has the port in its name.
  private var cookieName: String { "gnomon-view-\(port)" }
  var cookie: String { "\(cookieName)=\(session); HttpOnly; SameSite=Strict; Path=/" }

  /// Asked by the right name and from no other place.
  func check(_ request: PageRequest) throws(PageRefusal) {
    guard let host = request.headers["host"], ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
      throw PageRefusal(403, "this is 127.0.0.1:\(port) and answers to no other name")
    }
    if let origin = request.headers["origin"] {
      guard origin == "http://\(host)" else { throw PageRefusal(403, "another page may not ask here") }
    } else if request.method == .post {
      throw PageRefusal(403, "a POST has to say its Origin")
    }
    if request.path != "/", let site = request.headers["sec-fetch-site"], site != "same-origin" {
      throw PageRefusal(403, "another page may not ask here")
    }
  }

  func holdsSession(_ request: PageRequest) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let words = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return words.count == 2 && words[0] == cookieName && Self.areEqual(words[1], session)
    }
  }

  /// Whether the link's token opens; from then on it does not.
  mutating func spend(_ given: String) -> Bool {
    guard let token, Self.areEqual(given, token) else { return false }
    self.token = nil
    return true
  }

  /// In a time that does not tell how much of it is right.
  private static func areEqual(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
    let a = Array(a.utf8), b = Array(b.utf8)
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
