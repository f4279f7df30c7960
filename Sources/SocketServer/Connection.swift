import CPosix
public import Wire

/// A client's connection: its user, its received requests, and the messages that wait for it.
public final class Connection {
  /// The stage of the connection's requests.
  enum Phase: Equatable {
    /// The next request is answered when it arrives.
    case idle
    /// Another request is here, and is answered in the next turn of the loop.
    case waiting
    /// The next request is long, and waits until other long requests are answered.
    case heldBack
    /// A request is being answered beside the loop; until then no more input is read.
    case answering
    /// The client has subscribed: the connection is for its stream alone.
    case streaming
    case closed
  }

  /// -1 after the end, when another file may have its number.
  private(set) var descriptor: CInt
  public let access: Access
  let peer: gnomon_peer
  /// The connection's index in the server's table, and its number, which is never used again.
  let slot: Int
  public let number: UInt64
  var splitter = MessageSplitter()
  var outbox = Outbox()
  var phase = Phase.idle
  /// The subscription of this connection, if it has one.
  private(set) var group: (any Subscription)?
  /// Bytes of the request that is answered beside the loop, as counted in the server's sum.
  var underWay = 0
  /// Bytes reserved for the long answer in preparation, as counted in the server's sum.
  var reserved = 0
  /// The memory of `outbox`, as counted in the server's sum.
  var unread = 0
  /// True if the client will send nothing more.
  var inputEnded = false
  /// True if the connection is closed once the waiting messages are sent.
  var isLeaving = false
  public var isClosed: Bool { phase == .closed }
  /// The memory of `splitter`, as counted in the server's sum.
  var held = 0
  /// The time since which an unfinished message has been waiting for its end.
  var halfSince: Int64?
  /// The events that the poller watches for.
  var watchesInput = true, watchesOutput = false
  private var second: Int64 = 0
  private var requestsInSecond = 0

  init(descriptor: CInt, access: Access, peer: gnomon_peer, slot: Int, number: UInt64) {
    self.descriptor = descriptor
    self.access = access
    self.peer = peer
    self.slot = slot
    self.number = number
  }

  public func subscribe(to group: any Subscription) {
    self.group = group
    phase = .streaming
  }

  /// Ends the subscription; the connection can send requests again.
  public func unsubscribe() {
    group = nil
    if phase == .streaming { phase = .idle }
  }

  /// Whether the next request may be answered now.
  var isReady: Bool {
    switch phase {
    case .idle, .waiting, .heldBack: !isLeaving && outbox.isEmpty
    case .answering, .streaming, .closed: false
    }
  }

  /// Whether more input is read. A stream has no more input: it is ended by closing the connection.
  var isRead: Bool {
    switch phase {
    case .idle, .waiting: !inputEnded && !isLeaving && outbox.isEmpty
    case .heldBack, .answering, .streaming, .closed: false
    }
  }

  /// Whether the connection may be closed, as far as its requests are concerned.
  var isDone: Bool {
    switch phase {
    case .idle: isLeaving || inputEnded
    case .streaming: isLeaving
    case .waiting, .heldBack, .answering, .closed: false
    }
  }

  /// Counts a request; returns nil if it is within the limit, else the number of seconds after which to try again.
  func countRequest(at time: Int64) -> Double? {
    if time - second >= 1_000_000_000 || time < second {
      second = time
      requestsInSecond = 0
    }
    requestsInSecond += 1
    guard requestsInSecond > Limits.requestsPerSecond else { return nil }
    return Double(1_000_000_000 - (time - second)) * 1e-9
  }

  public var name: String { "process \(peer.process) of user \(peer.user)" }
  /// The number of the client's user.
  public var user: UInt32 { peer.user }

  /// Whether a value of a stream waits in its slot.
  public func holds(_ slot: Outbox.Slot) -> Bool { outbox.holds(slot) }
  /// Counts a message of a stream as dropped, also one that was never encoded.
  public func drop() { outbox.drop() }
  func closeDescriptor() {
    gnomon_close(descriptor)
    descriptor = -1
  }
}

/// A set of clients that get the same messages.
public protocol Subscription: AnyObject {
  func remove(_ connection: Connection)
}
