public import GnomonClient

/// A protocol of one reader on a WebSocket, in place of calls in the JSON of the socket. Limits, time-outs and back-pressure are
/// the server's.
public protocol SocketDialect: AnyObject {
  /// The subprotocol that reader and server agree on (RFC 6455, § 1.9).
  var subprotocol: String { get }
  /// The frames for a reader that has come.
  func greeting() -> [UInt8]
  /// Handles a message of the reader.
  func ingest(_ message: [UInt8], isText: Bool) -> SocketTurn
  /// The frames that a reply of the daemon to one of its calls becomes; `name` is that of its first member.
  func frames(for reply: [UInt8], named name: String) -> [UInt8]
  /// The frames by which the reader learns that the daemon is there (no fault), or gone, and calls that begin with it.
  func news(_ fault: ClientFault?) -> SocketTurn
}

/// The effects of a reader's message, or of news.
public struct SocketTurn {
  /// Frames for the reader.
  public var frames: [UInt8] = []
  public var begun: [BrowserCall] = []
  public var ended: [BrowserCall] = []
  /// The kind of what was refused, for the counters.
  public var refused: BrowserRefusal.Kind?

  public init() {}
}
