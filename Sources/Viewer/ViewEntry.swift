import BrowserServer
import WebPages

/// The way by which a browser comes to the view: it holds a cookie afterwards.
protocol ViewEntry: AnyObject {
  /// The address that is shown to the user.
  var link: String { get }
  /// The answer to a request of a browser that has no cookie yet and asks for one; nil for a browser with a cookie. Throws for any
  /// other request.
  func answer(
    to request: PageRequest, page: () throws(BrowserRefusal) -> PageAnswer
  ) throws(BrowserRefusal) -> PageAnswer?
  /// True if its periodic work is needed without a page, too.
  var isRestless: Bool { get }
  func tend()
}

extension ViewEntry {
  var isRestless: Bool { false }
  func tend() {}
}

/// The cookie of a server's browsers. Cookies are not separated by port, so the name contains the port.
struct ViewCookie {
  private let name: String
  private let isSecure: Bool

  init(_ server: ServerName) {
    name = "gnomon-view-\(server.port)"
    isSecure = server.isEncrypted
  }

  func header(_ secret: PageSecret) -> PageAnswer.Header {
    .init("Set-Cookie", "\(name)=\(secret.text); HttpOnly; SameSite=Strict; Path=/\(isSecure ? "; Secure" : "")")
  }

  /// Whether the request holds one of these secrets.
  func isHeld(_ request: PageRequest, among secrets: [PageSecret]) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let words = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return words.count == 2 && words[0] == name && secrets.contains { $0.isEqual(to: words[1]) }
    }
  }
}

/// The entry on the loopback: a link with a token that only the terminal has shown, for the one browser that opens it first.
final class LinkEntry: ViewEntry {
  private let server: ServerName
  private let cookie: ViewCookie
  /// The token of the link, valid for one use; nil afterwards.
  private var token: PageSecret?
  private let session: PageSecret

  init(_ server: ServerName) {
    self.server = server
    cookie = ViewCookie(server)
    var generator = SystemRandomNumberGenerator()
    token = PageSecret(from: &generator)
    session = PageSecret(from: &generator)
  }

  var link: String { "\(server.address)/?token=\(token?.text ?? "")" }

  func answer(
    to request: PageRequest, page: () throws(BrowserRefusal) -> PageAnswer
  ) throws(BrowserRefusal) -> PageAnswer? {
    if request.method == .get, request.path == "/", let given = request.query["token"] {
      guard let token, token.isEqual(to: given) else {
        throw BrowserRefusal(
          .token, 403, "this link was used already, or is wrong; start `gnomon view` again for a new one")
      }
      self.token = nil
      var page = try page()
      page.headers = [cookie.header(session)]
      return page
    }
    guard cookie.isHeld(request, among: [session]) else {
      throw BrowserRefusal(.token, 403, "open the page with the link that `gnomon view` prints")
    }
    return nil
  }
}
