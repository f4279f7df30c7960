import BrowserServer
import GnomonClient
import Text
import WebPages
import Wire

/// The site of `gnomon foxglove`: a WebSocket of Foxglove's protocol, and its own counters.
///
/// Any page of the web can open a WebSocket to this machine; a browser then states the page's origin (RFC 6455, § 4.1), and only
/// listed ones are let in. Programs state none. A token, where there is one, stands against other users and other machines.
final class FoxgloveSite: Site {
  let server: ServerName
  /// nil: every program of this machine may read.
  let token: PageSecret?
  private let origins: [String]
  private let rate: Double
  private let socket: String
  /// Tells readers that come back whether this is the same server.
  private let session: String
  let name = "gnomon foxglove"

  /// Foxglove's page. Its desktop program, as Lichtblick's, is a page of a file.
  static let knownOrigins = ["https://app.foxglove.dev", "file://"]

  init(
    _ server: ServerName, token: PageSecret?, origins: [String], rate: Double, socket: String, session: String
  ) {
    self.server = server
    self.token = token
    self.origins = Self.knownOrigins + origins
    self.rate = rate
    self.socket = socket
    self.session = session
  }

  /// The address to open.
  var address: String {
    let scheme = server.isEncrypted ? "wss" : "ws"
    return "\(scheme)://\(server.authority)" + (token.map { "/?token=\($0.text)" } ?? "")
  }

  func daemon() -> String { socket }

  func origin(of request: PageRequest) throws(BrowserRefusal) -> String? {
    try server.check(request)
    guard let origin = request.headers["origin"] else { return nil }
    guard origins.contains(origin) || server.isOwn(origin) else {
      let remedy = origin == "null" ? "it has no origin" : "start gnomon foxglove with --origin \(origin)"
      throw BrowserRefusal(.origin, 403, "pages of \(origin) are not permitted: \(remedy)")
    }
    return origin
  }

  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response {
    guard request.path == "/", request.method == .get else {
      throw BrowserRefusal(.path, 404, "no such address: there is GET / only")
    }
    if let token {
      guard let given = request.query["token"] else {
        throw BrowserRefusal(.token, 403, "no token: open the whole address that gnomon foxglove has printed")
      }
      guard token.isEqual(to: given[...]) else {
        throw BrowserRefusal(.token, 403, "wrong token: open the address that gnomon foxglove has printed")
      }
    }
    guard request.headers["upgrade"] != nil else {
      return .answer(
        PageAnswer(
          json: .object(
            [
              JSONMember("version", .string(Release.version)),
              JSONMember("readers", .integer(Int64(load.sockets))),
            ] + load.counts.members)))
    }
    let offered = WebSocketHandshake.subprotocols(of: request)
    guard let chosen = FoxgloveReader.subprotocols.first(where: offered.contains) else {
      throw BrowserRefusal(
        .request, 400,
        "this address is for Foxglove's WebSocket: \(FoxgloveReader.subprotocols.joined(separator: " or "))")
    }
    return .socket(FoxgloveReader(chosen, rate: rate, session: session))
  }

  func check(_ method: String) throws(BrowserRefusal) { throw BrowserRefusal(.method, 403, "there are no calls") }

  func answer(to refusal: BrowserRefusal) -> PageAnswer {
    PageAnswer(
      refusal.status, "text/plain; charset=utf-8", Array("gnomon foxglove: \(refusal.reason)\n".utf8))
  }

  func news(_ fault: ClientFault?) -> (event: String, json: JSONValue) { ("daemon", .null) }
}
