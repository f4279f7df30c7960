import CPosix
import Wire

/// A client: its user, what it has sent so far, and what waits for it.
final class Connection {
  /// The stage of its requests.
  enum Phase: Equatable {
    /// Its next request is answered when it comes.
    case idle
    /// It has another request, whose turn is the next turn of the loop.
    case waiting
    /// Its next request is long, and has to wait until others' are answered.
    case heldBack
    /// Its request is being answered beside the loop: until then nothing more of it is read.
    case answering
    /// It has subscribed: the connection is for its stream alone.
    case streaming
    case closed
  }

  let descriptor: CInt
  let access: Access
  let peer: gnomon_peer
  /// Where it stands in the server's table, and a number that no other connection ever has.
  let slot: Int
  let number: UInt64
  var splitter = MessageSplitter()
  var outbox = Outbox()
  var phase = Phase.idle
  /// The subscription it is in.
  private(set) var group: (any Subscription)?
  /// Bytes of the request that is answered beside the loop, as they are in the server's sum.
  var underWay = 0
  /// Bytes of the long answer that is in the making, as they are in the server's sum.
  var reserved = 0
  /// The memory of `outbox`, as it is in the server's sum.
  var unread = 0
  /// Nothing more comes from it.
  var inputEnded = false
  /// To be closed once what waits is sent.
  var isLeaving = false
  var isClosed: Bool { phase == .closed }
  /// The memory of `splitter`, as it is in the server's sum.
  var held = 0
  /// Since when a message has begun and not ended.
  var halfSince: Int64?
  /// What it is watched for.
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

  func subscribe(to group: any Subscription) {
    self.group = group
    phase = .streaming
  }

  /// Ends the subscription; the connection goes on with requests.
  func unsubscribe() {
    group = nil
    if phase == .streaming { phase = .idle }
  }

  /// Whether its next request may be answered now.
  var isReady: Bool {
    switch phase {
    case .idle, .waiting, .heldBack: !isLeaving && outbox.isEmpty
    case .answering, .streaming, .closed: false
    }
  }

  /// Whether more of it is read: a stream is closed by closing the connection.
  var isRead: Bool {
    switch phase {
    case .idle, .waiting: !inputEnded && !isLeaving && outbox.isEmpty
    case .heldBack, .answering, .streaming, .closed: false
    }
  }

  /// Whether it may be let go, as far as its requests are concerned.
  var isDone: Bool {
    switch phase {
    case .idle: isLeaving || inputEnded
    case .streaming: isLeaving
    case .waiting, .heldBack, .answering, .closed: false
    }
  }

  /// Another request now: nil if it may, else after how many seconds it might.
  func countRequest(at time: Int64) -> Double? {
    if time - second >= 1_000_000_000 || time < second {
      second = time
      requestsInSecond = 0
    }
    requestsInSecond += 1
    guard requestsInSecond > Limits.requestsPerSecond else { return nil }
    return Double(1_000_000_000 - (time - second)) * 1e-9
  }

  var name: String { "process \(peer.process) of user \(peer.user)" }
}

/// Clients who are sent the same.
protocol Subscription: AnyObject {
  func remove(_ connection: Connection)
}
