import Fusion
import Geometry
import Samples

/// Motion as an outside tracker tells it: its own frame is level, its origin and azimuth are its own affair, so only the way
/// from one of its poses to the next counts, turned into the scene by how the body stands in both.
///
/// ready? two poses no more than half a second apart · gate: quality, and a speed that a carried thing can have · the
/// velocity between them is what the scene moves by until the next, so that its path is continuous · refusals are counted.
struct OutsideOdometry: Sendable {
  private(set) var aid = Aid(
    AidDescription("outside-odometry", unit: "m/s", axes: ["x", "y", "z"], patience: TimeSpan(1)))
  private var last: OutsidePose?
  private var velocity: Velocity<Scene>?
  /// The scene's azimuth less the tracker's.
  private var azimuth: Angle?
  private var age = TimeSpan.zero

  private static let longestInterval = TimeSpan(0.5), patience = TimeSpan(0.3)
  private static let fastest = Speed(60), leastQuality = 0.05

  /// A pose; `orientation` is how the body stood in the scene at the pose's moment. Returns by how much the scene has turned
  /// against the tracker's frame since the pose before, clockwise: a visual tracker's heading drifts less than the scene's.
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

  /// The velocity now; nil when no outside tracker speaks, or no longer.
  mutating func advance(_ interval: TimeSpan) -> Velocity<Scene>? {
    guard velocity != nil else { return nil }
    age += interval
    if age > Self.patience { velocity = nil }
    return velocity
  }

  /// Whether nothing tells of motion now.
  var isSilent: Bool { velocity == nil }
  /// Whether there was a tracker, and it has fallen silent.
  var isLost: Bool { last != nil && velocity == nil }
}
