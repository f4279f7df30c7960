import Text
import WebPages

/// A browser's connection: a request, then an answer, a stream of events, or a WebSocket.
final class BrowserConnection {
  enum Role {
    case asking
    /// Waits for the daemon's answer to a call by POST.
    case waiting
    case events
    case socket
    /// Its last bytes are being sent; then it is closed.
    case ending
  }

  let number: UInt64
  private let socket: BrowserSocket
  var descriptor: CInt { socket.descriptor }
  var role = Role.asking
  /// True if it carries replies of the daemon, and not a file of the site.
  private(set) var carriesReplies = false
  /// The protocol of a WebSocket that has one of its own.
  var dialect: (any SocketDialect)?
  /// The page's origin; nil for a program.
  var origin: String?
  var calls: [BrowserCall] = []
  /// Seconds on the server's clock: since when it has its role, of the last byte that was accepted, of the last message.
  private(set) var since: Double
  private var lastProgress: Double
  var lastSent: Double
  /// Time of the next attempt to reach the daemon.
  var nextTry = 0.0
  /// The daemon by the last news for the page: true if it is there, false if it is gone; nil for a stream that begins with news,
  /// before the first.
  var hasDaemon: Bool? = true
  /// True once the head of a stream of events is sent: it waits for the daemon's first reply, which may be an error.
  var isBegun = false
  private(set) var isShut = false
  /// The events for which the poller waits.
  var interest = (isRead: true, isWritten: false)
  var request: [UInt8] = []
  var reader = WebSocketReader(most: BrowserMessage.most)
  private var output = OutputQueue()
  private var events = 0

  init(number: UInt64, _ socket: consuming BrowserSocket, at time: Double) {
    self.number = number
    self.socket = socket
    since = time
    lastProgress = time
    lastSent = time
  }

  /// Bytes that the kernel has not accepted.
  var waiting: Int { output.waiting }

  func change(to role: Role, at time: Double) {
    self.role = role
    if role != .ending { carriesReplies = true }
    since = time
    request = []
  }

  /// Returns the bytes that have arrived, and nil at the end of the connection.
  func receive() -> [UInt8]? { socket.receive() }

  /// False until the handshake of TLS is complete.
  var isEstablished: Bool { socket.isEstablished }
  /// True if receiving goes on when bytes can be sent, too.
  var receivingWaitsForRoom: Bool { socket.receivingWaitsForRoom }

  func add(_ bytes: [UInt8], at time: Double) {
    if waiting == 0 { lastProgress = time }
    output.add(bytes)
    lastSent = time
  }

  /// A server-sent event, numbered within its connection.
  func add(event: String, _ json: some Collection<UInt8>, at time: Double) {
    events += 1
    add(ServerSentEvent.bytes(event, number: events, json), at: time)
  }

  /// A text message of the WebSocket.
  func add(text json: some Collection<UInt8>, at time: Double) { add(WebSocketFrame.bytes(.text, json), at: time) }

  /// Sends as much as the kernel accepts. Returns false when the browser has gone.
  func send(at time: Double) -> Bool {
    guard let accepted = output.send(by: { socket.send($0, $1) }) else { return false }
    if accepted > 0 { lastProgress = time }
    return true
  }

  /// Ends the sent bytes when all have gone: the other side reads them before it sees the end, since the connection is closed only
  /// after its own end.
  func endOutput() {
    if case .ending = role, waiting == 0, !isShut { isShut = socket.endOutput() }
  }

  /// The events that let it go on, reading at most while `isOpen`.
  func wanted(isOpen: Bool) -> (isRead: Bool, isWritten: Bool) {
    let isSending = waiting > 0, needsBytes = isSending && socket.sendingWaitsForBytes
    var isEnding = false
    if case .ending = role { isEnding = !isSending && !isShut }
    return (isOpen || needsBytes, isSending && !needsBytes || isEnding || receivingWaitsForRoom)
  }

  /// Whether bytes have waited for longer than this without any being read.
  func isStalled(for seconds: Double, at time: Double) -> Bool { waiting > 0 && time - lastProgress > seconds }
}
