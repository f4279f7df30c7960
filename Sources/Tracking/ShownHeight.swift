import Geodesy
import Geometry
import Odometry
import Samples

/// The published height. It moves with the scene, and toward the estimated height at a bounded rate, so that a fix never makes it
/// jump:
///   h ← h + Δy + clamp(h_known − h − Δy, ±max(ṙ, s v) Δt)
/// with Δy the scene's upward displacement, ṙ `height.rate`, v the speed and s the slope of the steepest roads: a vehicle's scene
/// is level, so its climb arrives with the fixes. The remaining difference is included in the stated accuracy.
struct ShownHeight: Sendable {
  private let rate: Speed
  private var height: Length?
  private var sceneHeight = 0.0
  /// True since the published height has come to the tiles' ground.
  private var isOfTerrain = false

  /// Slope of steep roads in mountains. A walker remains at `height.rate`.
  private static let steepest = 0.15

  /// Difference to the tiles' ground up to which things on it do not visibly jump when the height counts as theirs.
  private static let near = Length(0.1)

  init(_ parameters: HeightParameters) { rate = parameters.rate }

  /// Restarts for a new scene: the next height is used as it is.
  mutating func restart() {
    height = nil
    isOfTerrain = false
  }

  /// Follows a pose, whose known height is nil without an accuracy.
  @inline(__always)
  mutating func advance(to pose: ScenePose, speed: Speed, over interval: TimeSpan) {
    let y = pose.pose.position.y
    defer { sceneHeight = y }
    guard let known = pose.height, known.isFinite else { return height = nil }
    guard let before = height else { return height = known }
    let moved = before.value + y - sceneHeight, missing = known.value - moved
    let limit = max(rate.value, Self.steepest * speed.value) * interval.value
    height = Length(moved + max(-limit, min(limit, missing)))
  }

  /// Compares it with the tiles' ground.
  mutating func compare(_ pose: TrackedPose) { isOfTerrain = comparesWell(pose) }

  @inline(__always) private func comparesWell(_ pose: TrackedPose) -> Bool {
    guard let standing = pose.standing, let height else { return false }
    return isOfTerrain || (height - standing).magnitude <= Self.near
  }

  /// Writes the height into the pose that it has followed last.
  // Mutating, though it changes nothing else: in place.
  mutating func apply(to pose: inout TrackedPose) {
    pose.isHeightOfTerrain = comparesWell(pose)
    guard let shown = height?.value, let known = pose.place?.height.value, let accuracy = pose.verticalAccuracy,
      shown != known
    else { return }
    pose.place?.height = Length(shown)
    pose.verticalAccuracy = Length(hypot(accuracy.value, known - shown))
  }
}
