public import Samples
public import Text

/// The device on which a state was learned: what it says of the sensors holds for the same machine, sensors, mounts and
/// calibration only.
public struct DeviceIdentity: Equatable, Sendable {
  /// Digest of the machine's identity.
  public var machine: String
  /// Gyroscope and magnetometer, with their serial numbers or where they are connected.
  public var sensors: String
  /// How they are mounted in the device.
  public var mounts: String
  /// Digest of their calibration; empty before it is known.
  public var calibration: String

  /// Key of a recording's metadata.
  public static let key = "identity"

  public init(machine: String, sensors: String, mounts: String, calibration: String = "") {
    (self.machine, self.sensors, self.mounts, self.calibration) = (machine, sensors, mounts, calibration)
  }

  /// Digest of the turn that a calibration of the magnetometer makes; its offset is the device's field, which is converted.
  public static func digest(of calibration: CalibrationSet) -> String {
    guard let matrix = calibration.magnetometer?.matrix else { return "" }
    let rows = (0..<3).map { row in (0..<3).map { "\(Int((matrix[row, $0] * 1e4).rounded()))" } }
    return SHA256.short(rows.joined().joined(separator: " "))
  }

  /// How a device differs from the one on which a state was learned, the gravest first.
  public enum Change: Sendable {
    case machine, sensors, mounts, calibration

    var reason: String {
      switch self {
      case .machine: "is from another machine"
      case .sensors: "was learned with other sensors"
      case .mounts: "was learned with the sensors mounted otherwise"
      case .calibration: "was learned with another calibration"
      }
    }
  }

  func change(to other: DeviceIdentity) -> Change? {
    if machine != other.machine { return .machine }
    if sensors != other.sensors { return .sensors }
    if mounts != other.mounts { return .mounts }
    return calibration == other.calibration ? nil : .calibration
  }

  /// nil if a member is missing or no text.
  public init?(json: JSONValue) {
    guard let machine = json["machine"]?.string, let sensors = json["sensors"]?.string,
      let mounts = json["mounts"]?.string
    else { return nil }
    self.init(
      machine: machine, sensors: sensors, mounts: mounts, calibration: json["calibration"]?.string ?? "")
  }

  public var json: JSONValue {
    [
      "machine": .string(machine), "sensors": .string(sensors), "mounts": .string(mounts),
      "calibration": .string(calibration),
    ]
  }
}

extension LearnedState {
  /// Drops what does not hold for a device, with the reasons.
  public mutating func restrict(to present: DeviceIdentity?, _ faults: inout [LearnedStateFault]) {
    func drop<Entry>(_ entry: inout Entry?, _ field: String, _ reason: String) {
      guard entry != nil else { return }
      entry = nil
      faults.append(LearnedStateFault(field, reason))
    }
    guard let device, let present else { return drop(&compass, "compass", "is of a device that is not known") }
    guard let change = device.change(to: present) else { return }
    drop(&compass, "compass", change.reason)
    if change != .calibration { drop(&deviceField, "device_field", change.reason) }
    if change == .machine { drop(&fixAge, "fix_age", change.reason) }
    if change == .machine || change == .sensors { drop(&gyroscope, "gyroscope_bias", change.reason) }
  }
}
