import Sensors
import SocketServer

/// The set of descriptors that the daemon waits for; each has a key of a kind and a number.
final class DaemonPoller {
  enum Kind: UInt64 { case signals, housekeeping, listener, source, connection, worker, outlets }
  struct Key {
    var kind: Kind
    var number: UInt64

    init(_ kind: Kind, _ number: UInt64 = 0) {
      self.kind = kind
      self.number = number
    }
    init?(bits: UInt64) {
      guard let kind = Kind(rawValue: bits >> 56) else { return nil }
      self.init(kind, bits & (1 << 56 - 1))
    }
    var bits: UInt64 { kind.rawValue << 56 | number }
  }

  private let all = Poller(capacity: 64)
  /// The sources a second time, so that they can be checked alone in the middle of a turn.
  private let sources = Poller(capacity: 16)

  init() throws(ServiceFault) {
    if all.descriptor < 0 { throw .cannotWait(-all.descriptor) }
    if sources.descriptor < 0 { throw .cannotWait(-sources.descriptor) }
  }

  func add(_ descriptor: CInt, _ key: Key, reads: Bool = true, writes: Bool = false) {
    all.add(descriptor, key: key.bits, reads: reads, writes: writes)
    if key.kind == .source { sources.add(descriptor, key: key.bits) }
  }
  func change(_ descriptor: CInt, _ key: Key, reads: Bool, writes: Bool) {
    all.change(descriptor, key: key.bits, reads: reads, writes: writes)
  }
  func remove(_ descriptor: CInt) {
    all.remove(descriptor)
    sources.remove(descriptor)
  }

  /// Calls `body` for each source that has samples now, without waiting.
  func checkSources(_ body: (Key) -> Void) {
    let count = sources.wait(milliseconds: 0)
    for index in 0..<max(0, count) { if let key = Key(bits: sources[index].key) { body(key) } }
  }

  /// Waits for events, and calls `body` for each ready descriptor: sources first, since clients wait for their samples.
  func wait(milliseconds: Int = -1, _ body: (Key, Poller.Readiness) -> Void) throws(ServiceFault) {
    let count = all.wait(milliseconds: milliseconds)
    if count < 0 { throw .cannotWait(CInt(-count)) }
    for isSource in [true, false] {
      for index in 0..<count {
        let ready = all[index]
        if let key = Key(bits: ready.key), (key.kind == .source) == isSource { body(key, ready) }
      }
    }
  }
}

extension DaemonPoller: SocketPoller {
  func add(_ descriptor: CInt, _ key: SocketKey) { add(descriptor, Key(key)) }
  func change(_ descriptor: CInt, _ key: SocketKey, reads: Bool, writes: Bool) {
    change(descriptor, Key(key), reads: reads, writes: writes)
  }
}

extension DaemonPoller.Key {
  fileprivate init(_ key: SocketKey) {
    switch key {
    case .listener(let index): self.init(.listener, UInt64(index))
    case .connection(let number): self.init(.connection, number)
    }
  }
}
