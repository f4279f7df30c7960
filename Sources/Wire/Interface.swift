/// An interface of the socket: its name, and the text by which it describes itself (varlink's interface definition).
public enum Interface: String, CaseIterable, Sendable {
  case service = "org.varlink.service"
  case tracking = "org.gnomon.Tracking"
  case scene = "org.gnomon.Scene"
  case calibration = "org.gnomon.Calibration"
  case control = "org.gnomon.Control"

  public static let all = allCases

  public var name: String { rawValue }

  public var text: String {
    switch self {
    case .service: Self.serviceText
    case .tracking: Self.trackingText
    case .scene: Self.sceneText
    case .calibration: Self.calibrationText
    case .control: Self.controlText
    }
  }
}
