public import Geometry

/// A hint to a target outside the screen: a point on the screen's border, and the turn toward the target.
public struct OffscreenHint: Equatable, Sendable {
  public enum Side: String, CaseIterable, Sendable {
    case left, right
    var sign: Double { self == .right ? 1 : -1 }
  }

  /// A point on the border.
  public var point: ScreenPoint
  /// The side to which the wearer should turn; near straight behind it is kept.
  public var side: Side
  /// The unit vector of the shortest turn, in the display's axes. Turning the view toward it, about the axis at right angles to
  /// it and to straight ahead, brings the target into view.
  public var right: Double
  public var up: Double
  /// The direction on the display in which to turn the view, clockwise from its upper edge: that of the shortest turn.
  public var edge: Angle { Angle.arcTangent(right, up).azimuth }
  /// The angle from straight ahead to the target.
  public var angle: Angle
  /// True if the side differs from the last hint's.
  public var hasChangedSide: Bool
}

/// The hints for one target; the side of the last hint is kept as state.
///
/// The hint is where the ray from the center in the direction (x, y) of the target, in the display's axes, meets the border. That
/// direction is the shortest turn, also for a target behind, where a projection would be mirrored. Straight behind, all turns are
/// equally short and the direction changes with every tremor. So from 20° (`hint.blend`) on the direction is blended to a point
/// of the bottom edge, half way to the corner on the hint's side, and is there within 10° (`hintPlay`). The side changes only
/// when the target is 10° on the other side of the display's upright plane, behind as well as above or below; so the turn is at
/// most 20° longer than the other. On a display that is held on its side a target at eye height is in that plane.
public struct OffscreenHints: Sendable {
  /// Distance from the middle of the bottom edge to the hint for a target straight behind, as a part of that edge: half way to a
  /// corner.
  private static let bottomShare = 0.25
  /// The largest ratio of `hintPlay` to `hint.blend`, so that the blend has a range.
  private static let mostPlay = 0.999
  /// Within the angle with this sine, from straight ahead or behind, a target has no side.
  private static let straightSine = 1e-12

  private let blend: Double, play: Double
  private var side: OffscreenHint.Side?

  public init(_ parameters: SceneParameters) {
    blend = parameters.hintBlend.radians
    play = min(SceneParameters.hintPlay.radians, parameters.hintBlend.radians * Self.mostPlay)
  }

  /// Returns the hint, or nil when the target is visible or its direction is undefined.
  public mutating func update(_ target: Displacement<Display>, in viewport: Viewport) -> OffscreenHint? {
    guard target.isFinite, let direction = target.direction else { return nil }
    if case .inside = viewport.position(of: target) {
      side = direction.x < 0 ? .left : .right
      return nil
    }
    let before = side, side = chooseSide(direction)
    self.side = side
    let aside = hypot(direction.x, direction.y)
    let way =
      aside > Self.straightSine
      ? SIMD2(direction.x, direction.y) / aside : SIMD2(side.sign, 0)
    return OffscreenHint(
      point: border(way, direction, side, viewport), side: side, right: way.x, up: way.y,
      angle: .arcTangent(aside, -direction.z), hasChangedSide: before != nil && before != side)
  }

  private func chooseSide(_ direction: Direction<Display>) -> OffscreenHint.Side {
    let plain: OffscreenHint.Side = direction.x < 0 ? .left : .right
    guard let side else { return plain }
    // Angle from the display's upright plane toward the kept side: straight behind, above, below, or level with a display on its
    // side, all turns are nearly equal.
    return asin(max(-1, min(1, side.sign * direction.x))) >= -play ? side : plain
  }

  private func border(
    _ way: SIMD2<Double>, _ direction: Direction<Display>, _ side: OffscreenHint.Side, _ viewport: Viewport
  ) -> ScreenPoint {
    // In screen axes, y down
    let across = viewport.focalX.value * way.x, down = -viewport.focalY.value * way.y
    let fromBehind = atan2(hypot(direction.x, direction.y), direction.z)
    guard fromBehind < blend else { return meet(across, down, viewport) }
    // Angles from down toward the side, up to three quarters of a turn, so that the blend never goes the other way round
    var angle = atan2(side.sign * across, down)
    if angle < -.pi / 2 { angle += 2 * .pi }
    let quarter = viewport.width.value * Self.bottomShare
    let low = atan2(quarter + side.sign * (viewport.width.value / 2 - viewport.centre.x.value), below(viewport))
    let part = min(1, (blend - fromBehind) / (blend - play))
    let blended = angle + part * (low - angle)
    return meet(side.sign * sin(blended), cos(blended), viewport)
  }

  private func below(_ viewport: Viewport) -> Double { (viewport.height - viewport.centre.y).value }

  /// Returns the point where the ray from straight ahead meets the border.
  private func meet(_ across: Double, _ down: Double, _ viewport: Viewport) -> ScreenPoint {
    let x = viewport.centre.x.value, y = viewport.centre.y.value
    let width = viewport.width.value, height = viewport.height.value
    let horizontally = across > 0 ? (width - x) / across : across < 0 ? -x / across : .infinity
    let vertically = down > 0 ? (height - y) / down : down < 0 ? -y / down : .infinity
    let reach = min(horizontally, vertically)
    guard reach.isFinite else { return ScreenPoint(x: viewport.centre.x, y: viewport.height) }
    // Exactly on the border in spite of rounding
    return horizontally < vertically
      ? ScreenPoint(x: across > 0 ? viewport.width : .zero, y: Pixels(min(max(y + reach * down, 0), height)))
      : ScreenPoint(x: Pixels(min(max(x + reach * across, 0), width)), y: down > 0 ? viewport.height : .zero)
  }
}
