public import Alignment
public import Geodesy
public import Geometry
public import Samples

/// What the pipeline says at the moment of a gyroscope sample: the scene pose, and what ties the scene to the Earth.
public struct TrackedPose: Sendable {
  public var time: BootInstant
  /// Which scene this is a pose in, counted from 0: scene poses compare only within one.
  public var scene = 0
  /// What the directions of the scene's axes rest on, and 1 σ of them when the scene began; nil without a heading.
  public internal(set) var sceneHeading = SceneHeading.none
  public internal(set) var sceneHeadingSigma: Angle?
  public var tracking = TrackingState.normal
  /// Body in scene: continuous, moved by motion only.
  public var pose: Pose<Body, Scene>
  public var velocity: Velocity<Scene>
  /// The fused place and its 68 % accuracies; nil until known.
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// Of the place above the ground on which the wearer stands.
  public internal(set) var eyeHeight = Length(1.6)
  /// True azimuth = scene azimuth + yaw: the target, and what is eased toward it for drawing.
  public var yaw = Angle.zero
  public var yawSigma: Angle?
  public var appliedYaw = Angle.zero
  /// The place that is drawn by, less the target's.
  public var appliedShift = Displacement<Level>.zero
  /// How far it may be trusted that the scene lies where it is said to.
  public var localization = LocalizationState()
  /// Whether the accuracies of place and heading are within the limits beyond which a localization is lost
  /// (`localized.lost_radius`, `localized.lost_heading`) at this moment; `localization` changes with a delay.
  public internal(set) var isWithinLimits = false
  /// By how much the yaw has followed the known drift of the scene since it began, and 1 σ of the drift that is left.
  public var drift = Angle.zero
  public var driftSigma = AngularRate.zero
  /// Of the body, true; nil where it has none.
  public var heading: Angle?

  /// The same in a scene that is turned clockwise against this one; a yaw that is known goes along, one that is not stays 0.
  mutating func turn(into frame: SceneFrame) {
    guard frame.turn != .zero else { return }
    pose = Pose(rotation: frame.rotation, position: .zero) * pose
    velocity = frame.rotation(velocity)
    guard yawSigma != nil else { return }
    yaw = (yaw - frame.turn).wrapped
  }
}
