public import Fusion
public import Geometry
public import Samples

/// The accuracy of the wearer's place on Earth, and its grounds: all data from which the localization state and the guidance are
/// judged. Accuracies are 68 %, angles 1 σ.
public struct LocalizationEvidence: Sendable {
  public var time: BootInstant
  /// Number of the scene, from 0; a new one restarts the judgement.
  public var scene: Int
  /// Whether motion is tracked normally.
  public var isTrackedNormally = true

  /// Accuracies of the wearer's place and of the alignment's yaw; nil while there is none.
  public var horizontalAccuracy: Length?
  public var yawSigma: Angle?
  /// Whether the heading is held by hand.
  public var isPinned = false

  /// Time since the newest fix, and its stated radius; nil before the first.
  public var fixAge: TimeSpan?
  public var fixRadius: Length?
  /// Longest distance in the scene between the wearer and a stored estimate.
  public var baseline = Length.zero

  public var grounds = LocalizationGrounds()

  /// 1 σ of the drift of the scene's heading, per second; nil where it is not estimated.
  public var driftSigma: AngularRate?
  /// Time for which the wearer has stood still (`StandingTime`); nil while the wearer moves.
  public var stillness: TimeSpan?

  public init(time: BootInstant, scene: Int = 0) {
    self.time = time
    self.scene = scene
  }
}

/// Grounds of the heading.
public struct LocalizationGrounds: Sendable {
  /// Whether a compass contributes to the heading.
  public var usesCompass = false
  /// Whether the compass is used and the declination is unknown for lack of a place: the heading is then relative to magnetic
  /// north.
  public var isHeadingMagnetic = false
  /// Whether the heading is a remembered one that the compass has not confirmed yet.
  public var isHeadingUnconfirmed = false
  /// Deviation of the field's strength from the Earth's, and 1 σ of the device's own field.
  public var disturbance: FluxDensity?
  public var deviceFieldSigma: FluxDensity?
  /// Whether steps are counted that may be no walk: people who look at a thing shuffle and nod.
  public var isWalkUndecided = false
  /// Whether nothing but fixes, and a compass that may not show it alone, has told the heading of a walker.
  public var restsOnCompass = false
  /// Whether a compass may show the heading of a walker alone.
  public var isCompassProven = false
  /// Whether the compass has agreed with the wearer's ways before, and the device has not been turned yet to show that it is as it
  /// was.
  public var awaitsTurn = false
  /// Whether path and fixes together show a heading other than the present one.
  public var isHeadingContradicted = false
  public var doubts = SourceDoubts()
  /// Whether fixes that agree with each other lie beyond the place, whose radius reaches them.
  public var isReceiverDoubted = false

  public init() {}
}
