import BrowserServer
import GnomonClient
import Text
import WebPages
import Wire

/// What the bridge serves: its status, streams of events, calls and a WebSocket, for programs that have its token, and in a browser
/// for the pages of listed origins only.
///
/// Any program of this machine can connect to a port of 127.0.0.1, any other machine to a port of a network, and any page of the
/// web can send a browser there. The token stands against all of them; `Host` against a page whose host name was pointed at this
/// address; `Origin` against a page that has the token from elsewhere. Browsers set the header `Origin` themselves (Fetch, § 3.1),
/// and always for a WebSocket (RFC 6455, § 4.1).
final class BridgeSite: Site {
  let server: ServerName
  let token: PageSecret
  /// Permitted pages, such as `http://localhost:5173`.
  private let origins: [String]
  private let methods: BridgeMethods
  private let socket: String
  let name = "the bridge"

  init(_ server: ServerName, token: PageSecret, origins: [String], methods: BridgeMethods, socket: String) {
    self.server = server
    self.token = token
    self.origins = origins
    self.methods = methods
    self.socket = socket
  }

  func daemon() -> String { socket }

  func origin(of request: PageRequest) throws(BrowserRefusal) -> String? {
    try server.check(request)
    guard let origin = request.headers["origin"] else { return nil }
    guard origins.contains(origin) || server.isOwn(origin) else {
      throw BrowserRefusal(
        .origin, 403,
        "pages of \(origin) are not permitted: start the bridge with --origin \(origin), or add it to Bridge.Origins")
    }
    return origin
  }

  /// Throws unless the request has the token: in the header `Authorization: Bearer`, or in the query, since neither EventSource nor
  /// WebSocket can send a header.
  private func checkToken(_ request: PageRequest) throws(BrowserRefusal) {
    let given: Substring?
    if let header = request.headers["authorization"] {
      given = header.lowercased().hasPrefix("bearer ") ? header.dropFirst(7) : nil
    } else {
      given = request.query["token"].map { $0[...] }
    }
    guard let given else {
      throw BrowserRefusal(.token, 403, "no token: add ?token=… or the header 'Authorization: Bearer …'")
    }
    guard token.isEqual(to: given) else {
      throw BrowserRefusal(.token, 403, "wrong token: `gnomon bridge token` prints that of the service")
    }
  }

  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response {
    if request.method == .options { return .answer(Self.preflight(request)) }
    // A browser that opens an address asks for the icon without its token.
    if request.method == .get, request.path == PageAnswer.iconPath {
      return .answer(PageAnswer(200, PageAnswer.iconKind, PageAnswer.iconImage))
    }
    try checkToken(request)
    switch (request.method, request.path) {
    case (.get, "/"): return .answer(Self.line(status(load)))
    case (.get, "/ws"): return .socket(nil)
    case (.post, "/call"):
      guard let kind = request.headers["content-type"], kind.lowercased().hasPrefix("application/json") else {
        throw BrowserRefusal(.request, 400, "expected application/json: with curl use --json")
      }
      let call = try BrowserMessage.request(BrowserMessage.object(request.body))
      try check(call.method)
      guard !call.more else {
        throw BrowserRefusal(.request, 400, "\"more\" needs a WebSocket, or one of the addresses of events")
      }
      return .call(call)
    case (.get, _):
      guard let calls = try BridgeStreams.calls(request) else { throw Self.noSuchPath }
      return .events(calls, isAnnounced: false)
    default: throw Self.noSuchPath
    }
  }

  private static var noSuchPath: BrowserRefusal {
    BrowserRefusal(
      .path, 404,
      "no such address: there are GET /, /ws, \(BridgeStreams.paths.joined(separator: ", ")), and POST /call")
  }

  func check(_ method: String) throws(BrowserRefusal) { try methods.check(method) }

  func answer(to refusal: BrowserRefusal) -> PageAnswer { Self.line(refusal.json(), status: refusal.status) }

  func news(_ fault: ClientFault?) -> (event: String, json: JSONValue) {
    ("daemon", fault.map { ["daemon": "gone", "english": .string("\($0)")] } ?? ["daemon": "here"])
  }

  /// An answer on a line of its own on a terminal.
  private static func line(_ json: JSONValue, status: Int = 200) -> PageAnswer {
    var answer = PageAnswer(json: json, status: status)
    answer.body.append(10)
    return answer
  }

  private func status(_ load: BrowserLoad) -> JSONValue {
    .object(
      [
        JSONMember("version", .string(Release.version)),
        JSONMember("readers", ["events": .integer(Int64(load.events)), "websocket": .integer(Int64(load.sockets))]),
      ] + load.counts.members + [
        JSONMember("methods", .array(methods.permitted.map(JSONValue.string))),
        JSONMember("origins", .array(origins.map(JSONValue.string))),
      ])
  }

  /// The answer to a browser that asks before it sends a request (Fetch, § 4.8, and Private Network Access).
  private static func preflight(_ request: PageRequest) -> PageAnswer {
    var answer = PageAnswer(204, "text/plain", [])
    answer.headers = [
      .init("Access-Control-Allow-Methods", "GET, POST"),
      .init("Access-Control-Allow-Headers", "Authorization, Content-Type"), .init("Access-Control-Max-Age", "600"),
    ]
    if request.headers["access-control-request-private-network"] == "true" {
      answer.headers.append(.init("Access-Control-Allow-Private-Network", "true"))
    }
    return answer
  }
}
