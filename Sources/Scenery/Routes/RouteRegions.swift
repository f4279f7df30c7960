import Geometry

/// Balls around 16 and around 256 consecutive segments. With them a search for the nearest of 100 000 segments tests only some
/// hundreds of balls.
struct RouteRegions: Sendable {
  struct Ball: Sendable {
    var center: SIMD3<Double>
    var radius: Double
  }
  static let few = 16, many = 256
  static let smallPerLarge = many / few

  /// Balls around segments [16 i, 16 (i + 1)).
  let small: [Ball]
  let large: [Ball]

  init(_ vertices: [SIMD3<Double>]) {
    small = Self.balls(vertices, each: Self.few)
    large = Self.balls(vertices, each: Self.many)
  }

  /// Returns balls centered on the segments' bounding boxes.
  private static func balls(_ vertices: [SIMD3<Double>], each count: Int) -> [Ball] {
    let segments = vertices.count - 1
    return stride(from: 0, to: segments, by: count).map { first in
      let range = first...min(first + count, segments)
      var low = vertices[first], high = low
      for index in range {
        low = pointwiseMin(low, vertices[index])
        high = pointwiseMax(high, vertices[index])
      }
      let center = 0.5 * (low + high)
      var squaredRadius = 0.0
      for index in range {
        let offset = vertices[index] - center
        squaredRadius = max(squaredRadius, dot(offset, offset))
      }
      return Ball(center: center, radius: squaredRadius.squareRoot())
    }
  }
}
