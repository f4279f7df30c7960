public import CPosix
public import CommandParts
import Files
import Glibc

/// One wait for all that happens: a descriptor that is ready, or a signal that ends the program.
public final class EventWait {
  private let poller: Descriptor
  private let signals: Descriptor
  private let ready = UnsafeMutablePointer<gnomon_readiness>.allocate(capacity: EventWait.most)
  private static let signalsKey: UInt64 = 0
  /// Descriptors whose readiness one wait returns.
  private static let most = 64

  /// The signal that has ended the wait.
  public private(set) var signal: CInt?

  /// The key of no descriptor: those that are added have larger ones.
  public static let lastKey = signalsKey

  public init() throws(Failure) {
    poller = Descriptor(gnomon_poller_create())
    signals = Descriptor(gnomon_signals_create())
    guard poller.isOpen, signals.isOpen else {
      throw .inputOutput("cannot wait for connections: the system has no descriptors left")
    }
    gnomon_poller_add(poller.number, signals.number, Self.signalsKey, 1, 0)
  }

  deinit { ready.deallocate() }

  public func add(_ descriptor: CInt, key: UInt64, isRead: Bool = true, isWritten: Bool = false) {
    gnomon_poller_add(poller.number, descriptor, key, isRead ? 1 : 0, isWritten ? 1 : 0)
  }

  public func change(_ descriptor: CInt, key: UInt64, isRead: Bool, isWritten: Bool = false) {
    gnomon_poller_change(poller.number, descriptor, key, isRead ? 1 : 0, isWritten ? 1 : 0)
  }

  public func remove(_ descriptor: CInt) { gnomon_poller_remove(poller.number, descriptor) }

  /// Waits until something happens, or for so many milliseconds (−1: without a limit). Returns false at SIGTERM, SIGINT, and
  /// SIGHUP, by which a terminal ends that is closed.
  public func wait(milliseconds: CInt, serve: (gnomon_readiness) -> Void) -> Bool {
    let count = gnomon_poller_wait(poller.number, ready, CInt(Self.most), milliseconds)
    for index in 0..<Int(max(0, count)) {
      if ready[index].key == Self.signalsKey {
        let number = gnomon_signals_read(signals.number)
        if [SIGTERM, SIGINT, SIGHUP].contains(number) {
          signal = number
          return false
        }
      } else {
        serve(ready[index])
      }
    }
    return true
  }
}
