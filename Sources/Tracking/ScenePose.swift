import Alignment
public import Geometry
public import Samples

/// The part of a pose that every gyroscope sample gives: the body in the scene. The rest, which ties it to the Earth, is computed
/// where it is read (`Tracker.write(into:)`).
public struct ScenePose: Sendable {
  public var time: BootInstant
  /// Number of the scene, from 0: scene poses are comparable only within one scene.
  public var scene = 0
  public var tracking = TrackingState.normal
  /// Body in scene: continuous, moved by motion only.
  public var pose: Pose<Body, Scene>
  public var velocity: Velocity<Scene>
  /// Angular velocity of the body, without the estimated bias where there is one.
  public var rate = AngularVelocity<Body>.zero
  /// How far the motion's own scene is known to have turned since it began.
  var sceneTurn = Angle.zero
  /// Height of the place; nil while it or its accuracy is unknown.
  var height: Length?
  /// Whether the scene may have turned since the pose before, by a turn that nothing has shown.
  var hasTurnedUnseen = false
  /// Whether the motion has corrections to hand over.
  var hasCorrections = false
  /// Whether the numbers that tie it to the Earth are finite.
  var isFiniteOnEarth = true

  init(at time: BootInstant) {
    self.time = time
    pose = .aligned
    velocity = .zero
  }

  /// Whether every number is finite and the orientation is a rotation. Samples, calibrations and parameters are bounded, so this
  /// is false only after a filter has diverged; then the scene restarts and the pose is not published.
  // Inlined: the pose would be copied to be looked at.
  @inline(__always) var isSound: Bool {
    let q = pose.rotation.quaternion, p = pose.position.components, v = velocity.components
    let norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w
    guard isFiniteOnEarth, norm > 0.99, norm < 1.01 else { return false }
    return (p.x + p.y + p.z + v.x + v.y + v.z).isFinite
  }

  /// Converts the pose to a scene that is turned clockwise against this one.
  @inline(__always) mutating func turn(into frame: SceneFrame) {
    pose = Pose(rotation: frame.rotation * pose.rotation, position: frame.place(pose.position))
    velocity = frame.turn(velocity)
  }
}
