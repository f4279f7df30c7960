/// The options of the program `gnomon-drivers`, for its help and its manual page.
public enum DriverFlags {
  public static let summary = "reads sensors without a kernel driver, for gnomond"
  /// Milliseconds between two turns: 20 turns a second, with less than 40 transfers.
  public static let interval = 50.0
  public static let intervals = 5.0...150.0
  /// Of glasses, whose reports come a thousand times a second and wait in 64 places: a display shows each change of a pose.
  public static let intervalOfGlasses = 10.0, longestForGlasses = 40.0

  /// Glasses, by the word in a bus's place.
  public enum Glasses: String, CaseIterable, Sendable {
    case xreal
    case one = "xreal-one"
  }

  public static let options: [(name: String, value: String?, meaning: String)] = [
    (
      "--interval", "MS",
      "milliseconds between two readings (5 to 150; 50; of glasses 5 to 40; 10): a sample is late by at most as much, and a board sleeps longer"
    ), ("--untested", nil, "read glasses that this was never tried with: xreal-one"),
    ("--socket", "PATH", "the daemon's socket (GNOMON_SOCKET, else /run/gnomon/gnomon.sock)"),
    ("--help", nil, "print this"), ("--version", nil, "print the version"),
  ]

  public static var help: String {
    let heads = options.map { $0.name + ($0.value.map { " \($0)" } ?? "") }
    let width = heads.map(\.count).max() ?? 0
    var lines = ""
    for (head, option) in zip(heads, options) {
      lines += "  \(head)" + String(repeating: " ", count: width - head.count) + "  \(option.meaning)\n"
    }
    return """
      gnomon-drivers: \(summary) (docs/hardware.md)

      usage: gnomon-drivers [options] BUS|GLASSES

      BUS is the I²C bus, as i2c-1. On it LSM6DSO(X), ISM330DHCX, ICM-20948, LIS3MDL, BMP280, BMP388 and BMP390 are found by
      themselves, unless a driver of the kernel has them. gnomon-drivers@i2c-1.service runs it.

      GLASSES is xreal: an XREAL Air, Air 2, Air 2 Pro or Air 2 Ultra, as soon as it is plugged in (docs/glasses.md).
      gnomon-drivers@xreal.service runs it.

      options:
      \(lines)
      """
  }
}
