public import Geometry

/// A rule for the size at which a thing is drawn, by its distance. The five schemes beside `perspective` are those of
/// ARKit-CoreLocation (`ScalingScheme`), with its figures.
///
/// A factor f by distance d, slant and after stacking, gives the size f·`scale` for a thing of 1 m: at f = 1 it looks as large as
/// at its place. `normal` gives a fixed angle instead.
public enum ScalingScheme: Equatable, Sendable {
  /// f = 1: as large as at its place.
  case perspective
  /// A fixed angle: 0.181 m for each meter of the drawn distance, which is 10.4°; beyond 3 km three quarters of that.
  case normal
  /// f = 1 up to a threshold, `factor` beyond.
  case tiered(threshold: Length, factor: Double)
  /// f = 1 up to the first threshold, then `factor`, beyond the second `farFactor`.
  case doubleTiered(threshold: Length, factor: Double, farThreshold: Length, farFactor: Double)
  /// f falls from 1 at the wearer to 0 at the threshold.
  case linear(threshold: Length)
  /// f = 1 up to the buffer, then falls to 0 over the length of the threshold.
  case linearBuffer(threshold: Length, buffer: Length)

  /// Size for each meter of the drawn distance, the distance from which things are smaller, and by how much.
  private static let share = 0.181, farFrom = Length(3000), farShare = 0.75

  /// The names in messages.
  public enum Name: String, CaseIterable, Sendable {
    case perspective, normal, tiered
    case doubleTiered = "double-tiered"
    case linear
    case linearBuffer = "linear-buffer"
  }

  /// Returns the size to draw for a thing of 1 m; 0 for a thing that is not to be drawn. `scale` is the drawn distance divided by
  /// the distance.
  public func size(distance: Length, drawnDistance: Length, scale: Double) -> Double {
    switch self {
    case .perspective: scale
    case .normal: Self.share * drawnDistance.value * (distance > Self.farFrom ? Self.farShare : 1)
    case .tiered(let threshold, let factor): scale * (distance > threshold ? factor : 1)
    case .doubleTiered(let threshold, let factor, let farThreshold, let farFactor):
      scale * (distance > farThreshold ? farFactor : distance > threshold ? factor : 1)
    case .linear(let threshold): scale * max(0, 1 - distance / threshold)
    case .linearBuffer(let threshold, let buffer):
      scale * (distance <= buffer ? 1 : max(0, 1 - (distance - buffer) / threshold))
    }
  }
}

extension Placement {
  /// Returns the size to draw for a thing of 1 m by a scheme.
  public func size(by scheme: ScalingScheme) -> Double {
    let distance = scale > 0 ? drawnDistance / scale : distance
    return scheme.size(distance: distance, drawnDistance: drawnDistance, scale: scale)
  }
}
