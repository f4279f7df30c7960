/// An app that sends a telephone's sensors.
public enum PhoneApp: String, CaseIterable, Sendable {
  /// iOS and Android: it posts batches by HTTP.
  case sensorLogger = "sensor-logger"
  /// Android: a WebSocket server on the telephone.
  case sensorServer = "sensorserver"
  /// iOS and Android: a web server on the telephone, which is polled.
  case phyphox

  public var title: String {
    switch self {
    case .sensorLogger: "Sensor Logger"
    case .sensorServer: "SensorServer"
    case .phyphox: "phyphox"
    }
  }

  public var systems: String { self == .sensorServer ? "Android" : "iOS and Android" }

  /// The port on which the app listens unless it was changed; nil for an app that connects to this machine.
  public var usualPort: UInt16? { self == .sensorLogger ? nil : 8080 }

  /// What to switch on in the app before the first sample, one step a line.
  public var settings: [String] {
    switch self {
    case .sensorLogger:
      [
        "Settings → Data Streaming: Enable HTTP Push; Push URL: the address\n   (type it, or scan the code and copy); batch period 100 ms",
        "Settings: Standardise Units & Frames on; sampling frequency 100 Hz",
        "On: Accelerometer, Gravity, Gyroscope, Magnetometer, Barometer, Location;\n   on Android also Accelerometer (uncalibrated)",
        "Tap to Test Pushing; then start a recording",
      ]
    case .sensorServer:
      [
        "Settings: sampling rate 10000 microseconds (its default, 200000, is 5 Hz)",
        "Start the server; leave the screen on, or allow it to run in the background",
      ]
    case .phyphox:
      [
        "+ → simple experiment with accelerometer, gyroscope, magnetometer,\n   pressure and location (GPS)",
        "Open it; menu (three points) → Allow remote access",
      ]
    }
  }
}

/// The reason why a message of a telephone is refused.
public struct PhoneFault: Error, Equatable, Sendable {
  public var reason: String

  public init(_ reason: String) { self.reason = reason }
}
