public import Fusion
public import Geometry
public import Samples

/// One change of the alignment: values before and after, its source and its data. Every correction is published, logged and
/// recorded, so that a heading can be audited.
public struct Correction: Equatable, Sendable {
  /// Source of a correction of the alignment.
  public enum Source: String, CaseIterable, Sendable {
    /// A fix, the magnetometer.
    case fix, compass
    /// The azimuth of a receiver's antennas.
    case antennas
    /// The bearing of a route's leg, a person's nudge, the state of an earlier session.
    case leg, nudge, memory
    /// A body at rest, which shows the drift of the scene's heading; and the gait of a wearer who walks straight on.
    case rest, gait
    /// Fixes moved the place by more than three radii: it had been wrong, or the wearer was carried.
    case relocation
    /// A new scene began.
    case restart
    /// A method beside the filters, whose name is that of its grounds; only where a recording is replayed with one.
    case method
  }

  public var time: BootInstant
  public var scene: Int
  public var source: Source
  /// The target's yaw before and after, and 1 σ after.
  public var oldYaw: Angle
  public var newYaw: Angle
  public var sigma: Angle
  /// Yaw measured by the source itself, and its own 1 σ; nil if the source measures places.
  public var measured: Angle?
  public var measuredSigma: Angle?
  /// Shift of the wearer's place on Earth.
  public var shift: Displacement<Level>
  /// The length of the path behind the correction.
  public var baseline = Length.zero
  /// The readings that decided it; nil for a new scene, which measures nothing.
  public var grounds: CorrectionGrounds?

  public init(
    time: BootInstant, scene: Int, source: Source, oldYaw: Angle, newYaw: Angle, sigma: Angle,
    shift: Displacement<Level> = .zero
  ) {
    self.time = time
    self.scene = scene
    self.source = source
    self.oldYaw = oldYaw
    self.newYaw = newYaw
    self.sigma = sigma
    self.shift = shift
  }

  /// The source, or the method's name.
  public var name: String { source == .method ? grounds?.source.name ?? source.rawValue : source.rawValue }
}

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
  /// A heading set or released by hand.
  public static let nudge = yawMethod("nudge")
  /// The magnetic declination at the first place: a magnetic heading becomes a true one.
  public static let declination = yawMethod("declination")

  /// Returns the description of a method beside the filters that measures the yaw.
  public static func yawMethod(_ name: String) -> AidDescription {
    AidDescription(name, unit: "rad", axes: ["yaw"], patience: .zero)
  }
}
