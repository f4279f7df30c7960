import CPosix
import Glibc

/// The address of `--listen`: one numeric address of this machine, or the name of an interface, and perhaps a port.
public struct ListenAddress: Equatable, Sendable {
  public var host: String
  /// nil: any free port.
  public var port: UInt16?

  /// An address of this machine's networks, with the interface that has it.
  public struct Known: Equatable, Sendable {
    public var interface: String
    public var host: String

    public init(_ interface: String, _ host: String) { (self.interface, self.host) = (interface, host) }
  }

  init(_ host: String, _ port: UInt16?) { (self.host, self.port) = (host, port) }

  /// `192.168.1.20`, `192.168.1.20:8017`, `[fd00::1]:8017`, `wlan0`, `wlan0:8017`
  public init(
    _ text: String, from option: String, among known: [Known] = Self.ofThisMachine()
  ) throws(Failure) {
    func refused(_ why: String) -> Failure {
      let list = known.map { "\($0.host) (\($0.interface))" }.joined(separator: ", ")
      let mine = known.isEmpty ? "this machine has no network" : "this machine has \(list)"
      return Failure(
        status: .usage, message: "\(option): \(why); expected an address of this machine, and perhaps a port: \(mine)")
    }
    var host = text, port: UInt16?
    let isBracketed = text.hasPrefix("["), colons = text.count { $0 == ":" }
    if isBracketed || colons == 1, let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      let digits = text[text.index(after: colon)...]
      guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(digits), number > 0 else {
        throw refused("'\(DaemonCall.plain(text))' has no port from 1 to 65535 after its colon")
      }
      (host, port) = (String(text[..<colon]), number)
    }
    if isBracketed {
      guard host.hasSuffix("]") else { throw refused("'\(DaemonCall.plain(text))' has no closing bracket") }
      host = String(host.dropFirst().dropLast())
    }
    if let own = known.first(where: { $0.interface == host }) { host = own.host }
    guard let numbers = Self.numbers(host) else {
      throw refused("'\(DaemonCall.plain(host))' is neither numbers nor an interface")
    }
    guard !["0.0.0.0", "::", "::ffff:0.0.0.0"].contains(numbers) else {
      throw refused("'\(DaemonCall.plain(host))' is every network at once: name one")
    }
    // Of addresses of version 6 this machine's are not listed.
    let isOwn = known.contains { $0.host == numbers } || numbers.hasPrefix("127.")
    guard isOwn || numbers.contains(":") && !numbers.hasPrefix("ff") && !numbers.hasPrefix("::ffff:") else {
      throw refused("'\(DaemonCall.plain(host))' is no address of this machine")
    }
    self.init(numbers, port)
  }

  public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The usual form of a numeric address, in which a browser sends it: `fd00::1` for `FD00:0::1`.
  private static func numbers(_ host: String) -> String? {
    var four = in_addr(), six = in6_addr(), text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if inet_pton(AF_INET, host, &four) == 1 {
      inet_ntop(AF_INET, &four, &text, socklen_t(text.count))
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      inet_ntop(AF_INET6, &six, &text, socklen_t(text.count))
    } else {
      return nil
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The addresses of this machine's networks, the most usual first: wireless, then wired; bridges of containers and virtual
  /// machines last.
  public static func ofThisMachine() -> [Known] {
    var found = [gnomon_address](repeating: gnomon_address(), count: 64)
    let count = gnomon_addresses(&found, CInt(found.count))
    let known = found.prefix(Int(max(0, count))).map { one in
      Known(
        withUnsafeBytes(of: one.interface) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) },
        withUnsafeBytes(of: one.host) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return known.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  private static func rank(_ one: Known) -> Int {
    for (rank, prefixes) in [["wl"], ["en", "eth"], ["usb", "rndis"]].enumerated()
    where prefixes.contains(where: one.interface.hasPrefix) { return rank }
    return ["docker", "br-", "virbr", "veth", "lxc", "podman"].contains(where: one.interface.hasPrefix) ? 4 : 3
  }
}
