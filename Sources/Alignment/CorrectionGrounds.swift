public import Fusion
public import Samples

/// Grounds of a correction: the source that decided it, its readings, and how far they were from what the filter expected.
public struct CorrectionGrounds: Equatable, Sendable {
  /// The readings of a source: fixes, readings of the compass, estimates.
  public struct Readings: Equatable, Sendable {
    public var count: Int
    /// Times of the first and the last one. That of a fix is the moment at which it was valid.
    public var first: BootInstant
    public var last: BootInstant

    public init(_ count: Int, from first: BootInstant, to last: BootInstant) {
      self.count = count
      self.first = first
      self.last = last
    }

    /// One reading.
    public init(at time: BootInstant) { self.init(1, from: time, to: time) }
  }

  /// An aiding source of the filters, or a method beside them.
  public var source: AidDescription
  public var readings: Readings
  /// Measurement, innovation and variances as fused; empty for a source that compares nothing with the filter.
  public var fused = Fused()

  public init(_ source: AidDescription, _ readings: Readings, fused: Fused = Fused()) {
    self.source = source
    self.readings = readings
    self.fused = fused
  }

  public init(_ aid: Aid, _ readings: Readings) {
    self.init(aid.description, readings, fused: aid.isCompared ? aid.last : Fused())
  }
}

extension AidDescription {
  /// The fit of the walked path to the fixes.
  public static let fit = yawMethod("fit")
  /// A heading set or released by hand.
  public static let nudge = yawMethod("nudge")
  /// The magnetic declination at the first place: a magnetic heading becomes a true one.
  public static let declination = yawMethod("declination")

  /// Returns the description of a method beside the filters that measures the yaw.
  public static func yawMethod(_ name: String) -> AidDescription {
    AidDescription(name, unit: "rad", axes: ["yaw"], patience: .zero)
  }
}
