import Geometry

/// Reduces the number of points without a visible change.
enum Thinning {
  /// Returns the points of a line that are at least `spacing` away from the point kept before; the ends stay.
  static func line(_ points: [SIMD2<Double>], spacing: Double) -> [SIMD2<Double>] {
    guard var kept = points.first.map({ [$0] }), var last = points.first else { return [] }
    for point in points.dropFirst().dropLast() where hypot(point.x - last.x, point.y - last.y) >= spacing {
      kept.append(point)
      last = point
    }
    if points.count > 1 { kept.append(points[points.count - 1]) }
    return kept
  }

  /// Returns points of a function of time: the first, the least, the greatest and the last of each of `bins` equal stretches, so
  /// that no peak is lost. Points are in order of x.
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

  /// Returns at most `count` elements, evenly chosen, including both ends.
  static func choose<Element>(_ elements: [Element], atMost count: Int) -> [Element] {
    guard elements.count > count, count > 1 else { return elements }
    return (0..<count).map { elements[$0 * (elements.count - 1) / (count - 1)] }
  }
}
