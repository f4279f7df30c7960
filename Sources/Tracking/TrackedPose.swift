public import Alignment
public import Geodesy
public import Geometry
public import Samples

/// The result of the pipeline at a gyroscope sample, whole: the scene pose, and the alignment of the scene with the Earth.
public struct TrackedPose: Sendable {
  public var time: BootInstant
  /// Number of the scene, from 0: scene poses are comparable only within one scene.
  public var scene = 0
  /// Source of the directions of the scene's axes, and their 1 σ when the scene began; nil without a heading.
  public internal(set) var sceneHeading = SceneHeading.none
  public internal(set) var sceneHeadingSigma: Angle?
  public var tracking = TrackingState.normal
  /// Body in scene: continuous, moved by motion only.
  public var pose: Pose<Body, Scene>
  public var velocity: Velocity<Scene>
  /// Angular velocity of the body, without the estimated bias where there is one.
  public var rate = AngularVelocity<Body>.zero
  /// The fused place and its 68 % accuracies; nil until known.
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// Height of the place above the ground on which the wearer stands.
  public internal(set) var eyeHeight = Length(1.6)
  /// Height of the place if the wearer stands on the tiles' ground; nil without tiles.
  var standing: Length?
  /// True where the height is that of the tiles, since the published height has reached it.
  public internal(set) var isHeightOfTerrain = false
  /// True azimuth = scene azimuth + yaw: the target (`yaw`), and the eased one for drawing (`appliedYaw`).
  public var yaw = Angle.zero
  public var yawSigma: Angle?
  public var appliedYaw = Angle.zero
  /// Place used for drawing minus the target's.
  public var appliedShift = Displacement<Level>.zero
  /// How often the drawing was set to another place or heading at once in this session.
  public var appliedSnaps = 0
  /// 1 σ of `appliedYaw`, and the 68 % radius of the place used for drawing: what is still being eased is an error too, and its
  /// direction is any.
  public var appliedYawSigma: Angle? {
    yawSigma.map { .radians(min(.pi, hypot($0.radians, (yaw - appliedYaw).wrapped.radians))) }
  }
  public var appliedAccuracy: Length? {
    horizontalAccuracy.map {
      Length(hypot($0.value, appliedShift.norm.value * RadiusPerSigma.of68 / 2.squareRoot()))
    }
  }
  /// State of the localization: how well place and heading are known.
  public var localization = LocalizationState()
  /// Whether the accuracies of place and heading are within the limits beyond which a localization is lost
  /// (`localized.lost_radius`, `localized.lost_heading`) at this moment; `localization` changes with a delay.
  public internal(set) var isWithinLimits = false
  /// Whether anything but a compass has told the heading.
  public internal(set) var isHeadingConfirmed = true
  /// Sum of the scene's known drift that the yaw has followed since the scene began, and 1 σ of the remaining drift.
  public var drift = Angle.zero
  public var driftSigma = AngularRate.zero
  /// How far the motion's own scene is known to have turned since it began.
  var sceneTurn = Angle.zero
  /// The shape of the place's error, and 1 σ of the tilt, where they are estimated.
  var spread: PlaceSpread?
  public internal(set) var tiltSigma: Angle?
  /// True heading of the body; nil where it has none.
  public var heading: Angle?

  /// Room for a pose (`Tracker.write(into:)`).
  public static func room(at time: BootInstant = BootInstant(nanoseconds: 0)) -> TrackedPose {
    TrackedPose(ScenePose(at: time))
  }

  /// Converts what ties the pose to the Earth to a scene that is turned clockwise against this one; an unknown yaw stays 0.
  @inline(__always) mutating func tie(to frame: SceneFrame) {
    (sceneHeading, sceneHeadingSigma) = (frame.heading, frame.sigma)
    drift -= frame.turnedBack
    guard yawSigma != nil else { return }
    yaw = (yaw - frame.turn).wrapped
  }
}

extension TrackedPose {
  /// A fresh pose of which only the scene's part is known.
  init(_ part: ScenePose) {
    self.init(time: part.time, pose: part.pose, velocity: part.velocity)
    (scene, tracking, rate, sceneTurn) = (part.scene, part.tracking, part.rate, part.sceneTurn)
  }

  /// The last pose before a filter has diverged.
  init(_ part: ScenePose, _ last: LastPose) {
    self.init(part)
    (place, yaw, yawSigma, heading) = (last.place, last.yaw, last.yawSigma, last.heading)
  }
}

/// The part of the last pose that is needed later: a pose is large. What ties it to the Earth may be a fiftieth of a second old.
struct LastPose: Sendable {
  var time: BootInstant
  let place: Geodetic?
  let yaw: Angle
  let yawSigma: Angle?
  let heading: Angle?

  init(_ pose: TrackedPose) {
    (time, place) = (pose.time, pose.place)
    (yaw, yawSigma, heading) = (pose.yaw, pose.yawSigma, pose.heading)
  }
}
