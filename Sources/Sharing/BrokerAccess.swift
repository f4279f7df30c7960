import Text

/// The way to a broker: its address, the encryption, and the user there.
public struct BrokerAccess: Equatable, Sendable {
  public var broker: BrokerAddress
  /// Paths of PEM files: the authorities that may sign the broker's certificate (nil for the system's), and an own certificate
  /// with its key.
  public var authorities: String?
  public var certificate: String?
  public var key: String?
  public var user: String?
  public var passwordFile: String?

  public init(_ broker: BrokerAddress) { self.broker = broker }

  /// Whether the connection is encrypted.
  public var usesTLS: Bool {
    switch broker {
    case .unix: false
    case .host: broker.needsTLS || authorities != nil || certificate != nil
    }
  }
}

extension BrokerAccess {
  /// The members of a file of settings.
  var members: [JSONMember] {
    let texts = [
      ("broker", broker.text), ("tls_ca", authorities), ("certificate", certificate), ("key", key), ("user", user),
      ("password_file", passwordFile),
    ]
    return texts.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
  }

  init(reading json: SettingsMembers) throws(ShareSettingsFault) {
    guard let broker = BrokerAddress(try json.text("broker") ?? "") else {
      throw ShareSettingsFault(member: "broker", expected: BrokerAddress.expected)
    }
    self.broker = broker
    authorities = try json.text("tls_ca")
    certificate = try json.text("certificate")
    key = try json.text("key")
    user = try json.text("user")
    passwordFile = try json.text("password_file")
    if (certificate == nil) != (key == nil) {
      throw ShareSettingsFault(
        member: certificate == nil ? "certificate" : "key", expected: "both certificate and key, or neither")
    }
    if passwordFile != nil, user == nil {
      throw ShareSettingsFault(member: "user", expected: "a user for the password")
    }
  }
}
