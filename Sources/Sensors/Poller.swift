import CPosix

/// A descriptor from the kernel's `epoll` that stands for several others: readable while one of them is ready.
///
/// The daemon's loop waits on one; a source with several descriptors offers one as its own.
public final class Poller {
  /// What a descriptor is ready for, and the key it was added with.
  public struct Readiness: Sendable {
    public var key: UInt64
    public var isReadable: Bool
    public var isWritable: Bool
    /// The other side has gone, or the descriptor has failed.
    public var isClosed: Bool
  }

  /// −errno when the kernel has none left.
  public let descriptor: CInt
  private let ready: UnsafeMutablePointer<gnomon_readiness>
  private let capacity: CInt

  /// `capacity`: descriptors that one `wait` reports at most; those left over are reported by the next.
  public init(capacity: Int = 64) {
    descriptor = gnomon_poller_create()
    ready = .allocate(capacity: max(1, capacity))
    self.capacity = CInt(max(1, capacity))
  }

  deinit {
    if descriptor >= 0 { gnomon_close(descriptor) }
    ready.deallocate()
  }

  /// Negative descriptors, of what is not there, are left out.
  public func add(_ member: CInt, key: UInt64 = 0, reads: Bool = true, writes: Bool = false) {
    guard member >= 0 else { return }
    _ = gnomon_poller_add(descriptor, member, key, reads ? 1 : 0, writes ? 1 : 0)
  }

  public func change(_ member: CInt, key: UInt64, reads: Bool, writes: Bool) {
    _ = gnomon_poller_change(descriptor, member, key, reads ? 1 : 0, writes ? 1 : 0)
  }

  public func remove(_ member: CInt) {
    guard member >= 0 else { return }
    _ = gnomon_poller_remove(descriptor, member)
  }

  /// Waits for at most so many milliseconds (−1: without an end); how many are ready, or −errno.
  public func wait(milliseconds: Int) -> Int {
    Int(gnomon_poller_wait(descriptor, ready, capacity, CInt(milliseconds)))
  }

  /// One of those that the last `wait` has found.
  public subscript(index: Int) -> Readiness {
    let found = ready[index]
    return Readiness(
      key: found.key, isReadable: found.is_readable != 0, isWritable: found.is_writable != 0,
      isClosed: found.is_closed != 0)
  }
}

/// A descriptor by which another thread wakes the loop.
final class WakeSignal {
  let descriptor: CInt

  init() { descriptor = gnomon_event_create() }

  deinit { if descriptor >= 0 { gnomon_close(descriptor) } }

  func clear() { _ = gnomon_event_read(descriptor) }
}

/// Reports that an entry of a folder has appeared or gone; does nothing where the folder is missing.
final class FolderWatch {
  let descriptor: CInt

  init(_ folder: String) { descriptor = gnomon_folder_watch_create(folder) }

  deinit { if descriptor >= 0 { gnomon_close(descriptor) } }

  /// Whether something changed since the last time.
  func hasChanged() -> Bool { descriptor >= 0 && gnomon_folder_watch_read(descriptor) > 0 }
}
