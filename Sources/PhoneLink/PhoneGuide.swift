import CommandParts
import Phones
import Text

/// The guide before the first sample: the app, the address, its settings, and the dangers of the network.
enum PhoneGuide {
  /// The guide of an app that posts to this machine's address: before its QR code, the code's lines, and behind it.
  static func parts(
    _ address: String, _ others: [ListenAddress.Known], isLoopback: Bool
  ) -> (head: String, code: [String], rest: String) {
    var text = steps(.sensorLogger)
    if !others.isEmpty {
      let list = others.map { "\($0.host) (\($0.interface))" }.joined(separator: ", ")
      text += "A telephone in another network: --listen ADDRESS; here are also\n\(list).\n"
    }
    text +=
      isLoopback
      ? "The address is for programs of this machine and a telephone on USB (adb reverse).\n"
      : """
      Plain HTTP: everyone in this network can read the place and this address, and
      send samples with it. Safe: the telephone's own hotspot, USB tethering, a VPN.

      """
    text += "Other apps: gnomon phone --app sensorserver, gnomon phone --app phyphox.\n\n"
    return ("\(install(.sensorLogger))\n\n  \(address)\n\n", QRCode(address)?.lines() ?? [], text)
  }

  /// Shows that guide. The code is light on a dark ground on any terminal with colors; one without Unicode gets the address alone.
  static func show(_ parts: (head: String, code: [String], rest: String)) {
    let style = TerminalStyle.current()
    Terminal.print(parts.head)
    if style.isColoured, style.isUnicode {
      Terminal.draw(parts.code.map { "\u{1B}[97;40m\(style.spelled($0))\u{1B}[0m\n" }.joined() + "\n")
    } else if style.isUnicode {
      Terminal.print(parts.code.joined(separator: "\n") + "\n\n")
    }
    Terminal.print(parts.rest)
  }

  /// The guide of an app that listens on the telephone.
  static func text(_ app: PhoneApp) -> String {
    """
    \(install(app))

    \(steps(app))\
    Nothing listens on this machine. The app has no password: everyone in the
    telephone's network can read it. Safe: its own hotspot, USB tethering, a VPN.


    """
  }

  private static func install(_ app: PhoneApp) -> String {
    let what = app == .sensorLogger ? ". Its address:" : "."
    return "Install \(app.title) (\(app.systems)) on the telephone\(what)"
  }

  private static func steps(_ app: PhoneApp) -> String {
    app.settings.enumerated().map { "\($0.offset + 1). \($0.element)\n" }.joined()
  }
}
