public import Geometry

/// Where on a viewport a placement is seen.
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

/// How large something is drawn, by the slant distance after stacking.
public enum ScalePolicy: Equatable, Sendable {
  /// As large as it is.
  case perspective
  /// As large as so wide an angle looks, however far away it is.
  case readable(Angle)
  /// As a finish mark (`FinishMark`).
  case finish

  /// The size to draw at the drawn distance for something of a true size. `scale` is the placement's.
  ///
  /// Perspective keeps s/d; readable is 2 d tan(α/2) with d the drawn distance. nil for `finish`, which needs a viewport.
  public func size(of size: Length, scale: Double, drawnDistance: Length) -> Length? {
    switch self {
    case .perspective: size * scale
    case .readable(let angle): drawnDistance * (2 * (angle * 0.5).tangent)
    case .finish: nil
    }
  }
}
