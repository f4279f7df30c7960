/// A step of `gnomon setup`, in the order of the session.
public enum SetupStep: String, CaseIterable, Sendable {
  case sensors, wearing, configuration, axes, gyro, mag

  /// The daemon's kind of calibration; nil for the other steps.
  var calibration: String? {
    switch self {
    case .axes, .gyro, .mag: rawValue
    case .sensors, .wearing, .configuration: nil
    }
  }

  var title: String {
    switch self {
    case .sensors: "sensors and receiver"
    case .wearing: "how it is worn"
    case .configuration: "the configuration"
    case .axes: "the axes: upright, a nod, a turn to the left"
    case .gyro: "the gyroscope: lay it down, and wait"
    case .mag: "the magnetometer: in the open, turn it through all directions"
    }
  }
}

/// The result of a step.
enum SetupOutcome: Equatable, Sendable {
  case done(String)
  /// Left out by the user, or not possible here, with the reason; setup goes on.
  case skipped(String)

  var state: String {
    switch self {
    case .done: "done"
    case .skipped: "skipped"
    }
  }
  var detail: String {
    switch self {
    case .done(let text), .skipped(let text): text
    }
  }
}
