import Fusion
import Geometry
import Samples

/// Motion from an outside tracker: its frame is level, with an arbitrary origin and azimuth, so only the displacement from one of
/// its poses to the next is used, turned into the scene with the body's orientation in both.
///
/// Ready: two poses at most half a second apart. Gate: quality, and a speed that is possible for a carried device. The velocity
/// between the poses moves the scene until the next pose, so its path is continuous. Refusals are counted.
struct OutsideOdometry: Sendable {
  private(set) var aid = Aid(
    AidDescription("outside-odometry", unit: "m/s", axes: ["x", "y", "z"], patience: TimeSpan(1)))
  private var last: OutsidePose?
  private var velocity: Velocity<Scene>?
  /// Azimuth of the scene minus that of the tracker.
  private var azimuth: Angle?
  private var age = TimeSpan.zero

  private static let longestInterval = TimeSpan(0.5), patience = TimeSpan(0.3)
  private static let fastest = Speed(60), leastQuality = 0.05

  /// Ingests a pose; `orientation` is the body's in the scene at the pose's time. Returns the turn of the scene against the
  /// tracker's frame since the pose before, clockwise: a visual tracker's heading drifts less than the scene's.
  @discardableResult
  mutating func ingest(_ pose: OutsidePose, orientation: Rotation<Body, Scene>) -> (turn: Angle, over: TimeSpan)? {
    guard pose.quality > Self.leastQuality else {
      aid.refuse(.poorQuality, at: pose.time)
      return nil
    }
    let azimuthBefore = azimuth
    defer { last = pose }
    // scene from outside = a turn about up; the twist of a quaternion (x, y, z, w) about y is (0, y, 0, w).
    let between = (orientation * pose.orientation.rotation.inverse).quaternion
    azimuth = .radians(-2 * atan2(between.y, between.w))
    guard let last else { return nil }
    let interval = pose.time - last.time
    guard interval > .zero, interval <= Self.longestInterval else {
      aid.refuse(.tooFarApart, at: pose.time)
      return nil
    }
    let outside = (pose.position - last.position) / interval
    guard outside.norm < Self.fastest else {
      aid.refuse(.tooFast, at: pose.time)
      return nil
    }
    guard let turn = Rotation<OutsideFrame, Scene>(x: 0, y: between.y, z: 0, w: between.w) else { return nil }
    let inScene = turn(outside)
    velocity = inScene
    age = .zero
    aid.record(.fused(Fused(inScene.x, inScene.y, inScene.z)), at: pose.time)
    return azimuthBefore.map { ((azimuth ?? $0) - $0).wrapped }.map { ($0, interval) }
  }

  /// Returns the velocity now; nil without an outside tracker, or when it has been silent for too long.
  mutating func advance(_ interval: TimeSpan) -> Velocity<Scene>? {
    guard velocity != nil else { return nil }
    age += interval
    if age > Self.patience { velocity = nil }
    return velocity
  }

  /// Whether there is no velocity from a tracker now.
  @inline(__always) var isSilent: Bool { velocity == nil }
  /// Whether there was a tracker that is silent now.
  @inline(__always) var isLost: Bool { last != nil && velocity == nil }
}
