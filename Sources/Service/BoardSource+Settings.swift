public import Configuration
import Geometry
import Samples
import Sensors

extension BoardSource {
  /// What of a board samples come from.
  enum Part: CaseIterable {
    case devices, receiver

    /// Of the configuration, what it is made from.
    var sections: Set<String> {
      switch self {
      case .devices: ["Sensors", "IMU", "Magnetometer", "Barometer"]
      case .receiver: ["GNSS"]
      }
    }

    func source(_ settings: Settings) -> BoardSource {
      switch self {
      case .devices: BoardSource(name: "sensors") { IIOSource(SensorConfiguration(settings)) }
      case .receiver:
        BoardSource(name: "receiver") {
          guard let address = GPSAddress(settings) else { return NoSensors() }
          return GPSReader(address)
        }
      }
    }
  }

  /// All that the configuration speaks of.
  public static func all(_ settings: Settings) -> [any SampleSource] { Part.allCases.map { $0.source(settings) } }
}

extension SensorConfiguration {
  init(_ settings: Settings) {
    self.init()
    uri = settings.context.isEmpty ? nil : settings.context
    rate = Frequency(settings.inertialRate)
    slowRate = Frequency(settings.magnetometerRate)
    func choice(_ device: String, _ mount: String = "", isReversed: Bool = false) -> Choice {
      Choice(
        isUsed: device != "none", device: device.isEmpty || device == "none" ? nil : device,
        mount: mount.isEmpty ? nil : mount, isReversed: isReversed)
    }
    func inertial(_ own: String) -> String { own.isEmpty ? settings.inertialDevice : own }
    accelerometer = choice(
      inertial(settings.accelerometer), settings.inertialMatrix, isReversed: settings.accelerometerSign < 0)
    gyroscope = choice(inertial(settings.gyroscope), settings.inertialMatrix)
    magnetometer = choice(settings.magnetometer, settings.magnetometerMatrix)
    barometer = choice(settings.barometer)
  }
}

extension GPSAddress {
  /// nil where there is no receiver.
  init?(_ settings: Settings) {
    guard settings.gpsd != "none", let colon = settings.gpsd.lastIndex(of: ":"),
      let port = UInt16(settings.gpsd[settings.gpsd.index(after: colon)...])
    else { return nil }
    var host = settings.gpsd[..<colon]
    // An IPv6 address stands in brackets.
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self.init(host: String(host), port: port)
  }
}

/// In place of a receiver that there is not.
private final class NoSensors: SensorSource {
  let descriptor: CInt = -1
  let deadline = BootInstant.never
  func wake(at now: BootInstant, into events: (SensorEvent) -> Void) {}
  func stop(within span: TimeSpan) -> Bool { true }
}
