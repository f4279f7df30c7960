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

  mutating func apply(to pose: inout TrackedPose, over interval: TimeSpan) {
    defer {
      sceneHeight = pose.pose.position.y
      compare(&pose)
    }
    // Without an accuracy the height is unknown.
    guard let known = pose.place?.height, let accuracy = pose.verticalAccuracy, known.isFinite else {
      height = nil
      return
    }
    guard let before = height else {
      height = known
      return
    }
    let moved = before.value + pose.pose.position.y - sceneHeight
    let speed = max(rate.value, Self.steepest * pose.velocity.norm.value)
    let limit = speed * interval.value, missing = known.value - moved
    let shown = moved + max(-limit, min(limit, missing))
    height = Length(shown)
    guard shown != known.value else { return }
    pose.place?.height = Length(shown)
    pose.verticalAccuracy = Length(hypot(accuracy.value, known.value - shown))
  }

  private mutating func compare(_ pose: inout TrackedPose) {
    guard let standing = pose.standing, let height else { return isOfTerrain = false }
    isOfTerrain = isOfTerrain || (height - standing).magnitude <= Self.near
    pose.isHeightOfTerrain = isOfTerrain
  }
}
