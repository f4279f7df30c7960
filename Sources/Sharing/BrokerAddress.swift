/// Where the broker listens: a host and port, or a Unix socket.
public enum BrokerAddress: Equatable, Sendable {
  case host(String, port: Int)
  case unix(String)

  public static let expected = "HOST, HOST:PORT, [IPv6 ADDRESS]:PORT or unix:/PATH"
  /// The ports of MQTT with and without TLS (IANA).
  public static let securePort = 8883, plainPort = 1883

  /// Reads an address. Without a port it is that of TLS, on this machine that without TLS.
  public init?(_ text: String, usesTLS: Bool = false) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      // sockaddr_un has 108 bytes with the final zero.
      guard path.hasPrefix("/"), (2...107).contains(path.utf8.count) else { return nil }
      self = .unix(path)
      return
    }
    var host = text[...], port: Int?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      if !rest.isEmpty {
        guard rest.hasPrefix(":"), let number = Int(rest.dropFirst()) else { return nil }
        port = number
      }
    } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      guard let number = Int(text[text.index(after: colon)...]) else { return nil }
      port = number
    }
    guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(Self.isAllowed) else { return nil }
    let name = String(host)
    let usual = usesTLS || !Self.isThisMachine(name) ? Self.securePort : Self.plainPort
    guard (1...65535).contains(port ?? usual) else { return nil }
    self = .host(name, port: port ?? usual)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Whether nothing but TLS keeps others from reading along.
  public var needsTLS: Bool {
    switch self {
    case .unix: false
    case .host(let host, _): !Self.isThisMachine(host)
    }
  }

  public var text: String {
    switch self {
    case .unix(let path): "unix:\(path)"
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
