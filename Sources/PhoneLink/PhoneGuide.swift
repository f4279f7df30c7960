import CommandParts
import Phones
import Text

/// What a person needs before the first sample: the app, the address, its settings, and what others can read.
enum PhoneGuide {
  /// The guide of an app that posts to this machine's address.
  static func show(_ address: String, _ others: [ListenAddress.Known], isLoopback: Bool) {
    Terminal.print("\(install(.sensorLogger))\n\n  \(address)\n\n")
    if let code = QRCode(address) { Terminal.print(code.lines().joined(separator: "\n") + "\n\n") }
    Terminal.print(steps(.sensorLogger))
    if !others.isEmpty {
      let list = others.map { "\($0.host) (\($0.interface))" }.joined(separator: ", ")
      Terminal.print("The telephone is in another network? --listen ADDRESS; this machine also has \(list).\n")
    }
    Terminal.print(
      isLoopback
        ? "This address is for programs of this machine, and for a telephone on USB (adb reverse).\n"
        : "This is plain HTTP: everyone in this network can read the wearer's place and this address, and send samples with it. Use the telephone's own hotspot, USB tethering or a VPN instead of an open network.\n"
    )
    Terminal.print("Other apps: gnomon phone --app sensorserver, gnomon phone --app phyphox.\n\n")
  }

  /// The guide of an app that listens on the telephone.
  static func show(_ app: PhoneApp, _ address: PhoneAddress?) {
    Terminal.print("\(install(app))\n\n\(steps(app))")
    Terminal.print(
      "Nothing listens on this machine. The app has no password: everyone in the telephone's network can read it. Use its own hotspot, USB or a VPN instead of an open network.\n\n"
    )
    if let address { Terminal.print("Connecting with \(address.text).\n") }
  }

  private static func install(_ app: PhoneApp) -> String {
    let what = app == .sensorLogger ? ", and give it this address (the code is the same: scan it, and copy):" : "."
    return "Install \(app.title) (\(app.systems)) on the telephone\(what)"
  }

  private static func steps(_ app: PhoneApp) -> String {
    app.settings.enumerated().map { "\($0.offset + 1). \($0.element)\n" }.joined()
  }
}
