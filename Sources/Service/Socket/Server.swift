import CPosix
import Glibc
import Sensors
import Text
import Wire

/// The varlink server: connections, their requests and replies, and the limits of both. What a request means is its
/// delegate's affair.
final class Server {
  /// What becomes of a request.
  enum Answer {
    case reply((inout JSONWriter) -> Void)
    /// A whole message, with its NUL, that was made beside the loop.
    case message(TextBuffer)
    case refuse(CallError)
    /// It comes with `complete`.
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
  /// Memory held for what clients have sent and nobody has answered yet.
  private(set) var held = 0
  /// Bytes that wait to be read by all clients.
  var unread = 0
  /// Bytes of requests that are being answered beside the loop.
  private(set) var underWay = 0
  /// Bytes of long answers that are in the making.
  var reserved = 0
  /// What became of those who were disconnected, by reason.
  var turnedOut: [String: Int] = [:]
  /// Beside the loop.
  let worker: Worker
  /// When somebody last asked for something.
  private(set) var lastRequest: Int64 = 0
  private var hasPaused = false
  /// What time it is; another one in tests.
  var clock: () -> Int64 = gnomon_monotonic_time
  /// Answers a request.
  var answer: (Request, Interface, String, Connection) -> Answer = { request, _, _, _ in
    .refuse(.methodNotImplemented(request.method))
  }

  /// Told of every connection that has ended.
  var ended: (Connection) -> Void = { _ in }

  /// The smallest the kernel gives for a few messages: a reader that lags finds the latest, not seconds of the past.
  static let sendBuffer: CInt = 8192
  /// A message that has begun has to end within this time.
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

  /// Without descriptors left one waits for the next look, instead of being woken for ever.
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

  /// Closes connections that have read nothing, or left a message half sent, for too long. `time` is of `clock`, which stands still while the
  /// machine sleeps, as the clients do.
  func closeStalled(at time: Int64) {
    if hasPaused {
      hasPaused = false
      for (index, listener) in listeners.enumerated() { watch(listener, index, isAccepting: true) }
    }
    for case let connection? in table {
      if let since = connection.outbox.stalledSince, time - since > Self.patience {
        close(connection, because: "it has read nothing for \(Limits.patience) s")
      } else if let since = connection.halfSince, time - since > Self.halfSentPatience {
        close(connection, because: "it has left a message half sent")
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
      // What it said before it left is obeyed; answers reach nobody.
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

  /// Somebody has a request left, whose turn is the next.
  private(set) var hasWaiting = false

  /// Those who have one; `each` is called after every one of them.
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

  /// Answers one request of a connection per turn of the loop, and the next one only when that answer has gone, so a busy client
  /// cannot starve samples or other clients.
  func serve(_ connection: Connection) {
    if connection.isReady, connection.phase != .waiting, admits(connection), let message = connection.splitter.next() {
      answer(message, connection)
    }
    if connection.phase == .idle || connection.phase == .waiting {
      connection.phase = connection.isReady && connection.splitter.hasMessage() ? .waiting : .idle
    }
    if connection.phase == .waiting { hasWaiting = true }
    // Of a stream nothing more is read.
    if connection.phase == .streaming { connection.splitter.drop() }
    let isHalf =
      connection.splitter.isWithinMessage && connection.outbox.isEmpty && connection.phase != .answering
      && connection.phase != .heldBack
    connection.halfSince = isHalf ? connection.halfSince ?? clock() : nil
    account(for: connection)
  }

  /// Keeps what is held for half-sent messages within bounds: of the user who holds most, the longest has to go.
  private func account(for connection: Connection) {
    guard !connection.isClosed else { return }
    held += connection.splitter.held - connection.held
    connection.held = connection.splitter.held
    while held > Limits.unfinished, dropLongestMessage() {}
  }

  /// Turns away the longest half-sent message of the user who holds most; false if there is none.
  func dropLongestMessage() -> Bool {
    guard let longest = largestBufferOfHeaviestUser else { return false }
    longest.splitter.drop()
    held -= longest.held
    longest.held = 0
    longest.isLeaving = true
    Log.write("turned away \(longest.name): its half-sent messages hold too much memory", .notice)
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

  /// Whether its next request may be taken now: long ones wait for each other, or their memory would have no bound.
  private func admits(_ connection: Connection) -> Bool {
    let length = connection.splitter.nextLength
    let isTooMuch = length > Limits.longMessage && underWay > 0 && underWay + length > Limits.underWay
    connection.phase = isTooMuch ? .heldBack : .idle
    return !isTooMuch
  }

  /// Until `complete` nothing more of this connection is read.
  func startAnswering(_ connection: Connection, length: Int = 0) {
    connection.phase = .answering
    connection.underWay += length
    underWay += length
  }

  /// The answer to a request that was taken beside the loop.
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

  /// Watches for what is of use now, and lets go who is done.
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
