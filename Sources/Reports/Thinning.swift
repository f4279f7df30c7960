import Geometry

/// Fewer points that look the same.
enum Thinning {
  /// The points of a line that are no nearer than a distance to the one kept before; the ends stay.
  static func line(_ points: [SIMD2<Double>], spacing: Double) -> [SIMD2<Double>] {
    guard var kept = points.first.map({ [$0] }), var last = points.first else { return [] }
    for point in points.dropFirst().dropLast() where hypot(point.x - last.x, point.y - last.y) >= spacing {
      kept.append(point)
      last = point
    }
    if points.count > 1 { kept.append(points[points.count - 1]) }
    return kept
  }

  /// The points of a function of time: of each of `bins` equal stretches the first, the least, the greatest and the last, so
  /// that no peak is lost. Points in order of x.
  static func series(_ points: [SIMD2<Double>], bins: Int) -> [SIMD2<Double>] {
    guard points.count > 4 * bins, let first = points.first, let end = points.last, end.x > first.x else {
      return points
    }
    let width = (end.x - first.x) / Double(bins)
    var kept: [SIMD2<Double>] = []
    var start = 0
    for bin in 1...bins {
      var stop = start
      while stop < points.count, bin == bins || points[stop].x < first.x + width * Double(bin) { stop += 1 }
      guard stop > start else { continue }
      var least = start, greatest = start
      for index in start..<stop {
        if points[index].y < points[least].y { least = index }
        if points[index].y > points[greatest].y { greatest = index }
      }
      for index in Set([start, least, greatest, stop - 1]).sorted() { kept.append(points[index]) }
      start = stop
    }
    return kept
  }

  /// So many at most, evenly chosen, the ends among them.
  static func choose<Element>(_ elements: [Element], atMost count: Int) -> [Element] {
    guard elements.count > count, count > 1 else { return elements }
    return (0..<count).map { elements[$0 * (elements.count - 1) / (count - 1)] }
  }
}
