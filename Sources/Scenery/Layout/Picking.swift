public import Geometry

/// A line of sight in the scene.
public struct Gaze: Equatable, Sendable {
  public var origin: Displacement<Scene>
  public var direction: Direction<Scene>

  public init(origin: Displacement<Scene>, direction: Direction<Scene>) {
    self.origin = origin
    self.direction = direction
  }

  /// What is seen at a point of a screen.
  public init(through point: ScreenPoint, of viewport: Viewport, on body: Pose<Body, Scene>) {
    let display = viewport.pose(on: body)
    self.init(origin: display.position, direction: display.rotation(viewport.direction(at: point)))
  }

  /// Straight ahead, where there is no screen.
  public init(of body: Pose<Body, Scene>) {
    self.init(origin: body.position, direction: body.rotation(Direction(0, 0, -1)))
  }

  /// Which of the placements it meets: the nearest whose label, a rectangle of that many degrees about the point where it is
  /// drawn and level with the ground, lies under it. A little beside it counts as well.
  public func picks(from placements: [Placement], _ parameters: SceneParameters) -> Int? {
    let halfWidth = parameters.labelWidth.radians / 2 + parameters.pickMargin.radians
    let halfHeight = parameters.labelHeight.radians / 2 + parameters.pickMargin.radians
    return placements.firstIndex { placement in
      guard let aside = angles(to: placement.point) else { return false }
      return aside.right.radians.magnitude <= halfWidth && aside.up.radians.magnitude <= halfHeight
    }
  }

  /// How far beside a point it passes, in angles to the right of it and above; nil when that is behind it.
  ///
  /// In the axes of the line to the point: right is level, up at right angles to both. So neither ±180° nor the zenith is special.
  func angles(to point: Displacement<Scene>) -> (right: Angle, up: Angle)? {
    guard let ahead = (point - origin).direction, let own = direction.direction else { return nil }
    let level = Direction<Scene>(-ahead.z, 0, ahead.x)
    let right = level.direction ?? Direction(1, 0, 0)
    let up = Direction<Scene>(cross(right.components, ahead.components))
    let along = dot(own.components, ahead.components)
    guard along > 0 else { return nil }
    return (
      .arcTangent(dot(own.components, right.components), along), .arcTangent(dot(own.components, up.components), along)
    )
  }
}
