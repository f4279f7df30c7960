public import Samples

/// Settings of `gnomon-bridge.service`, the way in for browsers. The daemon itself does not use them. Off without a port.
public struct BridgeSettings: Equatable, Sendable {
  public init() {}

  public var port = ""
  public var origins = ""
  public var allow = ""

  public var permittedOrigins: [String] { Self.words(origins) }
  public var methods: [String] { Self.words(allow) }

  public static let table = ParameterTable<BridgeSettings>([
    .init(
      text: "Bridge.Port", \.port, "TCP port on 127.0.0.1 of gnomon-bridge.service, as 8017; empty: the service is off",
      check: portFault
    ).changed("when pages or dashboards read the wearer; then `systemctl restart gnomon-bridge`"),
    .init(
      text: "Bridge.Origins", \.origins,
      "origins of the pages that may use it, as http://localhost:5173, separated by spaces", check: fault(ofOrigins:)
    ).changed("when the page comes from a web server; programs that are no browser need none"),
    .init(
      text: "Bridge.Allow", \.allow,
      "methods that it passes on beside those that only read, as org.gnomon.Tracking.ResetScene, separated by spaces",
      check: methodFault
    ).changed("when a page is to change something; the service's user needs the daemon's permission as well"),
  ])

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Sendable private static func portFault(_ text: String) -> String? {
    if text.isEmpty { return nil }
    guard let number = UInt16(text), number > 0 else { return "a port from 1 to 65535, or nothing, not '\(text)'" }
    return nil
  }

  /// Returns the fault of a list of origins: scheme, host and port as a browser writes them in `Origin` (RFC 6454, § 6.1).
  @Sendable public static func fault(ofOrigins text: String) -> String? {
    for word in words(text) {
      let host = word.hasPrefix("https://") ? word.dropFirst(8) : word.hasPrefix("http://") ? word.dropFirst(7) : ""
      let isPlain = host.utf8.allSatisfy {
        0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || [0x2D, 0x2E, 0x3A, 0x5B, 0x5D].contains($0)
      }
      guard !host.isEmpty, isPlain else {
        return "an origin is http://HOST:PORT or https://HOST, in small letters, without a path, not '\(word)'"
      }
    }
    return nil
  }

  @Sendable private static func methodFault(_ text: String) -> String? {
    for word in words(text) where !word.hasPrefix("org.") || word.split(separator: ".").count < 4 {
      return "a method is written with its interface, as org.gnomon.Tracking.ResetScene, not '\(word)'"
    }
    return nil
  }
}
