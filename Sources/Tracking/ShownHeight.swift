import Geodesy
import Geometry
import Samples

/// The height that is published. It moves as the scene does, and toward what is known of it at a bounded rate, so that a fix
/// never moves it at once:
///   h ← h + Δy + clamp(h_known − h − Δy, ±ṙ Δt)
/// with Δy the way upward in the scene and ṙ `height.rate`. What is left between the two is in the stated accuracy.
struct ShownHeight: Sendable {
  private let rate: Speed
  private var height: Length?
  private var sceneHeight = 0.0

  init(_ parameters: HeightParameters) { rate = parameters.rate }

  /// A new scene: the next height is taken as it comes.
  mutating func restart() { height = nil }

  mutating func apply(to pose: inout TrackedPose, over interval: TimeSpan) {
    defer { sceneHeight = pose.pose.position.y }
    // A height without an accuracy is not known.
    guard let known = pose.place?.height, let accuracy = pose.verticalAccuracy, known.isFinite else {
      height = nil
      return
    }
    guard let before = height else {
      height = known
      return
    }
    let moved = before.value + pose.pose.position.y - sceneHeight
    let limit = rate.value * interval.value, missing = known.value - moved
    let shown = moved + max(-limit, min(limit, missing))
    height = Length(shown)
    guard shown != known.value else { return }
    pose.place?.height = Length(shown)
    pose.verticalAccuracy = Length(hypot(accuracy.value, known.value - shown))
  }
}
