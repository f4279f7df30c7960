import CommandParts
import Phones
import Text

/// What a person needs before the first sample: the app, the address, its settings, and what others can read.
enum PhoneGuide {
  /// The guide of an app that posts to this machine's address.
  static func text(_ address: String, _ others: [ListenAddress.Known], isLoopback: Bool) -> String {
    var text = "\(install(.sensorLogger))\n\n  \(address)\n\n"
    if let code = QRCode(address) { text += code.lines().joined(separator: "\n") + "\n\n" }
    text += steps(.sensorLogger)
    if !others.isEmpty {
      let list = others.map { "\($0.host) (\($0.interface))" }.joined(separator: ", ")
      text += "If the telephone is in another network: --listen ADDRESS; this machine also has \(list).\n"
    }
    text +=
      isLoopback
      ? "This address is for programs of this machine, and for a telephone on USB (adb reverse).\n"
      : """
      Plain HTTP: everyone in this network can read the wearer's place and this address, and send samples with it.
      Safe are the telephone's own hotspot, USB tethering, and a VPN.

      """
    return text + "Other apps: gnomon phone --app sensorserver, gnomon phone --app phyphox.\n\n"
  }

  /// The guide of an app that listens on the telephone.
  static func text(_ app: PhoneApp) -> String {
    """
    \(install(app))

    \(steps(app))\
    Nothing listens on this machine. The app has no password: everyone in the telephone's network can read it.
    Safe are the telephone's own hotspot, USB tethering, and a VPN.


    """
  }

  private static func install(_ app: PhoneApp) -> String {
    let what = app == .sensorLogger ? ", and give it this address (or scan it, and copy):" : "."
    return "Install \(app.title) (\(app.systems)) on the telephone\(what)"
  }

  private static func steps(_ app: PhoneApp) -> String {
    app.settings.enumerated().map { "\($0.offset + 1). \($0.element)\n" }.joined()
  }
}
