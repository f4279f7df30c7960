import CommandParts
import Geometry
import Glibc
import Sharing

/// The options of the commands that join: the way to a broker, the name, and how much is sent.
enum BrokerOptions {
  static let access: [Syntax.Option] = [
    .value("--tls-ca", "FILE", "the authority that has signed the broker's certificate (the system's unless given)"),
    .value("--cert", "FILE", "a certificate of this device, for a broker that wants one"),
    .value("--key", "FILE", "the key of that certificate"),
    .value("--user", "USER", "the user at the broker", kind: .text),
    .value("--password-file", "FILE", "a file with the user's password in its first line"),
  ]
  static let broker = Syntax.Option.value(
    "--broker", "ADDRESS", "the broker: HOST, HOST:PORT or unix:/PATH (required)", kind: .text)
  static let blur = Syntax.Option.value(
    "--blur", "M", "round the place to a grid of this many meters, 10 to 20000, and leave out direction and motion")

  static func access(_ arguments: Arguments, _ syntax: Syntax) throws -> BrokerAccess {
    guard let given = arguments.text("--broker") else { throw Failure.usage("--broker is missing", syntax) }
    let wantsTLS = arguments.has("--tls-ca") || arguments.has("--cert")
    guard let broker = BrokerAddress(given, usesTLS: wantsTLS) else {
      throw Failure.usage("--broker must be \(BrokerAddress.expected), not '\(given)'", syntax)
    }
    var access = BrokerAccess(broker)
    access.authorities = try file("--tls-ca", arguments.text("--tls-ca"))
    access.certificate = try file("--cert", arguments.text("--cert"))
    access.key = try file("--key", arguments.text("--key"))
    access.user = arguments.text("--user")
    access.passwordFile = try file("--password-file", arguments.text("--password-file"))
    if (access.certificate == nil) != (access.key == nil) {
      throw Failure.usage("--cert and --key belong together", syntax)
    }
    if access.passwordFile != nil, access.user == nil { throw Failure.usage("--password-file needs --user", syntax) }
    if case .unix = broker, wantsTLS {
      throw Failure.usage("a Unix socket has no TLS: leave out --tls-ca and --cert", syntax)
    }
    return access
  }

  static func name(_ arguments: Arguments, usual: String, _ syntax: Syntax) throws -> String {
    let name = ShownName.cleaned(arguments.text("--name") ?? usual)
    guard (1...SharedPose.longestName).contains(name.utf8.count) else {
      throw Failure.usage("--name must have 1 to \(SharedPose.longestName) bytes", syntax)
    }
    return name
  }

  static func rate(_ arguments: Arguments, usual: Frequency) throws -> Frequency {
    try arguments.number("--rate", in: ShareSettings.rates).map { Frequency($0) } ?? usual
  }

  static func blur(_ arguments: Arguments) throws -> Length? {
    try arguments.number("--blur", in: Blur.sizes).map { Length($0) }
  }

  static func randomID() -> String { String(UInt64.random(in: UInt64(1) << 60...UInt64.max), radix: 16) }

  /// The absolute path of a file that an option names.
  private static func file(_ option: String, _ path: String?) throws(Failure) -> String? {
    guard let path else { return nil }
    guard let resolved = realpath(path, nil) else {
      throw Failure.inputOutput("\(option) \(path): \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
