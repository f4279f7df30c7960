public import GnomonClient
public import Text
public import WebPages
public import Wire

/// The content of a server of browsers: its addresses, the conditions for reading them, and the calls that are passed on.
public protocol Site: AnyObject {
  /// The server's name in its messages.
  var name: String { get }
  /// The daemon's socket. Throws while there is no daemon on purpose.
  func daemon() throws(ClientFault) -> String
  /// Returns the origin of a page of elsewhere that may read the answer, nil for the server's own pages and for programs. Throws
  /// for a request that is refused because of where it comes from.
  func origin(of request: PageRequest) throws(BrowserRefusal) -> String?
  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response
  /// Throws unless a page may call this method on a WebSocket.
  func check(_ method: String) throws(BrowserRefusal)
  /// The longest body of a request to this path, in bytes.
  func mostBody(at path: String) -> Int
  func answer(to refusal: BrowserRefusal) -> PageAnswer
  /// The event by which a page learns that the daemon is there (no fault), or gone.
  func news(_ fault: ClientFault?) -> (event: String, json: JSONValue)
  /// True if its periodic work is needed without a page, too.
  var isRestless: Bool { get }
  /// True once the server has to end.
  var isOver: Bool { get }
  /// Sees a reply of the daemon that is passed on; `name` is that of its first member.
  func observe(_ reply: [UInt8], named name: String)
  /// The daemon has ended, or another one is there from now on.
  func endSession()
  /// Periodic work; returns true if the daemon is another one from now on.
  func tend() -> Bool
}

extension Site {
  public func mostBody(at path: String) -> Int { BrowserMessage.most }
  public var isRestless: Bool { false }
  public var isOver: Bool { false }
  public func observe(_ reply: [UInt8], named name: String) {}
  public func endSession() {}
  public func tend() -> Bool { false }
}

/// The answer to a request.
public enum Response {
  case answer(PageAnswer)
  /// The daemon's reply to a call.
  case call(Request)
  /// Server-sent events from these calls. An announced one begins with the news whether the daemon is there.
  case events([BrowserCall], isAnnounced: Bool)
  /// A WebSocket for calls in the JSON of the socket, or with a protocol of its own.
  case socket((any SocketDialect)?)
}

/// The readers of a server, and what it has counted since its start.
public struct BrowserLoad {
  public var events: Int
  public var sockets: Int
  public var counts: BrowserCounts
}

/// The names and addresses of a server: on this machine's loopback, or on an address that was named.
public struct ServerName: Sendable {
  public static let loopback = "127.0.0.1"

  /// A numeric address.
  public let host: String
  public let port: UInt16
  public let isEncrypted: Bool

  public init(_ host: String = Self.loopback, port: UInt16, isEncrypted: Bool = false) {
    (self.host, self.port, self.isEncrypted) = (host, port, isEncrypted)
  }

  private var scheme: String { isEncrypted ? "https" : "http" }
  /// `192.168.1.20:8017`, `[fd00::1]:8017`
  public var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  public var address: String { "\(scheme)://\(authority)" }
  private var authorities: [String] { host == Self.loopback ? [authority, "localhost:\(port)"] : [authority] }

  /// Throws unless a request has one of the server's own names: another one was pointed at its address to get by the same-origin
  /// policy of browsers.
  public func check(_ request: PageRequest) throws(BrowserRefusal) {
    guard let host = request.headers["host"], authorities.contains(host) else {
      throw BrowserRefusal(.host, 403, "use the address \(authority); other names are refused")
    }
  }

  /// True for the server's own pages.
  public func isOwn(_ origin: String) -> Bool { authorities.contains { origin == "\(scheme)://\($0)" } }
}
