public import Geometry
public import Samples

/// One change of the alignment: what was believed, what is, who said so and on what grounds. Every one is published, logged
/// and recorded, so that a heading can be audited.
public struct Correction: Equatable, Sendable {
  /// Who taught the alignment something.
  public enum Source: String, CaseIterable, Sendable {
    /// A fix's position, its velocity, the magnetometer.
    case fix, velocity, compass
    /// The fit of the whole way walked upon the fixes, and the mean angle of pairs of estimates.
    case fit, pairs
    /// The bearing of a route's leg, a person's hand, what an earlier session left.
    case leg, nudge, memory
    /// A body at rest, which tells the drift of the scene's heading; and the way somebody walks, who walks straight on.
    case rest, gait
    /// The place was given up for that of several fixes that agree with each other; the heading was kept.
    case relocation
    /// A new scene began.
    case restart
  }

  public var time: BootInstant
  public var scene: Int
  public var source: Source
  /// The target's yaw before and after, and 1 σ after.
  public var oldYaw: Angle
  public var newYaw: Angle
  public var sigma: Angle
  /// What the source itself said of the yaw, and its own 1 σ; nil where it speaks of places.
  public var measured: Angle?
  public var measuredSigma: Angle?
  /// By how much the wearer's place was moved, on Earth.
  public var shift: Displacement<Level>
  /// How many estimates and pairs stand behind it, and how long the way between them is.
  public var estimates = 0
  public var pairs = 0
  public var baseline = Length.zero

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
}

/// The angle between two estimates as fixes and scene see it: what the pair algorithm takes the mean of.
public struct PairAngle: Equatable, Sendable {
  /// When the two fixes held.
  public var first: BootInstant
  public var second: BootInstant
  /// Still missing from the yaw, clockwise, in (−180°, 180°].
  public var angle: Angle
  /// Relative to the others'.
  public var weight: Double
  /// Between the two fixes.
  public var baseline: Length

  public init(first: BootInstant, second: BootInstant, angle: Angle, weight: Double, baseline: Length) {
    self.first = first
    self.second = second
    self.angle = angle
    self.weight = weight
    self.baseline = baseline
  }
}
