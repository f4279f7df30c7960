/// The identity of a sensor across restarts: two sensors of one type on two buses are different.
///
/// `place` is the device's kernel path without the numbers that the kernel assigns at each start, or the serial number, which has
/// precedence.
public struct SensorIdentity: Hashable, Sendable {
  /// The driver's name.
  public var name: String
  /// The label given by firmware or device tree.
  public var label: String
  /// Bus path or serial number.
  public var place: String

  public init(name: String, label: String = "", place: String = "") {
    self.name = name
    self.label = label
    self.place = place
  }
}

extension SensorIdentity: CustomStringConvertible {
  public var description: String {
    [name, label.isEmpty ? "" : "label \(label)", place.isEmpty ? "" : "at \(place)"].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
