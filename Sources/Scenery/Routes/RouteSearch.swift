import Geometry

/// A search for the nearest point of a route from a length on, which is repeated as the wearer moves.
///
/// After a small move the nearest point is still close to the last one, or another point is nearer by at most that move. So all of
/// the route is searched only after 5 m, or when it may be within the corridor.
struct RouteSearch {
  /// The nearest point, kept up to date.
  private var point: RoutePoint?
  /// Its distance at the time of the last full search, and the wearer's place at that time.
  private var distance = 0.0
  private var from = SIMD3<Double>()

  /// After moving this distance all is searched again.
  private static let interval = Length(5)
  /// Before that, only this length of the route before and after the last nearest point is searched.
  private static let reach = Length(20)

  /// `first`: the segment of the length `least`.
  mutating func nearest(
    _ track: RouteTrack, _ plane: LocalPlane, notBefore least: Double, from first: Int, _ parameters: RouteParameters
  ) -> RoutePoint {
    if let last = point, last.segment >= first {
      let moved = plane.distance(to: from)
      if moved < Self.interval.value, distance - moved > parameters.corridor.value {
        let nearest = track.nearest(plane, about: last, within: Self.reach.value, notBefore: least)
        point = nearest
        return nearest
      }
    }
    let nearest = track.nearest(plane, notBefore: least, from: first, guess: point?.segment)
    (point, distance, from) = (nearest, nearest.distance, plane.center)
    return nearest
  }
}
