import BrowserServer
import CommandParts
import GnomonClient
import Text
import WebPages
import Wire

/// What `gnomon view` serves: the page, for the one browser that opened the link first and holds the cookie it got in exchange.
///
/// Any program of this machine can connect to a port of 127.0.0.1, and any page of the web can send a browser there. Against
/// other programs stands a token that only the terminal has shown, exchanged for a cookie that only this browser has. Against
/// other pages stand the headers: a page whose host name was pointed at 127.0.0.1 is recognized by `Host`, and a cross-site
/// request by `Origin` and `Sec-Fetch-Site`.
final class ViewSite: Site {
  private let server: ServerName
  private let socket: String
  private let rate: Double
  private let replay: ViewReplay?
  private var plan: ViewPlan
  /// A user's own page; nil is the built-in one.
  private let folder: ViewFolder?
  /// The token of the link, valid for one use; nil afterwards.
  private var token: PageSecret?
  private let session: PageSecret
  let name = "gnomon view"

  init(port: UInt16, socket: String, rate: Double, replay: ViewReplay?, plan: ViewPlan, folder: ViewFolder?) {
    server = ServerName(port: port)
    self.socket = socket
    self.rate = rate
    self.replay = replay
    self.plan = plan
    self.folder = folder
    var generator = SystemRandomNumberGenerator()
    token = PageSecret(from: &generator)
    session = PageSecret(from: &generator)
  }

  var link: String { "\(server.address)/?token=\(token?.text ?? "")" }

  func daemon() throws(ClientFault) -> String {
    guard let replay else { return socket }
    guard replay.isThere else { throw .closed }
    return replay.socket
  }

  // MARK: access

  func origin(of request: PageRequest) throws(BrowserRefusal) -> String? {
    try server.check(request)
    let origin = request.headers["origin"]
    guard request.method == .get || origin != nil else {
      throw BrowserRefusal(.origin, 403, "a POST needs an Origin header")
    }
    let site = request.path == "/" ? nil : request.headers["sec-fetch-site"]
    guard origin.map(server.isOwn) ?? true, site ?? "same-origin" == "same-origin" else {
      throw BrowserRefusal(.origin, 403, "requests from other pages are refused")
    }
    return nil
  }

  /// Cookies are not separated by port, so the name contains the port.
  private var cookieName: String { "gnomon-view-\(server.port)" }

  private func holdsSession(_ request: PageRequest) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let words = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return words.count == 2 && words[0] == cookieName && session.isEqual(to: words[1])
    }
  }

  // MARK: addresses

  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response {
    if request.method == .get, request.path == "/", let given = request.query["token"] {
      guard let token, token.isEqual(to: given) else {
        throw BrowserRefusal(
          .token, 403, "this link was used already, or is wrong; start `gnomon view` again for a new one")
      }
      self.token = nil
      var page = try file(at: "/")
      page.headers = [.init("Set-Cookie", "\(cookieName)=\(session.text); HttpOnly; SameSite=Strict; Path=/")]
      return .answer(page)
    }
    guard holdsSession(request) else {
      throw BrowserRefusal(.token, 403, "open the page with the link that `gnomon view` prints")
    }
    switch (request.method, request.path) {
    case (.get, "/stream"):
      replay?.noticePage()
      return .events(try ViewCalls.streams(request, rate: rate), isAnnounced: true)
    case (.post, "/call"): return .call(try ViewCalls.call(try Self.object(request), ofReplay: replay != nil))
    case (.post, "/replay"):
      guard let replay else { throw BrowserRefusal(.path, 404, "this is not a recording") }
      try replay.apply(try Self.object(request))
      return .answer(PageAnswer(json: replay.json))
    case (.get, "/plan.svg"): return .answer(try plan.picture(request))
    case (.get, "/plan.css"): return .answer(ViewPlan.style)
    case (.get, let path): return .answer(try file(at: path))
    default: throw BrowserRefusal(.path, 404, "there is no such page")
    }
  }

  private func file(at path: String) throws(BrowserRefusal) -> PageAnswer {
    if let own = try folder?.file(at: path) { return own }
    guard folder == nil || path == PageAnswer.iconPath, let file = ViewPage.file(at: path) else {
      throw BrowserRefusal(.path, 404, "there is no such page")
    }
    return file
  }

  private static func object(_ request: PageRequest) throws(BrowserRefusal) -> JSONValue {
    guard request.headers["content-type"] == "application/json" else {
      throw BrowserRefusal(.request, 400, "expected application/json")
    }
    return try BrowserMessage.object(request.body)
  }

  func check(_ method: String) throws(BrowserRefusal) {
    throw BrowserRefusal(.method, 403, "the page has no WebSocket")
  }

  func answer(to refusal: BrowserRefusal) -> PageAnswer {
    PageAnswer(refusal.status, "text/plain; charset=utf-8", Array("gnomon view: \(refusal.reason)\n".utf8))
  }

  // MARK: the daemon

  func news(_ fault: ClientFault?) -> (event: String, json: JSONValue) {
    guard let fault else { return ("here", replay?.json ?? .object([])) }
    var members = [JSONMember("english", .string(DaemonCall.plain("\(fault)")))]
    if let replay { members.append(JSONMember("replay", replay.json)) }
    return ("gone", .object(members))
  }

  func observe(_ reply: [UInt8], named name: String) { plan.observe(reply, named: name, at: BrowserServer.now) }

  func endSession() { plan.clear() }

  var isRestless: Bool { replay != nil }
  func tend() -> Bool { replay?.tend() ?? false }
}
