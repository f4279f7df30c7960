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

/// A rule for the drawn size of a thing, by the slant distance after stacking.
public enum ScalePolicy: Equatable, Sendable {
  /// The true angular size.
  case perspective
  /// A fixed angular size at any distance.
  case readable(Angle)
  /// The size of a finish mark (`FinishMark`).
  case finish

  /// Returns the size to draw at the drawn distance for a thing of a true size; `scale` is the placement's.
  ///
  /// Perspective gives s·`scale` with s the true size; readable gives 2 d tan(a/2) with d the drawn distance and a the angle. nil
  /// for `finish`, which needs a viewport.
  public func size(of size: Length, scale: Double, drawnDistance: Length) -> Length? {
    switch self {
    case .perspective: size * scale
    case .readable(let angle): drawnDistance * (2 * (angle * 0.5).tangent)
    case .finish: nil
    }
  }
}
