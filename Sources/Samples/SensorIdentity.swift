/// What a sensor is told apart by, from one start to the next: two of one type on two buses are two sensors.
///
/// Where it is plugged in is the kernel's path of its device (or its serial number, which counts instead), without the numbers that
/// the kernel gives anew each time.
public struct SensorIdentity: Hashable, Sendable {
  /// The driver's name.
  public var name: String
  /// What firmware or device tree call it.
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
