public import Configuration
import Geometry
import Samples
public import Sensors

/// The sources of a board's own sensors, as configured.
public enum SensorSources: CaseIterable {
  case devices, receiver

  /// The sections of the configuration that define the source.
  var sections: Set<String> {
    switch self {
    case .devices: ["Sensors", "IMU", "Magnetometer", "Barometer"]
    case .receiver: ["GNSS"]
    }
  }

  func source(_ settings: Settings) -> any SampleSource {
    switch self {
    case .devices: IIOSource(SensorConfiguration(settings))
    case .receiver:
      if let address = GPSAddress(settings) { GPSReader(address) } else { NoReceiver() }
    }
  }

  /// One source for each case, in this order.
  public static func all(_ settings: Settings) -> [any SampleSource] { allCases.map { $0.source(settings) } }
}

/// A source without samples, used where the configuration has no receiver.
private struct NoReceiver: SampleSource {
  let name = "receiver"
  let descriptor: CInt = -1
  func open() throws(SourceFault) {}
  func wake(at now: BootInstant, into events: (SourceEvent) -> Void) {}
  func close(within span: TimeSpan) -> Bool { true }
}
