public import Geometry

/// A line of sight in the scene.
public struct Gaze: Equatable, Sendable {
  public var origin: Displacement<Scene>
  public var direction: Direction<Scene>

  public init(origin: Displacement<Scene>, direction: Direction<Scene>) {
    self.origin = origin
    self.direction = direction
  }

  /// The line of sight through a point of a screen.
  public init(through point: ScreenPoint, of viewport: Viewport, on body: Pose<Body, Scene>) {
    let display = viewport.pose(on: body)
    self.init(origin: display.position, direction: display.rotation(viewport.direction(at: point)))
  }

  /// The line of sight straight ahead, for a device without a screen.
  public init(of body: Pose<Body, Scene>) {
    self.init(origin: body.position, direction: body.rotation(Direction(0, 0, -1)))
  }

  private static let margin = Angle.degrees(0.5)

  /// Returns the index of the nearest placement whose label lies under the line of sight, within a margin of half a degree.
  /// A label is a level rectangle about the point where it is drawn, of the place's own size or of `label.width` by
  /// `label.height`.
  public func picks(from placements: [Placement]) -> Int? {
    let margin = Self.margin.radians
    return placements.firstIndex { placement in
      guard let aside = angles(to: placement.point) else { return false }
      let halfWidth = placement.label.width / 2 + margin, halfHeight = placement.label.height / 2 + margin
      return aside.right.radians.magnitude <= halfWidth && aside.up.radians.magnitude <= halfHeight
    }
  }

  /// Returns the angles by which the line of sight passes to the right of a point and above it; nil when the point is behind.
  ///
  /// The axes are those of the line to the point: right is level, up is at right angles to both. So neither ±180° nor the zenith
  /// is a special case.
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
