public import CommandParts
public import Text

/// The address of `--listen`, at which browsers of other machines reach a server: by HTTPS, or by plain HTTP if that was asked for.
public struct BrowserListening {
  public let address: ListenAddress
  /// nil: plain HTTP.
  public let identity: BrowserIdentity?

  public init(_ address: ListenAddress, isPlain: Bool) throws(Failure) {
    self.address = address
    identity = isPlain ? nil : try BrowserIdentity()
  }

  public func name(port: UInt16) -> ServerName {
    ServerName(address.host, port: port, isEncrypted: identity != nil)
  }

  /// Two sentences for the person who started it; `secret` is what lets a browser in.
  public func notice(secret: String) -> String {
    identity == nil
      ? """
      plain HTTP: everyone in this network can read the \(secret) and the place, and the phone's screen will sleep, since pages can \
      keep it on over HTTPS only. It is right where the network is yours: a hotspot of the phone, USB, a VPN
      """
      : """
      the browser will warn, because no authority vouches for this certificate: compare its fingerprint before you go on. How each \
      browser shows it is unverified
      """
  }

  /// The fingerprint and the sentences, for `--json`.
  public func members(secret: String) -> [JSONMember] {
    (identity.map { [JSONMember("fingerprint", .string($0.fingerprint))] } ?? [])
      + [JSONMember("notice", .string(notice(secret: secret)))]
  }

  /// Shows the fingerprint and the sentences.
  public func announce(secret: String) {
    if let identity { Terminal.print("fingerprint (SHA-256): \(identity.fingerprint)\n") }
    if identity?.isNew == true { Terminal.inform("made a key and a certificate, which later starts use again") }
    Terminal.inform(notice(secret: secret) + ".")
  }
}
