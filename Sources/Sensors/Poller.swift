import CPosix
import Files

/// A descriptor from the kernel's `epoll` that stands for several others: readable while one of them is ready.
///
/// The daemon's loop waits on one; a source with several descriptors offers one as its own.
public final class Poller {
  /// The readiness of a descriptor, and the key it was added with.
  public struct Readiness: Sendable {
    public var key: UInt64
    public var isReadable: Bool
    public var isWritable: Bool
    /// The other side has closed, or the descriptor has failed.
    public var isClosed: Bool
  }

  /// The descriptor, or −errno if the kernel could not make one.
  public var descriptor: CInt { poller.number }
  private let poller: Descriptor
  private let ready: UnsafeMutablePointer<gnomon_readiness>
  private let capacity: CInt

  /// `capacity`: the largest number of descriptors that one `wait` reports; the next one reports the rest.
  public init(capacity: Int = 64) {
    poller = Descriptor(gnomon_poller_create())
    ready = .allocate(capacity: max(1, capacity))
    self.capacity = CInt(max(1, capacity))
  }

  deinit {
    ready.deallocate()
  }

  /// Adds a descriptor; negative ones, which stand for missing ones, are ignored.
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

  /// Waits for at most `milliseconds` (−1: forever). Returns the number of ready descriptors, or −errno.
  public func wait(milliseconds: Int) -> Int {
    Int(gnomon_poller_wait(descriptor, ready, capacity, CInt(milliseconds)))
  }

  /// One of the descriptors that the last `wait` has found ready.
  public subscript(index: Int) -> Readiness {
    let found = ready[index]
    return Readiness(
      key: found.key, isReadable: found.is_readable != 0, isWritable: found.is_writable != 0,
      isClosed: found.is_closed != 0)
  }
}

/// A descriptor through which another thread wakes the loop.
final class WakeSignal {
  private let event = Descriptor(gnomon_event_create())
  var descriptor: CInt { event.number }

  func clear() { _ = gnomon_event_read(descriptor) }
}

/// Reports that an entry of a folder has appeared or gone; does nothing if the folder is missing.
final class FolderWatch {
  private let watch: Descriptor
  var descriptor: CInt { watch.number }

  init(_ folder: String) { watch = Descriptor(gnomon_folder_watch_create(folder)) }

  /// Whether something has changed since the last call.
  func hasChanged() -> Bool { descriptor >= 0 && gnomon_folder_watch_read(descriptor) > 0 }
}
