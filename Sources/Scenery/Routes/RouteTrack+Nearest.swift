import Geometry

/// A point of the route, with its distance from the place for which it was searched.
struct RoutePoint {
  var segment: Int
  /// Length from the start.
  var length: Double
  /// Horizontal distance from the place.
  var distance: Double
}

extension RouteTrack {
  /// Returns the point of a segment that is nearest to a plane's center, not before a length from the start.
  @inline(__always)
  private func nearest(_ plane: LocalPlane, in segment: Int, notBefore least: Double) -> RoutePoint {
    let a = plane.flat(vertices[segment]), b = plane.flat(vertices[segment + 1])
    let along = b - a
    let square = (along * along).sum()
    let start = lengths[segment], end = lengths[segment + 1]
    var share = square > 0 ? -(a * along).sum() / square : 0
    share = min(1, max(0, max(share, (least - start) / (end - start))))
    let point = a + share * along
    return RoutePoint(
      segment: segment, length: start + share * (end - start), distance: (point * point).sum().squareRoot())
  }

  /// The most segments in a window; a window of a hundred meters has far fewer.
  private static let widest = 4096
  /// Meters along the route, behind and ahead of the farthest point reached, that cost as much as one meter beside the route: a
  /// jump back is less likely than one ahead.
  private static let backPerAside = 2.0
  private static let aheadPerAside = 3.0
  /// Additional cost of each meter beyond the reachable length, in meters beside the route.
  private static let costBeyondReach = 1.0

  /// Returns the point to which a place is snapped: the nearest in a window about the farthest point reached, with a cost for
  /// jumps along the route.
  ///
  /// Where the route comes by twice or turns back, the nearest point alone would jump with the noise. So each stretch that comes
  /// near and goes away again has one candidate. Its cost is its distance beside the route, plus ½ m for each meter behind the
  /// farthest point reached, ⅓ m for each meter ahead of it, and 1 m more for each meter beyond `reachable`. Of two equally near
  /// stretches, as at a sharp corner, the one without a jump wins. With a single stretch the result is the nearest point.
  func snap(_ plane: LocalPlane, hint: Int, furthest: Double, behind: Double, reachable: Double, ahead: Double)
    -> RoutePoint
  {
    let least = max(0, furthest - behind)
    var segment = self.segment(at: least, from: hint)
    let end = min(vertices.count - 1, segment + Self.widest)
    var best = nearest(plane, in: segment, notBefore: least)
    var bestCost = Double.infinity
    var stretch = best

    func settle() {
      let advance = stretch.length - furthest
      let along =
        advance < 0
        ? -advance / Self.backPerAside
        : advance / Self.aheadPerAside + Self.costBeyondReach * max(0, advance - reachable)
      let cost = stretch.distance + along
      if cost < bestCost {
        bestCost = cost
        best = stretch
      }
    }

    segment += 1
    while segment < end && lengths[segment] <= furthest + ahead {
      let start = plane.flat(vertices[segment])
      let from = (start * start).sum().squareRoot()
      let candidate = nearest(plane, in: segment, notBefore: least)
      if from > stretch.distance && candidate.distance < from {
        settle()
        stretch = candidate
      } else if candidate.distance < stretch.distance {
        stretch = candidate
      }
      segment += 1
    }
    settle()
    return withinReach(plane, best)
  }

  /// Returns the point with its straight distance if it is beyond reach: the level distance shrinks on the far side of the Earth.
  private func withinReach(_ plane: LocalPlane, _ point: RoutePoint) -> RoutePoint {
    let straight = chord(plane, point)
    var point = point
    if straight > LocalPlane.reach.value { point.distance = straight }
    return point
  }

  /// Returns the nearest point from a length on, which is in the segment `first`. A good guess makes the search faster.
  func nearest(_ plane: LocalPlane, notBefore least: Double, from first: Int, guess: Int? = nil) -> RoutePoint {
    var best = nearest(plane, in: max(first, guess ?? first), notBefore: least)
    // Straight distances, as for the balls: the level distance is shorter, and wrong on the far side of the Earth.
    var bestChord = chord(plane, best)
    for large in first / RouteRegions.many..<regions.large.count where lower(plane, regions.large[large]) < bestChord {
      let smalls =
        max(
          large * RouteRegions.smallPerLarge, first / RouteRegions.few)..<min(
          (large + 1) * RouteRegions.smallPerLarge, regions.small.count)
      for small in smalls where lower(plane, regions.small[small]) < bestChord {
        let segments = max(first, small * RouteRegions.few)..<min((small + 1) * RouteRegions.few, vertices.count - 1)
        for segment in segments {
          let candidate = nearest(plane, in: segment, notBefore: least)
          let chord = chord(plane, candidate)
          if chord < bestChord {
            best = candidate
            bestChord = chord
          }
        }
      }
    }
    return withinReach(plane, best)
  }

  /// Returns the first point of the route within a distance, else the nearest. If the route comes by several times, the first
  /// counts.
  func earliest(
    _ plane: LocalPlane, notBefore least: Double, from first: Int, within enough: Double, guess: Int? = nil
  ) -> RoutePoint {
    for small in first / RouteRegions.few..<regions.small.count where lower(plane, regions.small[small]) <= enough {
      let segments = max(first, small * RouteRegions.few)..<min((small + 1) * RouteRegions.few, vertices.count - 1)
      for segment in segments {
        let candidate = nearest(plane, in: segment, notBefore: least)
        if chord(plane, candidate) > enough { continue }
        // The route may still come nearer, until a straight line has crossed the disc of that radius.
        return bestOf(plane, after: candidate, upTo: candidate.length + 2 * enough, least: least)
      }
    }
    return nearest(plane, notBefore: least, from: first, guess: guess)
  }

  /// Returns the nearest point within a length of the route before and after the last nearest point.
  func nearest(_ plane: LocalPlane, about last: RoutePoint, within reach: Double, notBefore least: Double) -> RoutePoint
  {
    let start = max(least, last.length - reach)
    let segment = segment(at: start, from: last.segment)
    return bestOf(
      plane, after: nearest(plane, in: segment, notBefore: least), upTo: last.length + reach, least: least)
  }

  private func bestOf(_ plane: LocalPlane, after first: RoutePoint, upTo most: Double, least: Double) -> RoutePoint {
    var best = first
    var segment = first.segment
    while segment < vertices.count - 1 && lengths[segment] <= most && segment < first.segment + Self.widest {
      let candidate = nearest(plane, in: segment, notBefore: least)
      if candidate.distance < best.distance { best = candidate }
      segment += 1
    }
    return withinReach(plane, best)
  }

  private func chord(_ plane: LocalPlane, _ point: RoutePoint) -> Double {
    plane.distance(to: self.point(at: point.length, in: point.segment))
  }

  /// Returns a lower bound of the distance to all points in a ball.
  @inline(__always) private func lower(_ plane: LocalPlane, _ ball: RouteRegions.Ball) -> Double {
    plane.distance(to: ball.center) - ball.radius
  }
}
