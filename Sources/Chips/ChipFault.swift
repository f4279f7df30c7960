/// The reason why a chip gives no samples.
public enum ChipFault: Error, Equatable, Sendable {
  case bus(BusFault)
  /// Another chip answers: the value of its identity register.
  case otherChip(UInt8)
  /// It did not come back from its reset.
  case notReady
  /// A register does not keep what is written to it.
  case refusedSetting(UInt8)
  /// It answers, and measures nothing new.
  case silent
  /// It was reset by itself, as after a gap of its power.
  case wasReset
  /// The magnetometer inside it does not answer, or is never ready.
  case noCompass
  /// Its clock register and the stamps of its FIFO contradict each other.
  case clock
}

extension ChipFault {
  /// The fault and its remedy.
  public func sentence(_ chip: ServedChip) -> String {
    switch self {
    case .bus(.noAnswer): "no answer: check its wires and its power"
    case .bus(.held): "a driver of the kernel has this address, and comes first"
    case .bus(.failed(let reason)): "the bus failed: \(reason); shorter wires, a lower i2c_arm_baudrate"
    case .otherChip(let value):
      "another chip answers (its identity is \(hexadecimal(value)), that of \(chip.name) \(hexadecimal(chip.identity.value)))"
    case .notReady: "it does not come back from its reset: switch its power off and on"
    case .refusedSetting(let register):
      "its register \(hexadecimal(register)) does not keep a setting: check its wires and its power"
    case .silent: "it answers, and gives no new samples; it is started again"
    case .wasReset: "it has lost its settings, as after a gap of its power; it is started again"
    case .noCompass: "its magnetometer (AK09916) does not answer, or is never ready"
    case .clock: "its clock and the stamps of its samples contradict each other; it is started again"
    }
  }
}

/// `0x0a`
public func hexadecimal(_ value: UInt8) -> String {
  let digits = String(value, radix: 16)
  return digits.utf8.count == 1 ? "0x0" + digits : "0x" + digits
}
