public import Geometry
public import Samples

/// What is known about how well the wearer is placed on Earth, and on what grounds: all that the state of localization and
/// the guidance are judged by. Accuracies are 68 %, angles 1 σ.
public struct LocalizationEvidence: Sendable {
  public var time: BootInstant
  /// Counted from 0; with a new one everything starts anew.
  public var scene: Int
  /// Whether motion is tracked as it should be.
  public var isTrackedNormally = true

  /// Of the wearer's place and of the alignment's yaw; nil while there is none.
  public var horizontalAccuracy: Length?
  public var yawSigma: Angle?
  /// The heading is held by hand.
  public var isPinned = false

  /// Since the newest fix held, and its stated radius; nil before the first.
  public var fixAge: TimeSpan?
  public var fixRadius: Length?
  /// The longest distance in the scene between two of the estimates that are kept.
  public var baseline = Length.zero

  /// A compass takes part in the heading.
  public var usesCompass = false
  /// How far the strength of the field is from the Earth's, and 1 σ of what is known of the device's own.
  public var disturbance: FluxDensity?
  public var deviceFieldSigma: FluxDensity?

  /// Steps are counted, and whether they lead anywhere is not known: people who look at a thing shuffle and nod.
  public var isWalkUndecided = false
  /// The way and the fixes tell of another heading than the one there is.
  public var isHeadingContradicted = false

  /// How well the drift of the scene's heading is known, per second; nil where nothing is learned of it.
  public var driftSigma: AngularRate?
  /// How long the wearer has stood still (`StandingTime`); nil while the wearer moves.
  public var stillness: TimeSpan?

  public init(time: BootInstant, scene: Int = 0) {
    self.time = time
    self.scene = scene
  }
}
