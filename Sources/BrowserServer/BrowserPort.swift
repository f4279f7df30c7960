public import CPosix
public import CommandParts
import Files
import Glibc

/// A port for browsers, on 127.0.0.1 or on another address of this machine that was named, and one wait for all that happens: a
/// browser that comes, a descriptor that is ready, a signal that ends the program.
public final class BrowserPort {
  private let listener: Descriptor
  private let poller: Descriptor
  private let signals: Descriptor
  private let ready = UnsafeMutablePointer<gnomon_readiness>.allocate(capacity: BrowserPort.most)
  private static let listenerKey: UInt64 = 0, signalsKey: UInt64 = 1
  /// Descriptors whose readiness one wait returns.
  private static let most = 64

  /// The key of no descriptor: those that are added have larger ones.
  public static let lastKey = signalsKey

  /// Browsers that wait to be accepted.
  private static let queue: CInt = 64

  /// Port 0 is one that is free.
  public init(_ port: UInt16, on host: String = ServerName.loopback) throws(Failure) {
    listener = Descriptor(gnomon_listen_on_address(host, port, Self.queue))
    poller = Descriptor(gnomon_poller_create())
    signals = Descriptor(gnomon_signals_create())
    guard listener.isOpen else {
      let remedy = -listener.number == EADDRNOTAVAIL ? "it is no address of this machine" : "try another port"
      throw .inputOutput(
        "port \(port) of \(host) is not available (\(String(cString: strerror(-listener.number)))); \(remedy)")
    }
    guard poller.isOpen, signals.isOpen else {
      throw .inputOutput("cannot wait for browsers: the system has no descriptors left")
    }
    gnomon_poller_add(poller.number, listener.number, Self.listenerKey, 1, 0)
    gnomon_poller_add(poller.number, signals.number, Self.signalsKey, 1, 0)
  }

  deinit { ready.deallocate() }

  public var number: UInt16 { UInt16(clamping: gnomon_port_of(listener.number)) }

  /// The next browser that has come, with a kernel's buffer of this size for sending.
  public func accept(sendBuffer: CInt) -> CInt? {
    let descriptor = gnomon_accept(listener.number, sendBuffer)
    return descriptor < 0 ? nil : descriptor
  }

  public func add(_ descriptor: CInt, key: UInt64) { gnomon_poller_add(poller.number, descriptor, key, 1, 0) }

  public func change(_ descriptor: CInt, key: UInt64, isRead: Bool, isWritten: Bool = false) {
    gnomon_poller_change(poller.number, descriptor, key, isRead ? 1 : 0, isWritten ? 1 : 0)
  }

  public func remove(_ descriptor: CInt) { gnomon_poller_remove(poller.number, descriptor) }

  /// Waits until something happens, or for so many milliseconds (−1: without a limit). Returns false at SIGTERM and SIGINT.
  public func wait(milliseconds: CInt, accept: () -> Void, serve: (gnomon_readiness) -> Void) -> Bool {
    let count = gnomon_poller_wait(poller.number, ready, CInt(Self.most), milliseconds)
    for index in 0..<Int(max(0, count)) {
      switch ready[index].key {
      case Self.listenerKey: accept()
      case Self.signalsKey:
        let signal = gnomon_signals_read(signals.number)
        if signal == SIGTERM || signal == SIGINT { return false }
      default: serve(ready[index])
      }
    }
    return true
  }
}
