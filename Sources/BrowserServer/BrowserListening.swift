public import CommandParts
public import Text

/// The address of `--listen`, at which browsers of other machines reach a server: by HTTPS, or by plain HTTP with `--plain`.
public struct BrowserListening {
  public let address: ListenAddress
  /// nil: plain HTTP.
  public let identity: BrowserIdentity?
  private let secret: Secret

  /// The secret that lets a browser in.
  public enum Secret: String, Sendable { case code, token }

  private init(_ address: ListenAddress, isPlain: Bool, _ secret: Secret) throws(Failure) {
    self.address = address
    identity = isPlain ? nil : try BrowserIdentity()
    self.secret = secret
  }

  /// The address of `--listen`, with `--plain` and `--port` beside it; nil for the loopback alone.
  public static func asked(
    _ text: String?, isPlain: Bool, port: Int?, _ secret: Secret, _ syntax: Syntax
  ) throws(Failure) -> BrowserListening? {
    guard let text else {
      if isPlain { throw .usage("--plain needs --listen", syntax) }
      return nil
    }
    var address = try ListenAddress(text, from: "--listen")
    if let port {
      guard address.port == nil else { throw .usage("--listen has a port already: leave out --port", syntax) }
      address.port = UInt16(port)
    }
    return try BrowserListening(address, isPlain: isPlain, secret)
  }

  public func name(port: UInt16) -> ServerName {
    ServerName(address.host, port: port, isEncrypted: identity != nil)
  }

  /// Sentences about what others can read or see, for the person who starts the server.
  var notice: String {
    guard identity == nil else {
      return """
        the browser will warn, because no authority vouches for this certificate: compare its fingerprint before you go on. How each \
        browser shows it is unverified
        """
    }
    let screen =
      secret == .code ? ", and the phone's screen will sleep, since pages can keep it on over HTTPS only" : ""
    return """
      plain HTTP: everyone in this network can read the \(secret.rawValue) and the place\(screen). It is right where the network is \
      yours: a hotspot of the phone, USB, a VPN
      """
  }

  /// The fingerprint and the sentences, for `--json`.
  public var members: [JSONMember] {
    (identity.map { [JSONMember("fingerprint", .string($0.fingerprint))] } ?? [])
      + [JSONMember("notice", .string(notice))]
  }

  /// Shows the fingerprint and the sentences.
  public func announce() {
    if let identity { Terminal.print("fingerprint (SHA-256): \(identity.fingerprint)\n") }
    if identity?.isNew == true { Terminal.inform("made a key and a certificate, which later starts use again") }
    Terminal.inform(notice + ".")
  }
}
