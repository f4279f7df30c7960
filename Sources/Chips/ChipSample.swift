public import Samples

/// One measurement of a chip, in its axes and in SI units (a magnetic field in microtesla, a temperature in degrees Celsius).
public struct ChipSample: Equatable, Sendable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    case force, rate, field, pressure, inertialTemperature, fieldTemperature, airTemperature

    var isTemperature: Bool { rawValue >= Kind.inertialTemperature.rawValue }
  }

  public var kind: Kind
  public var time: BootInstant
  /// Of a pressure or a temperature only x.
  public var value: SIMD3<Double>

  public init(_ kind: Kind, _ time: BootInstant, _ value: SIMD3<Double>) {
    self.kind = kind
    self.time = time
    self.value = value
  }
}

/// Counts of losses and errors, by reason.
public struct ChipCounts: Equatable, Sendable {
  /// Samples that the chip's FIFO threw away, or that a failed transfer took along.
  public var lost = 0
  /// Words of a FIFO that are no samples of ours.
  public var unknownWords = 0
  /// Samples that the chip itself marks as invalid, as those after its start.
  public var invalid = 0
  /// Measurements beyond the chip's range.
  public var overflows = 0
  /// Readings without anything new.
  public var stale = 0
  public var busErrors = 0
  /// Starts after the first one.
  public var restarts = 0

  public init() {}

  /// Those that are not zero.
  public var named: [(reason: String, count: Int)] {
    [
      ("samples lost by the chip's FIFO", lost), ("unknown words of the chip's FIFO", unknownWords),
      ("samples that the chip marks as invalid", invalid), ("measurements beyond the chip's range", overflows),
      ("readings without a new measurement", stale), ("errors of the bus", busErrors), ("restarts", restarts),
    ].filter { $0.1 > 0 }
  }
}
