/// An interface of the socket: its name and its description in varlink's interface definition language.
public struct Interface: Equatable, Sendable {
  public let name: String
  public let text: String

  public static let service = Interface(name: "org.varlink.service", text: serviceText)
  public static let tracking = Interface(name: "org.gnomon.Tracking", text: trackingText)
  public static let control = Interface(name: "org.gnomon.Control", text: controlText)
  public static let scene = Interface(name: "org.gnomon.Scene", text: sceneText)
  public static let calibration = Interface(name: "org.gnomon.Calibration", text: calibrationText)
  public static let all = [service, tracking, scene, calibration, control]

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
}
