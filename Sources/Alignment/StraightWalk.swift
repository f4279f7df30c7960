import Geometry

/// The last meters walked in the scene, as far as they are straight.
///
/// Stores a point at each stretch of path, 32 at most. The straight part is the longest one that ends here and whose points all
/// lie within a share of its length beside its chord; its course is the chord's, which is the mean of its displacements.
struct StraightWalk: Sendable {
  private let spacing: Double
  private static let capacity = 32
  /// Points, east and south, in a ring; `count` of them, the newest at `newest`.
  private var points = [SIMD2<Double>](repeating: .zero, count: capacity)
  private var newest = 0
  private(set) var count = 0

  init(spacing: Length) { self.spacing = spacing.value }

  mutating func clear() { count = 0 }

  mutating func add(_ position: Displacement<Scene>) {
    let point = SIMD2(position.x, position.z)
    if count > 0 {
      let step = point - points[newest]
      guard step.x * step.x + step.y * step.y >= spacing * spacing else { return }
    }
    newest = (newest + 1) % Self.capacity
    points[newest] = point
    count = min(count + 1, Self.capacity)
  }

  /// Length of the path through the points.
  var length: Length {
    var sum = 0.0
    for back in 1..<max(count, 1) {
      let step = point(back - 1) - point(back)
      sum += hypot(step.x, step.y)
    }
    return Length(sum)
  }

  /// Returns the longest straight part with a length in that range: its length, and its azimuth in the scene.
  func straight(within share: Double, of range: ClosedRange<Length>) -> (length: Length, course: Angle)? {
    var back = count - 1
    while back > 0 {
      let chord = point(0) - point(back)
      let length = hypot(chord.x, chord.y)
      if range.contains(Length(length)) && isStraight(from: back, chord / length, limit: share * length) {
        return (Length(length), .arcTangent(chord.x, -chord.y))
      }
      back -= 1
    }
    return nil
  }

  private func point(_ back: Int) -> SIMD2<Double> { points[(newest - back + Self.capacity) % Self.capacity] }

  private func isStraight(from back: Int, _ along: SIMD2<Double>, limit: Double) -> Bool {
    var reached = 0.0
    for index in stride(from: back - 1, to: 0, by: -1) {
      let off = point(index) - point(back)
      let ahead = off.x * along.x + off.y * along.y
      // Always ahead: a walk that turned round and came back is not straight.
      if !((off.x * along.y - off.y * along.x).magnitude <= limit) || ahead < reached { return false }
      reached = ahead
    }
    return true
  }
}
