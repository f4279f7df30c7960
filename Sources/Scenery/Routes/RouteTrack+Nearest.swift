import Geometry

/// A point of the route, and how far the place is that it was looked for from.
struct RoutePoint {
  var segment: Int
  /// From the start.
  var length: Double
  /// From the place, level.
  var distance: Double
}

extension RouteTrack {
  /// The nearest point of a segment to a plane's center, not before a length from the start.
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

  /// The most segments that a window looks at: those of a hundred metres are far fewer.
  private static let widest = 4096
  /// Meters along the route, behind the farthest point reached and ahead of it, that cost as much as one meter beside the route: a
  /// leap back is less likely than one ahead.
  private static let backPerAside = 2.0
  private static let aheadPerAside = 3.0
  /// What each meter beyond the reachable way costs in addition, in meters beside the route.
  private static let costBeyondReach = 1.0

  /// The point to which a place is snapped: the nearest in a window about the farthest point reached, with a dislike for leaving the
  /// way.
  ///
  /// Where the route comes by twice, or turns back on itself, nearness alone would jump with the noise. So of each stretch that comes
  /// near and goes away again there is one candidate, and it costs its distance beside the route, plus ½ m for each
  /// meter behind the farthest point reached, ⅓ m for each meter ahead of it, and 1 m more for each meter beyond what can have been
  /// reached since. Of two stretches equally near, as at a sharp corner, it is the one that needs no leap. While there is one
  /// stretch the answer is the nearest point, no less.
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

  /// On the far side of the Earth the level distance shrinks again: from afar it is the straight one.
  private func withinReach(_ plane: LocalPlane, _ point: RoutePoint) -> RoutePoint {
    let straight = chord(plane, point)
    var point = point
    if straight > LocalPlane.reach.value { point.distance = straight }
    return point
  }

  /// The nearest point of all that is at least so far from the start, which is in the segment `first`. A good guess spares work.
  func nearest(_ plane: LocalPlane, notBefore least: Double, from first: Int, guess: Int? = nil) -> RoutePoint {
    var best = nearest(plane, in: max(first, guess ?? first), notBefore: least)
    // In a straight line, as the balls are: the level distance is shorter, and folds on the far side of the Earth.
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

  /// The first point of the route that is so near, or else the nearest: where it comes by several times, the earliest counts.
  func earliest(
    _ plane: LocalPlane, notBefore least: Double, from first: Int, within enough: Double, guess: Int? = nil
  ) -> RoutePoint {
    for small in first / RouteRegions.few..<regions.small.count where lower(plane, regions.small[small]) <= enough {
      let segments = max(first, small * RouteRegions.few)..<min((small + 1) * RouteRegions.few, vertices.count - 1)
      for segment in segments {
        let candidate = nearest(plane, in: segment, notBefore: least)
        if chord(plane, candidate) > enough { continue }
        // From there on it comes nearer still, until a straight line has crossed the disc of that radius.
        return bestOf(plane, after: candidate, upTo: candidate.length + 2 * enough, least: least)
      }
    }
    return nearest(plane, notBefore: least, from: first, guess: guess)
  }

  /// The nearest point within so much of the route before and after one that was it a moment ago.
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

  /// No point in the ball is nearer.
  @inline(__always) private func lower(_ plane: LocalPlane, _ ball: RouteRegions.Ball) -> Double {
    plane.distance(to: ball.center) - ball.radius
  }
}
