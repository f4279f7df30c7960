import CPosix
import Glibc
import Sensors
import Text
import Wire

/// The varlink server: connections, their requests and replies, and the limits of both. The meaning of a request is left to
/// `answer`.
final class Server {
  /// The answer to a request.
  enum Answer {
    case reply((inout JSONWriter) -> Void)
    /// A whole message with its NUL, made beside the loop.
    case message(TextBuffer)
    case refuse(CallError)
    /// The answer follows by `complete`.
    case later
    /// The connection is a stream from now on.
    case stream
  }

  private let poller: DaemonPoller
  private let listeners: [ListeningSocket]
  var policy: AccessPolicy
  private(set) var table: [Connection?] = []
  private var free: [Int] = []
  private var nextNumber: UInt64 = 0
  private var writer = JSONWriter(capacity: 1 << 12)
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private(set) var count = 0
  /// Memory held for received requests that are not answered yet.
  private(set) var held = 0
  /// Unread bytes of all clients.
  var unread = 0
  /// Bytes of requests being answered beside the loop.
  private(set) var underWay = 0
  /// Bytes reserved for long answers in preparation.
  var reserved = 0
  /// Counts of connections closed by the server, by reason.
  var turnedOut: [String: Int] = [:]
  /// The thread for work beside the loop.
  let worker: Worker
  /// Time of the last request of any client, by `clock`.
  private(set) var lastRequest: Int64 = 0
  private var hasPaused = false
  /// The present time; tests replace it.
  var clock: () -> Int64 = gnomon_monotonic_time
  /// The handler of requests.
  var answer: (Request, Interface, String, Connection) -> Answer = { request, _, _, _ in
    .refuse(.methodNotImplemented(request.method))
  }

  /// The handler called for every connection that has ended.
  var ended: (Connection) -> Void = { _ in }

  /// Size of a connection's send buffer: the smallest with room for a few messages. A slow reader then gets the latest pose, not
  /// seconds of the past.
  static let sendBuffer: CInt = 8192
  /// The time, in nanoseconds, within which a begun message has to end.
  private static let halfSentPatience: Int64 = 30_000_000_000
  private static let patience = Int64(Limits.patience) * 1_000_000_000

  init(listeners: [ListeningSocket], policy: AccessPolicy, poller: DaemonPoller, worker: Worker) {
    self.worker = worker
    self.listeners = listeners
    self.policy = policy
    self.poller = poller
    for (index, listener) in listeners.enumerated() {
      poller.add(listener.descriptor, DaemonPoller.Key(.listener, UInt64(index)))
    }
  }

  deinit { chunk.deallocate() }

  var names: String { listeners.map(\.name).joined(separator: ", ") }

  func close() {
    for listener in listeners {
      poller.remove(listener.descriptor)
      listener.close()
    }
    for case let connection? in table { close(connection) }
  }

  // MARK: connections

  func accept(_ index: Int) {
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
    Log.write("cannot accept a connection: error \(errno)", .warning)
    watch(listeners[index], index, isAccepting: false)
    hasPaused = true
  }

  private func watch(_ listener: ListeningSocket, _ index: Int, isAccepting: Bool) {
    poller.change(listener.descriptor, DaemonPoller.Key(.listener, UInt64(index)), reads: isAccepting, writes: false)
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

  private func key(_ connection: Connection) -> DaemonPoller.Key {
    DaemonPoller.Key(.connection, UInt64(connection.slot) | (connection.number & 0xFFFF_FFFF) << 16)
  }

  func close(_ connection: Connection, because reason: String? = nil) {
    guard !connection.isClosed else { return }
    connection.phase = .closed
    held -= connection.held
    unread -= connection.unread
    connection.unread = 0
    connection.group?.remove(connection)
    connection.unsubscribe()
    poller.remove(connection.descriptor)
    gnomon_close(connection.descriptor)
    table[connection.slot] = nil
    free.append(connection.slot)
    count -= 1
    ended(connection)
    if let reason {
      turnedOut[reason, default: 0] += 1
      Log.write("closed the connection of \(connection.name): \(reason)", .notice)
    }
  }

  /// Closes connections that have read nothing, or left a message half sent, for too long. `time` is by `clock`, which stands
  /// still while the machine and the clients sleep.
  func closeStalled(at time: Int64) {
    if hasPaused {
      hasPaused = false
      for (index, listener) in listeners.enumerated() { watch(listener, index, isAccepting: true) }
    }
    for case let connection? in table {
      if let since = connection.outbox.stalledSince, time - since > Self.patience {
        close(connection, because: "it has read nothing for \(Limits.patience) s")
      } else if let since = connection.halfSince, time - since > Self.halfSentPatience {
        close(connection, because: "it did not finish a message in time")
      }
    }
  }

  // MARK: reading

  func handle(_ number: UInt64, _ readiness: Poller.Readiness) {
    let slot = Int(number & 0xFFFF)
    guard table.indices.contains(slot), let connection = table[slot],
      connection.number & 0xFFFF_FFFF == number >> 16
    else { return }
    if readiness.isWritable {
      guard connection.outbox.flush(to: connection.descriptor) else { return close(connection) }
      serve(connection)
    }
    if readiness.isReadable, !connection.isClosed { read(connection) }
    if readiness.isClosed, !connection.isClosed {
      // Requests sent before the client left are still handled; their answers are lost.
      if connection.phase != .waiting, !readiness.isReadable || connection.inputEnded { return close(connection) }
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
  private(set) var hasWaiting = false

  /// Answers one request of each waiting connection, and calls `each` after every one.
  func serveWaiting(_ each: () -> Void) {
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
      answer(message, connection)
    }
    if connection.phase == .idle || connection.phase == .waiting {
      connection.phase = connection.isReady && connection.splitter.hasMessage() ? .waiting : .idle
    }
    if connection.phase == .waiting { hasWaiting = true }
    // No more input of a stream is read.
    if connection.phase == .streaming { connection.splitter.drop() }
    let isHalf =
      connection.splitter.isWithinMessage && connection.outbox.isEmpty && connection.phase != .answering
      && connection.phase != .heldBack
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
    Log.write("closed the connection of \(longest.name): its unfinished messages take too much memory", .notice)
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
  func startAnswering(_ connection: Connection, length: Int = 0) {
    connection.phase = .answering
    connection.underWay += length
    underWay += length
  }

  /// Delivers the answer to a request that was handled beside the loop.
  func complete(_ outcome: Answer, isOneway: Bool, _ connection: Connection) {
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

  // MARK: answering

  private func answer(_ message: [UInt8], _ connection: Connection) {
    lastRequest = clock()
    guard message.count > Limits.longMessage, !worker.isDirect else {
      do throws(CallError) { handle(try Request(reading: message), connection) } catch { refuse(error, connection) }
      return
    }
    startAnswering(connection, length: message.count)
    worker.run({ _ -> Result<Request, CallError> in
      do throws(CallError) { return .success(try Request(reading: message)) } catch { return .failure(error) }
    }) { [weak self] result in
      switch result {
      case .success(let request):
        guard !connection.isClosed else { self?.complete(.stream, isOneway: true, connection); return }
        connection.phase = .idle
        self?.handle(request, connection)
        if connection.phase != .answering { self?.complete(.stream, isOneway: true, connection) }
      case .failure(let error): self?.complete(.refuse(error), isOneway: false, connection)
      }
    }
  }

  private func handle(_ request: Request, _ connection: Connection) {
    let (name, member) = request.target
    guard let interface = Interface.all.first(where: { $0.name == name }) else {
      if !request.oneway { refuse(.interfaceNotFound(name), connection) }
      return
    }
    let outcome: Answer =
      if let wait = connection.countRequest(at: lastRequest) {
        .refuse(.tooManyRequests(interface == .service ? .control : interface, retryAfter: wait))
      } else if request.upgrade {
        .refuse(.methodNotImplemented(request.method))
      } else {
        answer(request, interface, member, connection)
      }
    deliver(outcome, isOneway: request.oneway, connection)
  }

  private func deliver(_ outcome: Answer, isOneway: Bool, _ connection: Connection) {
    switch outcome {
    case .stream, .later: break
    case .refuse(let error): if !isOneway { refuse(error, connection) }
    case .reply(let parameters):
      guard !isOneway else { return }
      writer.removeAll()
      Reply.write(to: &writer, parameters: parameters)
      post(connection)
    case .message(let text):
      guard !isOneway else { return }
      guard makeRoom(for: text.count, connection) else { return refuse(.tooMuchUnread, connection) }
      if !connection.outbox.sendReply(text, to: connection.descriptor) { close(connection) }
    }
  }

  private func refuse(_ error: CallError, _ connection: Connection) {
    writer.removeAll()
    error.write(to: &writer)
    post(connection)
  }

  private func post(_ connection: Connection) {
    guard makeRoom(for: writer.buffer.count, connection) else { return close(connection, because: Self.unreadReason) }
    let isSent = writer.buffer.withBytes { connection.outbox.sendReply($0, to: connection.descriptor) }
    if !isSent { close(connection) }
    writer.shrink(to: 1 << 16)
  }

  /// Sets the events that the poller watches for, and closes a connection that is done.
  func settle(_ connection: Connection) {
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
