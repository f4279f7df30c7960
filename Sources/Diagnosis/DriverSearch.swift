import Chips

/// A bus with chips that this kernel has no driver for and that `gnomon-drivers` reads, or glasses, for `gnomon setup`.
public struct DriverlessBus: Equatable, Sendable {
  /// The instance of the unit: `i2c-1`, or `xreal`.
  public var instance: String
  /// `LSM6DSO or LSM6DSOX at 0x6a on i2c-1`, or `XREAL Air`
  public var chips: [String]
  public var isInstalled: Bool
  public var isEnabled: Bool

  /// Looks at the buses of this machine; empty where they may not be read.
  public static func all() -> [DriverlessBus] {
    var gathering = Gathering()
    gathering.gatherKernel()
    gathering.gatherBuses()
    gathering.gatherDriverUnit()
    gathering.gatherGlasses()
    return gathering.facts.driverlessBuses
  }
}

extension DoctorFacts {
  /// The buses whose chips need `gnomon-drivers`.
  var driverlessBuses: [DriverlessBus] {
    let declared = (buses?.unbound ?? []).compactMap(\.known)
    var found: [DriverlessBus] = []
    for chip in (buses?.found ?? []) + declared {
      guard let instance = chip.instance, lack(of: chip) != nil else { continue }
      let name = "\(chip.chip.name) \(chip.place)"
      if let index = found.firstIndex(where: { $0.instance == instance }) {
        found[index].chips.append(name)
      } else {
        found.append(
          DriverlessBus(
            instance: instance, chips: [name], isInstalled: driverUnit.isInstalled,
            isEnabled: driverUnit.enabled.contains(instance)))
      }
    }
    let pairs = glasses.pairs.filter { $0.node != nil }.map(\.found.name)
    if !pairs.isEmpty {
      let instance = GlassesFacts.instance
      found.append(
        DriverlessBus(
          instance: instance, chips: pairs, isInstalled: driverUnit.isInstalled,
          isEnabled: driverUnit.enabled.contains(instance)))
    }
    return found
  }
}
