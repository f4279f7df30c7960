import BrowserServer
import CommandParts
import GnomonClient
import Text
import WebPages
import Wire

/// The site of `gnomon view`: the page, for browsers that have come through its entry and hold a cookie.
///
/// Any program of this machine can connect to a port of 127.0.0.1, any other machine to a port of a network, and any page of the
/// web can send a browser there. Against other programs stands a secret that only the terminal has shown, exchanged for a cookie
/// that only its browser has. Against other pages stand the headers: a page whose host name was pointed at this address is
/// recognized by `Host`, and a cross-site request by `Origin` and `Sec-Fetch-Site`.
final class ViewSite: Site {
  private let server: ServerName
  private let entry: any ViewEntry
  private let socket: String
  private let rate: Double
  private let replay: ViewReplay?
  private var plan: ViewPlan
  /// A user's own page; nil is the built-in one.
  private let folder: ViewFolder?
  /// The page for see-through glasses; nil is the one for a screen.
  private let glasses: GlassesPage?
  let name = "gnomon view"

  init(
    _ server: ServerName, _ entry: any ViewEntry, socket: String, rate: Double, replay: ViewReplay?, plan: ViewPlan,
    folder: ViewFolder?, glasses: GlassesPage? = nil
  ) {
    self.server = server
    self.entry = entry
    self.socket = socket
    self.rate = rate
    self.replay = replay
    self.plan = plan
    self.folder = folder
    self.glasses = glasses
  }

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

  // MARK: addresses

  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response {
    let answer = try entry.answer(to: request) { () throws(BrowserRefusal) in try file(at: "/") }
    if let answer { return .answer(answer) }
    switch (request.method, request.path) {
    case (.get, "/stream"):
      replay?.noticePage()
      return .events(try ViewCalls.streams(request, rate: rate), isAnnounced: true)
    case (.post, "/call"): return .call(try ViewCalls.call(try request.object, ofReplay: replay != nil))
    case (.post, "/replay"):
      guard let replay else { throw BrowserRefusal(.path, 404, "this is not a recording") }
      try replay.apply(try request.object)
      return .answer(PageAnswer(json: replay.json))
    case (.get, "/plan.svg"): return .answer(try plan.picture(request))
    case (.get, "/plan.css"): return .answer(ViewPlan.style)
    case (.get, let path): return .answer(try file(at: path))
    default: throw BrowserRefusal(.path, 404, "there is no such page")
    }
  }

  private func file(at path: String) throws(BrowserRefusal) -> PageAnswer {
    if let own = try folder?.file(at: path) ?? glasses?.file(at: path) { return own }
    guard folder == nil || path == PageAnswer.iconPath, let file = ViewPage.file(at: path) else {
      throw BrowserRefusal(.path, 404, "there is no such page")
    }
    return file
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

  var isRestless: Bool { replay != nil || entry.isRestless }
  func tend() -> Bool {
    entry.tend()
    return replay?.tend() ?? false
  }
}

extension PageRequest {
  /// The JSON of the body. Its type is one that a form of another page cannot send (Fetch, § 2.2.2).
  var object: JSONValue {
    get throws(BrowserRefusal) {
      guard headers["content-type"] == "application/json" else {
        throw BrowserRefusal(.request, 400, "expected application/json")
      }
      return try BrowserMessage.object(body)
    }
  }
}
