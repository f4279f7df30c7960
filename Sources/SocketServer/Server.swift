import CPosix
import Glibc
public import Text
public import Wire

/// The varlink server: connections, their requests and replies, and the limits of both. The meaning of a request is left to
/// `answer`.
public final class Server {
  /// The answer to a request.
  public enum Answer {
    case reply((inout JSONWriter) -> Void)
    /// A whole message with its NUL, made beside the loop.
    case message(TextBuffer)
    case refuse(CallError)
    /// The answer follows by `complete`.
    case later
    /// The connection is a stream from now on.
    case stream
  }

  private let poller: any SocketPoller
  private let listeners: [ListeningSocket]
  public var policy: AccessPolicy
  private(set) var table: [Connection?] = []
  private var free: [Int] = []
  private var nextNumber: UInt64 = 0
  var writer = JSONWriter(capacity: 1 << 12)
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  public private(set) var count = 0
  /// Memory held for received requests that are not answered yet.
  public private(set) var held = 0
  /// Unread bytes of all clients.
  public internal(set) var unread = 0
  /// Bytes of requests being answered beside the loop.
  private(set) var underWay = 0
  /// Bytes reserved for long answers in preparation.
  var reserved = 0
  /// Counts of connections closed by the server, by reason.
  public internal(set) var closedConnections: [String: Int] = [:]
  /// The thread for work beside the loop.
  let worker: any BackgroundThread
  /// Time of the last request of any client, by `clock`.
  var lastRequest: Int64 = 0
  private var hasPaused = false
  /// The present time; tests replace it.
  public var clock: () -> Int64 = gnomon_monotonic_time
  /// The handler of requests.
  public var answer: (Request, Interface, String, Connection) -> Answer = { request, _, _, _ in
    .refuse(.methodNotImplemented(request.method))
  }

  /// The handler called for every connection that has ended.
  public var ended: (Connection) -> Void = { _ in }
  /// The handler of events that belong into the log.
  public var report: (ServerEvent) -> Void = { _ in }

  /// Size of a connection's send buffer: the smallest with room for a few messages. A slow reader then gets the latest pose, not
  /// seconds of the past.
  static let sendBuffer: CInt = 8192
  /// The time, in nanoseconds, within which a begun message has to end.
  private static let halfSentPatience: Int64 = 30_000_000_000
  private static let patience = Int64(Limits.patience) * 1_000_000_000

  public init(
    listeners: [ListeningSocket], policy: AccessPolicy, poller: any SocketPoller, worker: any BackgroundThread
  ) {
    self.worker = worker
    self.listeners = listeners
    self.policy = policy
    self.poller = poller
    for (index, listener) in listeners.enumerated() {
      poller.add(listener.descriptor, .listener(index))
    }
  }

  deinit { chunk.deallocate() }

  public var names: String { listeners.map(\.name).joined(separator: ", ") }

  public func close() {
    for listener in listeners {
      poller.remove(listener.descriptor)
      listener.close()
    }
    for case let connection? in table { close(connection) }
  }

  // MARK: connections

  public func accept(_ index: Int) {
    guard listeners.indices.contains(index) else { return }
    for _ in 0..<16 {
      let descriptor = gnomon_accept(listeners[index].descriptor, Self.sendBuffer)
      guard descriptor >= 0 else {
        if descriptor != -EAGAIN { pauseAccepting(index, errno: -descriptor) }
        return
      }
      guard let (access, peer) = policy.access(of: descriptor) else {
        gnomon_close(descriptor)
        continue
      }
      let ofUser = table.reduce(0) { $0 + ($1?.peer.user == peer.user ? 1 : 0) }
      if count >= Limits.connections {
        turnAway(descriptor, .tooManyConnections(limit: Limits.connections, of: "all"))
      } else if ofUser >= Limits.connectionsPerUser {
        turnAway(descriptor, .tooManyConnections(limit: Limits.connectionsPerUser, of: "user"))
      } else {
        add(descriptor, access, peer)
      }
    }
  }

  /// Pauses accepting until the next `closeStalled`. Without free descriptors the poller would otherwise wake the loop without
  /// end.
  private func pauseAccepting(_ index: Int, errno: CInt) {
    report(.cannotAccept(errno: errno))
    watch(listeners[index], index, isAccepting: false)
    hasPaused = true
  }

  private func watch(_ listener: ListeningSocket, _ index: Int, isAccepting: Bool) {
    poller.change(listener.descriptor, .listener(index), reads: isAccepting, writes: false)
  }

  private func turnAway(_ descriptor: CInt, _ error: CallError) {
    writer.removeAll()
    error.write(to: &writer)
    _ = writer.buffer.withBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) }
    gnomon_close(descriptor)
  }

  private func add(_ descriptor: CInt, _ access: Access, _ peer: gnomon_peer) {
    let slot = free.popLast() ?? table.count
    if slot == table.count { table.append(nil) }
    nextNumber += 1
    let connection = Connection(descriptor: descriptor, access: access, peer: peer, slot: slot, number: nextNumber)
    table[slot] = connection
    count += 1
    poller.add(descriptor, key(connection))
  }

  private func key(_ connection: Connection) -> SocketKey {
    .connection(UInt64(connection.slot) | (connection.number & 0xFFFF_FFFF) << 16)
  }

  public func close(_ connection: Connection, because reason: String? = nil) {
    guard !connection.isClosed else { return }
    connection.phase = .closed
    held -= connection.held
    unread -= connection.unread
    connection.unread = 0
    connection.group?.remove(connection)
    connection.unsubscribe()
    poller.remove(connection.descriptor)
    connection.closeDescriptor()
    table[connection.slot] = nil
    free.append(connection.slot)
    count -= 1
    ended(connection)
    if let reason {
      closedConnections[reason, default: 0] += 1
      report(.closed(connection.name, reason: reason))
    }
  }

  /// Closes connections that have read nothing, or left a message half sent, for too long. `time` is by `clock`, which stands
  /// still while the machine and the clients sleep.
  public func closeStalled(at time: Int64) {
    if hasPaused {
      hasPaused = false
      for (index, listener) in listeners.enumerated() { watch(listener, index, isAccepting: true) }
    }
    for case let connection? in table where fault(of: connection, at: time) != nil {
      // A daemon that stood still itself has not yet heard what the client did meanwhile.
      hear(connection, isReadable: connection.halfSince != nil, isWritable: true, isClosed: false)
      if let fault = fault(of: connection, at: time) { close(connection, because: fault) }
    }
  }

  /// Why a connection has to be closed: it has read nothing, or left a message half sent, for too long.
  private func fault(of connection: Connection, at time: Int64) -> String? {
    if connection.isClosed { return nil }
    if let since = connection.outbox.stalledSince, time - since > Self.patience {
      return "it has read nothing for \(Limits.patience) s"
    }
    if let since = connection.halfSince, time - since > Self.halfSentPatience {
      return "it did not finish a message in time"
    }
    return nil
  }

  // MARK: reading

  /// Handles the readiness of a connection; `number` is that of its key.
  public func handle(_ number: UInt64, isReadable: Bool, isWritable: Bool, isClosed: Bool) {
    let slot = Int(number & 0xFFFF)
    guard table.indices.contains(slot), let connection = table[slot],
      connection.number & 0xFFFF_FFFF == number >> 16
    else { return }
    hear(connection, isReadable: isReadable, isWritable: isWritable, isClosed: isClosed)
  }

  private func hear(_ connection: Connection, isReadable: Bool, isWritable: Bool, isClosed: Bool) {
    if isWritable {
      guard connection.outbox.flush(to: connection.descriptor) else { return close(connection) }
      serve(connection)
    }
    if isReadable, !connection.isClosed { read(connection) }
    if isClosed, !connection.isClosed {
      // Requests sent before the client left are still handled; their answers are lost.
      if connection.phase != .waiting, !isReadable || connection.inputEnded { return close(connection) }
    }
    settle(connection)
  }

  private func read(_ connection: Connection) {
    let count = gnomon_receive(connection.descriptor, chunk.baseAddress, Int64(chunk.count))
    if count == -Int64(EAGAIN) { return }
    if count < 0 { return close(connection) }
    if count == 0 {
      connection.inputEnded = true
    } else if !connection.splitter.append(UnsafeRawBufferPointer(rebasing: chunk[..<Int(count)])) {
      connection.splitter.drop()
      connection.isLeaving = true
      connection.inputEnded = true
      refuse(.messageTooLarge, connection)
      return account(for: connection)
    }
    serve(connection)
  }

  /// True if a connection has another request for the next turn of the loop.
  public private(set) var hasWaiting = false

  /// Answers one request of each waiting connection, and calls `each` after every one.
  public func serveWaiting(_ each: () -> Void) {
    guard hasWaiting else { return }
    hasWaiting = false
    for case let connection? in table where connection.phase == .waiting {
      connection.phase = .idle
      serve(connection)
      settle(connection)
      each()
    }
  }

  /// Answers one request of a connection per turn of the loop, and the next one only after that answer is sent, so a busy client
  /// cannot starve samples or other clients.
  func serve(_ connection: Connection) {
    if connection.isReady, connection.phase != .waiting, admits(connection), let message = connection.splitter.next() {
      connection.halfSince = nil
      answer(message, connection)
    }
    if connection.phase == .idle || connection.phase == .waiting {
      connection.phase = connection.isReady && connection.splitter.hasMessage() ? .waiting : .idle
    }
    if connection.phase == .waiting { hasWaiting = true }
    // No more input of a stream is read.
    if connection.phase == .streaming { connection.splitter.drop() }
    let isHalf = connection.phase == .idle && connection.splitter.isWithinMessage && connection.outbox.isEmpty
    connection.halfSince = isHalf ? connection.halfSince ?? clock() : nil
    account(for: connection)
  }

  /// Limits the memory of half-sent messages, by dropping the longest one of the user with the most.
  private func account(for connection: Connection) {
    guard !connection.isClosed else { return }
    held += connection.splitter.held - connection.held
    connection.held = connection.splitter.held
    while held > Limits.unfinished, dropLongestMessage() {}
  }

  /// Refuses the longest half-sent message of the user with the most bytes in such messages; returns false if there is none.
  func dropLongestMessage() -> Bool {
    guard let longest = largestBufferOfHeaviestUser else { return false }
    longest.splitter.drop()
    held -= longest.held
    longest.held = 0
    longest.isLeaving = true
    // It waits for nothing any more.
    if longest.phase == .heldBack { longest.phase = .idle }
    report(.turnedAway(longest.name))
    refuse(.tooMuchUnfinished, longest)
    settle(longest)
    return true
  }

  private var largestBufferOfHeaviestUser: Connection? {
    let all = table.compactMap { $0 }.filter { $0.held > 0 }
    let sums = Dictionary(all.map { ($0.peer.user, $0.held) }, uniquingKeysWith: +)
    guard let user = sums.max(by: { $0.value < $1.value })?.key else { return nil }
    return all.filter { $0.peer.user == user }.max { ($0.held, $1.number) < ($1.held, $0.number) }
  }

  // MARK: beside the loop

  /// Whether the next request may be answered now. Long requests wait for each other, so that their memory is bounded.
  private func admits(_ connection: Connection) -> Bool {
    let length = connection.splitter.nextLength
    let isTooMuch = length > Limits.longMessage && underWay > 0 && underWay + length > Limits.underWay
    connection.phase = isTooMuch ? .heldBack : .idle
    return !isTooMuch
  }

  /// Marks the connection as being answered beside the loop: no more input is read until `complete`.
  public func startAnswering(_ connection: Connection, length: Int = 0) {
    connection.phase = .answering
    connection.underWay += length
    underWay += length
  }

  /// Delivers the answer to a request that was handled beside the loop.
  public func complete(_ outcome: Answer, isOneway: Bool, _ connection: Connection) {
    if connection.phase == .answering { connection.phase = .idle }
    underWay -= connection.underWay
    connection.underWay = 0
    reserved -= connection.reserved
    connection.reserved = 0
    if !connection.isClosed {
      deliver(outcome, isOneway: isOneway, connection)
      serve(connection)
      settle(connection)
    }
    for case let other? in table where other.phase == .heldBack {
      serve(other)
      settle(other)
    }
  }

  /// Sets the events that the poller watches for, and closes a connection that is done.
  public func settle(_ connection: Connection) {
    guard !connection.isClosed else { return }
    countUnread(connection)
    guard !connection.isClosed else { return }
    if connection.isDone, connection.outbox.isEmpty { return close(connection) }
    let reads = connection.isRead
    let writes = !connection.outbox.isEmpty
    guard reads != connection.watchesInput || writes != connection.watchesOutput else { return }
    connection.watchesInput = reads
    connection.watchesOutput = writes
    poller.change(connection.descriptor, key(connection), reads: reads, writes: writes)
  }
}
