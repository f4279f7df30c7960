public import Foundation
import Glibc

/// A server on the loopback that sends the bytes that a test chooses to each client, valid for gpsd or not.
public final class SpokenGPSD: @unchecked Sendable {
  /// A connection; data that cannot be sent any more are dropped.
  public final class Peer: @unchecked Sendable {
    fileprivate let descriptor: CInt
    private unowned let server: SpokenGPSD

    fileprivate init(_ descriptor: CInt, _ server: SpokenGPSD) {
      self.descriptor = descriptor
      self.server = server
    }

    /// Whether the client still accepts bytes, and the server still runs.
    public private(set) var isOpen = true

    public func send(_ text: String) { send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) {
      var sent = 0
      while sent < bytes.count, isOpen {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, CInt(MSG_NOSIGNAL))
        }
        if count > 0 { sent += count } else { isOpen = errno == EAGAIN && server.isServing }
      }
      isOpen = isOpen && server.isServing
    }

    public func greet() {
      send(#"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"# + "\r\n")
    }

    /// Sends fixes at the given rate until the connection or the server ends, or `count` fixes were sent.
    public func fixes(
      _ count: Int = .max, hertz: Double = 20, device: String = "/dev/ttyACM0", from start: Date = Date()
    ) {
      var sent = 0
      while sent < count, isOpen {
        send(SpokenGPSD.fix(at: start.addingTimeInterval(Double(sent) / hertz), device: device) + "\r\n")
        usleep(useconds_t(1e6 / hertz))
        sent += 1
      }
    }

    /// Waits until the connection or the server ends.
    public func hold() {
      var byte: UInt8 = 0
      while isOpen {
        let count = recv(descriptor, &byte, 1, 0)
        if count == 0 || count < 0 && errno != EAGAIN { return }
        isOpen = server.isServing
      }
    }
  }

  public let port: UInt16
  private let listener: CInt
  private let lock = NSLock()
  private var wanted = true
  private var connections = 0

  /// The number of connections so far.
  public var connectionCount: Int { lock.withLock { connections } }
  fileprivate var isServing: Bool { lock.withLock { wanted } }

  /// Runs `serve` in a separate thread for each connection, and closes the connection when it returns.
  public init(_ serve: @escaping @Sendable (Peer) -> Void) {
    let listener = internetSocket(.stream)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    listen(listener, 16)
    Thread.detachNewThread { [self] in
      while isServing {
        var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 50) == 1 else { continue }
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { continue }
        lock.withLock { connections += 1 }
        var patience = timeval(tv_sec: 0, tv_usec: 100_000)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
          setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        Thread.detachNewThread { [self] in
          serve(Peer(descriptor, self))
          close(descriptor)
        }
      }
      close(listener)
    }
  }

  public func stop() { lock.withLock { wanted = false } }

  /// Returns a complete report of a place near Vienna.
  public static func fix(
    at time: Date = Date(), device: String = "/dev/ttyACM0", latitude: String = "48.2082", error: Double = 3.1
  ) -> String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(format.string(from: time))","lat":\#(latitude),"#
      + #""lon":16.3738,"altHAE":210.5,"eph":\#(error),"epv":5.2,"eps":0.4,"track":90.0,"speed":1.2,"climb":0.1}"#
  }
}
