import CPosix
import Wire

/// A client: who it is, what it has said so far, and what waits for it.
final class Connection {
  let descriptor: CInt
  let access: Access
  let peer: gnomon_peer
  /// Where it stands in the server's table, and a number that no other connection ever has.
  let slot: Int
  let number: UInt64
  var splitter = MessageSplitter()
  var outbox = Outbox()
  /// The subscription it is in: then its connection is for that alone.
  var group: (any Subscription)?
  /// It has asked for more than its turn had time for.
  var isWaiting = false
  /// What it has asked is being answered beside the loop: until then nothing more of it is read.
  var isPending = false
  /// Bytes of the request that is, as they are in the server's sum.
  var underWay = 0
  /// It has a request that has to wait until others' are answered.
  var isHeldBack = false
  /// The memory of `outbox`, as it is in the server's sum.
  var unread = 0
  /// It has said all it has to say.
  var inputEnded = false
  /// To be closed once what waits is sent.
  var isLeaving = false
  var isClosed = false
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
