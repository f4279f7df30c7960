import Geometry

extension RouteTrack {
  /// Length of the route by which its direction is taken: shorter parts are bends of the drawing.
  private static let directionLength = 10.0
  /// Cosine of the angle from which on a way does not go along the route: 120°, so that who crosses a square does.
  private static let againstCosine = -0.5
  /// The most of the route that is looked at.
  private static let mostLength = 200.0

  /// The azimuth in which the route goes on from a length.
  func azimuth(_ plane: LocalPlane, atLength length: Double) -> Angle {
    let way = direction(plane, atLength: length)
    return Angle.arcTangent(way.x, -way.y).azimuth
  }

  /// Whether a part of the route between two lengths, within a distance of the plane's center, goes along a way.
  func runs(
    along way: SIMD2<Double>, _ plane: LocalPlane, from first: Double, to last: Double, within reach: Double
  ) -> Bool {
    let end: Double = min(lengths[lengths.count - 1], last, first + Self.mostLength)
    for length: Double in stride(from: max(0, first), through: end, by: Self.directionLength / 2) {
      let ahead = direction(plane, atLength: length), here = plane.flat(point(at: length, in: segment(at: length)))
      let size = ((ahead * ahead).sum() * (way * way).sum()).squareRoot()
      if size > 0, (here * here).sum() <= reach * reach, (ahead * way).sum() > Self.againstCosine * size { return true }
    }
    return false
  }

  private func direction(_ plane: LocalPlane, atLength length: Double) -> SIMD2<Double> {
    let last = lengths[lengths.count - 1], end: Double = min(last, length + Self.directionLength)
    let begin: Double = max(0, min(length, last - Self.directionLength / 2))
    return plane.flat(point(at: end, in: segment(at: end))) - plane.flat(point(at: begin, in: segment(at: begin)))
  }
}
