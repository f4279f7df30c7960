import Geometry

/// The published orientation: turned by the gyroscope alone, and moved toward the filter's at a bounded rate, so that a
/// correction of tilt never jumps on a screen. About up it is moved toward the filter only where the filter's path is in that
/// heading; elsewhere the heading belongs to the alignment.
struct ShownOrientation: Sendable {
  private(set) var value: Rotation<Body, Scene>
  /// Remaining turn between the filter's heading and this one, clockwise: turns and tilts do not commute, so the two headings
  /// separate slowly, and the alignment's yaw must include the difference.
  private(set) var yawLeft = Angle.zero
  /// Largest correction per second, and per step of any length.
  static let fastest = Angle.degrees(10), largestStep = Angle.degrees(0.08)

  /// Time in which it moves by 1 σ of the tilt: what is hardly known does not glide for seconds.
  private static let catchUp = TimeSpan(0.2)

  private let followsHeading: Bool

  init(_ filtered: Rotation<Body, Scene>, followsHeading: Bool = false) {
    value = filtered
    self.followsHeading = followsHeading
  }

  /// Advances by one step: the gyroscope's turn, and the filter's orientation without its heading corrections.
  mutating func advance(
    by turn: Rotation<Body, Body>, toward filtered: Rotation<Body, Scene>, lost sigma: Angle = .zero,
    over interval: TimeSpan
  ) {
    value = (value * turn).renormalized
    var apart = (filtered * value.inverse).logarithm
    yawLeft = .radians(-apart.y)
    if !followsHeading { apart.y = 0 }
    let size = apart.norm.value
    guard size > 1e-12 else { return }
    let limit = max(
      min(Self.largestStep.radians, Self.fastest.radians * interval.value),
      sigma.radians * interval.value / Self.catchUp.value)
    value = Rotation<Scene, Scene>.exp(apart * min(1, limit / size)) * value
  }
}
