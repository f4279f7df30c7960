import CPosix
import Glibc
import Text
import Wire

/// The messages that wait for one client, bounded so that a slow client loses only its own messages.
///
/// A value (a pose, the alignment) waits in its own slot, where only the latest is kept. Events and replies wait in a queue of
/// `Limits.queue`. Dropped messages are counted, and the count is part of the next message. Buffers are reused, except for long
/// ones.
public struct Outbox {
  /// The number of a kind of value; each kind waits in a slot of its own.
  public struct Slot: Sendable {
    public static let count = 8
    public let number: Int

    /// Makes a slot; `number` is from 0 to 7.
    public init(_ number: Int) {
      precondition((0..<Self.count).contains(number))
      self.number = number
    }
    fileprivate var bit: UInt8 { 1 << UInt8(truncatingIfNeeded: number) }
  }

  /// Bytes being sent, from `offset` on; all messages except the first are whole.
  private var unsent = TextBuffer()
  private var offset = 0
  private var queue = TextBuffer()
  private var queued = 0
  private var slots = [TextBuffer](repeating: TextBuffer(), count: Slot.count)
  private var filled: UInt8 = 0
  private(set) var dropped = 0
  /// The number of messages dropped since the client connected.
  private(set) var droppedInAll = 0
  /// The time since which messages wait and none was read; nil when the client reads.
  private(set) var stalledSince: Int64?

  var isEmpty: Bool { unsent.isEmpty && queued == 0 && filled == 0 }

  /// The number of bytes that wait.
  var unread: Int {
    if isEmpty { return 0 }
    var sum = unsent.count + queue.count
    if filled != 0 { for index in slots.indices where filled & 1 << index != 0 { sum += slots[index].count } }
    return sum
  }

  /// Counts a dropped message, also one that was never encoded.
  mutating func drop() {
    dropped += 1
    droppedInAll += 1
  }

  /// Whether a value waits in its slot.
  func holds(_ slot: Slot) -> Bool { filled & slot.bit != 0 }

  /// Sends a value at once, or keeps it in its slot. Returns false when the connection is broken.
  mutating func send(_ message: UnsafeBufferPointer<UInt8>, _ slot: Slot, to descriptor: CInt) -> Bool {
    if isEmpty, dropped == 0 {
      guard let rest = push(message, to: descriptor) else { return false }
      if rest == 0 { return true }
      stall()
      if rest < message.count {
        unsent.append(contentsOf: UnsafeBufferPointer(rebasing: message[(message.count - rest)...]))
        return true
      }
    }
    if holds(slot) { drop() }
    slots[slot.number].removeAll()
    slots[slot.number].append(contentsOf: message)
    filled |= slot.bit
    return flush(to: descriptor)
  }

  /// Sends an event of a stream, or drops it if the queue is full. Returns false when the connection is broken.
  mutating func sendEvent(_ message: UnsafeBufferPointer<UInt8>, to descriptor: CInt) -> Bool {
    guard queued < Limits.queue, queue.count + message.count <= Limits.queueBytes || queue.isEmpty else {
      drop()
      return true
    }
    StreamEncoder.append(message, dropped: dropped, to: &queue)
    dropped = 0
    queued += 1
    return flush(to: descriptor)
  }

  /// Sends a reply, which is never dropped: the client's next request is read only after it. Returns false when the connection is
  /// broken.
  mutating func sendReply(_ message: UnsafeBufferPointer<UInt8>, to descriptor: CInt) -> Bool {
    queue.append(contentsOf: message)
    queued += 1
    return flush(to: descriptor)
  }

  /// Sends a long reply without copying it.
  mutating func sendReply(_ message: consuming TextBuffer, to descriptor: CInt) -> Bool {
    guard queue.isEmpty else { return message.withBytes { sendReply($0, to: descriptor) } }
    queue = message
    queued += 1
    return flush(to: descriptor)
  }

  /// Sends as much as the kernel accepts. Returns false when the connection is broken.
  mutating func flush(to descriptor: CInt) -> Bool {
    while true {
      if unsent.isEmpty { load() }
      if unsent.isEmpty {
        stalledSince = nil
        shrink()
        return true
      }
      let from = offset
      let result = unsent.withBytes { push(UnsafeBufferPointer(rebasing: $0[from...]), to: descriptor) }
      guard let rest = result else { return false }
      if unsent.count - rest > offset { stalledSince = nil }
      if rest > 0 {
        offset = unsent.count - rest
        stall()
        return true
      }
      unsent.removeAll()
      offset = 0
    }
  }

  /// Releases long buffers when nothing waits.
  private mutating func shrink() {
    unsent.shrink(to: Self.kept)
    queue.shrink(to: Self.kept)
  }
  private static let kept = 16 << 10

  /// Loads `unsent` with the queue in order; if that is empty, with the latest of each value.
  private mutating func load() {
    if queued > 0 {
      swap(&unsent, &queue)
      queued = 0
      return
    }
    guard filled != 0 else { return }
    for index in slots.indices where filled & 1 << index != 0 {
      slots[index].withBytes { StreamEncoder.append($0, dropped: dropped, to: &unsent) }
      dropped = 0
      slots[index].removeAll()
      slots[index].shrink(to: Self.kept)
    }
    filled = 0
  }

  private mutating func stall() { if stalledSince == nil { stalledSince = gnomon_monotonic_time() } }

  /// Returns the number of bytes that the kernel has not accepted; nil when the connection is broken.
  private func push(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: CInt) -> Int? {
    let sent = gnomon_send(descriptor, bytes.baseAddress, Int64(bytes.count))
    if sent >= 0 { return bytes.count - Int(sent) }
    return sent == -Int64(EAGAIN) ? bytes.count : nil
  }
}

// Messages of streams, encoded once and sent to all of their readers.
extension Server {
  /// Sends a value of a stream; for a client that does not read it, only the latest waits, in its slot. A broken connection is
  /// closed.
  public func send(_ value: UnsafeBufferPointer<UInt8>, _ slot: Outbox.Slot, to connection: Connection) {
    let isSent = connection.outbox.send(value, slot, to: connection.descriptor)
    if isSent { settle(connection) } else { close(connection) }
  }

  /// Sends a value of a stream to each of these connections.
  public func send(_ value: UnsafeBufferPointer<UInt8>, _ slot: Outbox.Slot, to connections: [Connection]) {
    for connection in connections { send(value, slot, to: connection) }
  }

  /// Sends an event of a stream, or drops and counts it if too many wait. A broken connection is closed.
  public func sendEvent(_ event: UnsafeBufferPointer<UInt8>, to connection: Connection) {
    let isSent = connection.outbox.sendEvent(event, to: connection.descriptor)
    if isSent { settle(connection) } else { close(connection) }
  }

  /// Sends an event of a stream to each of these connections.
  public func sendEvent(_ event: UnsafeBufferPointer<UInt8>, to connections: [Connection]) {
    for connection in connections { sendEvent(event, to: connection) }
  }

  /// Sends the last message of a stream, which is never dropped. A broken connection is closed.
  public func sendLast(_ message: UnsafeBufferPointer<UInt8>, to connection: Connection) {
    let isSent = connection.outbox.sendReply(message, to: connection.descriptor)
    if isSent { settle(connection) } else { close(connection) }
  }
}
