/// A chip that is being read: its registers are set by `start`, and `read` is called at each turn.
protocol ChipReader: Sendable {
  var counts: ChipCounts { get set }
  /// Why it gives no magnetic field although it gives the rest; nil if it does, or has none.
  var fieldFault: ChipFault? { get }
  /// The ranges and the rate, for people.
  var setting: String { get }
  mutating func start(_ bus: some ChipBus) throws(ChipFault)
  /// Appends what is new. `turn` counts the turns since the start of the program, so that slow chips are read in some of them.
  mutating func read(_ bus: some ChipBus, turn: Int, into samples: inout [ChipSample]) throws(ChipFault)
}

extension ChipReader {
  var fieldFault: ChipFault? { nil }
}

/// Numbers in the order of a chip's bytes.
func littleEndian(_ low: UInt8, _ high: UInt8) -> Double {
  Double(Int16(truncatingIfNeeded: UInt16(high) << 8 | UInt16(low)))
}
