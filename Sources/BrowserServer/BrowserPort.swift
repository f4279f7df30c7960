public import CPosix
public import CommandParts
import Files
import Glibc

/// A port for browsers, on 127.0.0.1 or on another address of this machine that was named, with its wait.
public final class BrowserPort {
  private let listener: Descriptor
  private let events: EventWait
  private static let listenerKey = EventWait.lastKey + 1

  /// The key of no descriptor: those that are added have larger ones.
  public static let lastKey = listenerKey

  /// Browsers that wait to be accepted.
  private static let queue: CInt = 64

  /// Port 0 is one that is free.
  public init(_ port: UInt16, on host: String = ServerName.loopback) throws(Failure) {
    listener = Descriptor(gnomon_listen_on_address(host, port, Self.queue))
    events = try EventWait()
    guard listener.isOpen else {
      let remedy = -listener.number == EADDRNOTAVAIL ? "it is no address of this machine" : "try another port"
      throw .inputOutput(
        "\(port == 0 ? host : "port \(port) of \(host)") is not available (\(String(cString: strerror(-listener.number)))); \(remedy)"
      )
    }
    events.add(listener.number, key: Self.listenerKey)
  }

  /// The signal that has ended the wait.
  public var signal: CInt? { events.signal }

  public var number: UInt16 { UInt16(clamping: gnomon_port_of(listener.number)) }

  /// The next browser that has come, with a kernel's buffer of this size for sending.
  public func accept(sendBuffer: CInt) -> CInt? {
    let descriptor = gnomon_accept(listener.number, sendBuffer)
    return descriptor < 0 ? nil : descriptor
  }

  public func add(_ descriptor: CInt, key: UInt64) { events.add(descriptor, key: key) }

  public func change(_ descriptor: CInt, key: UInt64, isRead: Bool, isWritten: Bool = false) {
    events.change(descriptor, key: key, isRead: isRead, isWritten: isWritten)
  }

  public func remove(_ descriptor: CInt) { events.remove(descriptor) }

  /// Waits until something happens, or for so many milliseconds (−1: without a limit). Returns false at SIGTERM, SIGINT and
  /// SIGHUP.
  public func wait(milliseconds: CInt, accept: () -> Void, serve: (gnomon_readiness) -> Void) -> Bool {
    events.wait(milliseconds: milliseconds) { event in
      if event.key == Self.listenerKey { accept() } else { serve(event) }
    }
  }
}
