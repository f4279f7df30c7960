import CInterfaces

/// An interface of the socket: its name and its description in varlink's interface definition language.
public enum Interface: String, CaseIterable, Sendable {
  case service = "org.varlink.service"
  case tracking = "org.gnomon.Tracking"
  case scene = "org.gnomon.Scene"
  case calibration = "org.gnomon.Calibration"
  case control = "org.gnomon.Control"

  public var name: String { rawValue }

  public var text: String {
    let embedded =
      switch self {
      case .service: interface_service()
      case .tracking: interface_tracking()
      case .scene: interface_scene()
      case .calibration: interface_calibration()
      case .control: interface_control()
      }
    return String(decoding: UnsafeBufferPointer(start: embedded.bytes, count: embedded.count), as: UTF8.self)
  }
}
