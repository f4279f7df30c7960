import Geometry

/// The orientation that is published: turned by the gyroscope alone, and led toward the filter's at a bounded rate, so that
/// a correction of tilt never jumps on a screen. About up it is not led at all: heading belongs to the alignment.
struct ShownOrientation: Sendable {
  private(set) var value: Rotation<Body, Scene>
  /// What is left between the filter's heading and this one, clockwise: turns and tilts do not commute, so the two part by
  /// little and little, and the alignment's yaw must know.
  private(set) var yawLeft = Angle.zero
  /// Per second, and per step whatever its length.
  static let fastest = Angle.degrees(10), largestStep = Angle.degrees(0.08)

  init(_ filtered: Rotation<Body, Scene>) { value = filtered }

  /// One step: the turn the gyroscope felt, and the filter's orientation with its heading corrections taken out.
  mutating func advance(
    by turn: Rotation<Body, Body>, toward filtered: Rotation<Body, Scene>, over interval: TimeSpan
  ) {
    value = (value * turn).renormalized
    var apart = (filtered * value.inverse).logarithm
    yawLeft = .radians(-apart.y)
    apart.y = 0
    let size = apart.norm.value
    guard size > 1e-12 else { return }
    let limit = min(Self.largestStep.radians, Self.fastest.radians * interval.value)
    value = Rotation<Scene, Scene>.exp(apart * min(1, limit / size)) * value
  }
}
