import CPosix

/// Waits for any of many descriptors; each has a key of a kind and a number.
final class Poller {
  enum Kind: UInt64 { case signals, housekeeping, listener, source, connection, worker }
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

  let descriptor: CInt
  /// The sources again, to be looked at alone in the middle of a turn.
  private let sources: CInt
  private let ready = UnsafeMutablePointer<gnomon_readiness>.allocate(capacity: 64)
  private let readySources = UnsafeMutablePointer<gnomon_readiness>.allocate(capacity: 16)

  init() throws(ServiceFault) {
    descriptor = gnomon_poller_create()
    sources = gnomon_poller_create()
    if descriptor < 0 { throw .cannotWait(-descriptor) }
    if sources < 0 { throw .cannotWait(-sources) }
  }

  deinit {
    if descriptor >= 0 { gnomon_close(descriptor) }
    if sources >= 0 { gnomon_close(sources) }
    ready.deallocate()
    readySources.deallocate()
  }

  func add(_ other: CInt, _ key: Key, reads: Bool = true, writes: Bool = false) {
    _ = gnomon_poller_add(descriptor, other, key.bits, reads ? 1 : 0, writes ? 1 : 0)
    if key.kind == .source { _ = gnomon_poller_add(sources, other, key.bits, 1, 0) }
  }
  func change(_ other: CInt, _ key: Key, reads: Bool, writes: Bool) {
    _ = gnomon_poller_change(descriptor, other, key.bits, reads ? 1 : 0, writes ? 1 : 0)
  }
  func remove(_ other: CInt) {
    _ = gnomon_poller_remove(descriptor, other)
    _ = gnomon_poller_remove(sources, other)
  }

  /// Hands over each source that has samples now, without waiting.
  func lookAtSources(_ body: (Key) -> Void) {
    let count = gnomon_poller_wait(sources, readySources, 16, 0)
    for index in 0..<max(0, Int(count)) { if let key = Key(bits: readySources[index].key) { body(key) } }
  }

  /// Waits for something, and hands over each that is ready: samples first, since somebody waits for them.
  func wait(milliseconds: Int = -1, _ body: (Key, gnomon_readiness) -> Void) throws(ServiceFault) {
    let count = gnomon_poller_wait(descriptor, ready, 64, CInt(milliseconds))
    if count < 0 { throw .cannotWait(-count) }
    for isSource in [true, false] {
      for index in 0..<Int(count) {
        if let key = Key(bits: ready[index].key), (key.kind == .source) == isSource { body(key, ready[index]) }
      }
    }
  }
}
