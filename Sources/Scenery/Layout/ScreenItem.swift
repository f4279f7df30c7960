public import Geometry

/// The position of a placement on a viewport.
public enum ScreenPosition: Equatable, Sendable {
  case inside(ScreenPoint)
  /// In front, but beside the viewport.
  case outside(ScreenPoint)
  case behind
}

extension Viewport {
  public func position(of point: Displacement<Scene>, from body: Pose<Body, Scene>) -> ScreenPosition {
    position(of: pose(on: body).inverse(point))
  }

  public func position(of point: Displacement<Display>) -> ScreenPosition {
    guard let projected = project(point) else { return .behind }
    return contains(projected) ? .inside(projected) : .outside(projected)
  }
}
