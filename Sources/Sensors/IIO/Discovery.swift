/// The choice of a device for each role: by capability and label, or as configured; never by chance.
///
/// A configured device is the one whose name, label or id is that text. Otherwise, of the devices with all three axes: those
/// whose label names another place (in the base of a laptop) are used only if there is no other; for accelerometer and gyroscope,
/// one device that is both is preferred to a pair; a gyroscope or magnetometer may be chosen because it is the only one named
/// like the accelerometer (`lsm6dsm_accel`, `lsm6dsm_gyro`). If the choice is still not unique, the owner has to make it.
public struct Discovery: Equatable, Sendable {
  /// Index of the device in the list, for each role that has one.
  public private(set) var devices: [SensorRole: Int] = [:]
  /// The reason why a role has no device.
  public private(set) var sentences: [SensorRole: String] = [:]
  /// Roles whose sentence is about an ambiguous choice; waiting for a device would not help them.
  public private(set) var ambiguous: Set<SensorRole> = []

  public init(_ list: [DeviceDescription], _ configuration: SensorConfiguration) {
    let both = list.indices.filter {
      list[$0].channels(of: .accelerometer) != nil && list[$0].channels(of: .gyroscope) != nil
    }
    for role in SensorRole.allCases where configuration[role].isUsed {
      let able = list.indices.filter { list[$0].channels(of: role) != nil }
      if let wanted = configuration[role].device {
        choose(role, able.filter { list[$0].isCalled(wanted) }, named: wanted, of: able, in: list)
        continue
      }
      var left = able.filter { !list[$0].sitsElsewhere }
      if left.isEmpty { left = able }
      if left.count > 1, role == .accelerometer || role == .gyroscope {
        let combined = left.filter { both.contains($0) }
        if combined.count == 1 { left = combined }
      }
      if left.count > 1, role != .accelerometer, let accelerometer = devices[.accelerometer] {
        let kin = left.filter { list[$0].stem == list[accelerometer].stem }
        if kin.count == 1 { left = kin }
      }
      choose(role, left, named: nil, of: able, in: list)
    }
  }

  private mutating func choose(
    _ role: SensorRole, _ found: [Int], named wanted: String?, of able: [Int], in list: [DeviceDescription]
  ) {
    func shown(_ indices: [Int]) -> String { indices.map { "'\(list[$0].shown)'" }.joined(separator: "; ") }
    switch (found.count, wanted) {
    case (1, _): devices[role] = found[0]
    case (0, let wanted?):
      sentences[role] =
        "no \(role.name) is called '\(wanted)'; there \(able.isEmpty ? "is none" : able.count == 1 ? "is \(shown(able))" : "are \(shown(able))")"
    case (0, nil):
      sentences[role] =
        list.isEmpty
        ? "this machine has no IIO device" : "none of the IIO devices is one: \(shown(Array(list.indices)))"
    case (_, let wanted):
      ambiguous.insert(role)
      let reason = wanted.map { "several are called '\($0)'" } ?? "there are several"
      sentences[role] =
        "\(reason): \(shown(found)); configure \(role.name)'s device, by name, label or id, or switch it off"
    }
  }
}

extension DeviceDescription {
  fileprivate func isCalled(_ text: String) -> Bool { text == name || text == id || !label.isEmpty && text == label }

  /// Labels of Documentation/ABI/testing/sysfs-bus-iio: the base of a laptop does not turn with its display.
  fileprivate var sitsElsewhere: Bool { label.hasSuffix("-base") || label.hasSuffix("-palmrest") }

  /// The part's name without the ending that distinguishes its devices.
  fileprivate var stem: String {
    // Devices of a HID sensor hub: the hub itself has no name.
    if ["accel_3d", "gyro_3d", "magn_3d"].contains(name) { return "_3d" }
    for ending in ["_accel", "_gyro", "_magn"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }
}
