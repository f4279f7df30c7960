import CInterfaces

/// An interface of the socket: its name and its description in varlink's interface definition language.
public struct Interface: Equatable, Sendable {
  public let name: String
  public let text: String

  private init(_ name: String, _ text: embedded_text) {
    self.name = name
    self.text = String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
  }

  public static let service = Interface("org.varlink.service", interface_service())
  public static let tracking = Interface("org.gnomon.Tracking", interface_tracking())
  public static let control = Interface("org.gnomon.Control", interface_control())
  public static let scene = Interface("org.gnomon.Scene", interface_scene())
  public static let calibration = Interface("org.gnomon.Calibration", interface_calibration())
  public static let all = [service, tracking, scene, calibration, control]

  public static func == (a: Self, b: Self) -> Bool { a.name == b.name }
}
