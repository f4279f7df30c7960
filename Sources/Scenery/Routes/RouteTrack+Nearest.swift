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

  /// The point to which a place is snapped: the nearest in a window, with a dislike for leaving the way.
  ///
  /// Where the route comes by twice, nearness alone would jump with the noise. So a metre back costs 0.2 m (the way out and
  /// the way back on one street are told apart by going on) and a metre farther ahead than one can have gone costs 0.5 m.
  func snap(_ plane: LocalPlane, from last: RoutePoint, least: Double, most: Double, reachable: Double) -> RoutePoint {
    var segment = self.segment(at: least, from: last.segment)
    let end = min(vertices.count - 1, segment + Self.widest)
    var best = last
    var bestCost = Double.infinity
    while segment < end && (lengths[segment] <= most || segment == last.segment) {
      let candidate = nearest(plane, in: segment, notBefore: least)
      let advance = candidate.length - last.length
      let cost = candidate.distance + (advance < 0 ? -0.2 * advance : 0.5 * max(0, advance - reachable))
      if cost < bestCost {
        bestCost = cost
        best = candidate
      }
      segment += 1
    }
    return withinReach(plane, best)
  }

  /// On the far side of the Earth the level distance shrinks again: from afar it is the straight one.
  private func withinReach(_ plane: LocalPlane, _ point: RoutePoint) -> RoutePoint {
    let straight = chord(plane, point)
    var point = point
    if straight > LocalPlane.reach { point.distance = straight }
    return point
  }

  /// The nearest point of all that is at least so far from the start.
  func nearest(_ plane: LocalPlane, notBefore least: Double, from first: Int) -> RoutePoint {
    var best = nearest(plane, in: first, notBefore: least)
    // In a straight line, as the balls are: the level distance is shorter, and folds on the far side of the Earth.
    var bestChord = chord(plane, best)
    for large in first / RouteRegions.many..<regions.large.count where lower(plane, regions.large[large]) < bestChord {
      let smalls = max(large * 16, first / RouteRegions.few)..<min((large + 1) * 16, regions.small.count)
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

  /// The first point of the route at which one may be when the nearest is so near: where it comes by several times, the earliest.
  func earliest(_ plane: LocalPlane, notBefore least: Double, from first: Int, within margin: Double) -> RoutePoint {
    let nearest = nearest(plane, notBefore: least, from: first)
    let enough = chord(plane, nearest) + margin
    for small in first / RouteRegions.few..<regions.small.count where lower(plane, regions.small[small]) <= enough {
      let segments = max(first, small * RouteRegions.few)..<min((small + 1) * RouteRegions.few, vertices.count - 1)
      for segment in segments {
        let candidate = self.nearest(plane, in: segment, notBefore: least)
        if chord(plane, candidate) > enough { continue }
        // From there on it may come nearer still.
        return bestOf(plane, after: candidate, upTo: candidate.length + 2 * margin, least: least)
      }
    }
    return nearest
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
