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
      case .devices:
        BoardSource(name: "sensors") { findings in
          var configuration = SensorConfiguration(settings)
          configuration.findings = findings
          return IIOSource(configuration)
        }
      case .receiver:
        BoardSource(name: "receiver") { _ in
          guard let address = GPSAddress(settings) else { return NoSensors() }
          return GPSReader(address)
        }
      }
    }
  }

  /// All that the configuration speaks of.
  public static func all(_ settings: Settings) -> [any SampleSource] { Part.allCases.map { $0.source(settings) } }
}

/// In place of a receiver that there is not.
private final class NoSensors: SensorSource {
  let descriptor: CInt = -1
  let deadline = BootInstant.never
  func wake(at now: BootInstant, into events: (SensorEvent) -> Void) {}
  func stop(within span: TimeSpan) -> Bool { true }
}
