import Foundation
import Glibc

/// A real gpsd on this machine, listening to its receivers over UDP.
public final class GPSD {
  public let port: UInt16
  /// gpsd's paths of its receivers.
  public var devices: [String] { feedPorts.map { "udp://127.0.0.1:\($0)" } }
  private let feedPorts: [UInt16]
  private var process: RigProcess?

  public init(receivers: Int = 1) throws {
    port = freePort(.stream)
    feedPorts = (0..<receivers).map { _ in freePort(.datagram) }
    try start()
  }

  public func start() throws {
    process = try RigProcess("gpsd", ["-N", "-n", "-S", "\(port)"] + devices, isQuiet: true)
  }

  public func stop() {
    process?.stop()
    process = nil
  }

  public func signal(_ number: CInt) { process?.signal(number) }

  /// A feed of a receiver's messages; `factor` multiplies the errors that it states.
  public func feed(
    _ kind: String, _ epochs: Int, hertz: Double, to receiver: Int = 0, factor: Double = 1
  ) throws -> RigProcess {
    try RigProcess("gnss_feed.py", ["\(feedPorts[receiver])", kind, "\(epochs)", "\(hertz)", "\(factor)"])
  }
}

/// Named here because some toolchains do not find the C library's names if other C modules define them as well.
public enum SocketKind { case stream, datagram }

public func internetSocket(_ kind: SocketKind) -> CInt {
  socket(AF_INET, CInt((kind == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue), 0)
}

/// Returns a port that is not in use at the moment, below those that the kernel chooses by itself (32768 to 60999): one of these
/// could be the end of another program's connection before it is used.
public func freePort(_ kind: SocketKind) -> UInt16 {
  while true {
    let port = UInt16.random(in: 10_000..<32_768), probe = internetSocket(kind)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isFree = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isFree { return port }
  }
}
