public import Geometry

/// A partition of the sphere of directions into 96 cells of exactly equal area: eight rings about the body's up axis, each cut
/// into equal wedges.
///
/// A ring between heights z₁ > z₂ of the unit sphere has the area 2π(z₁ − z₂) (Archimedes), so rings of n cells of 4π/N each
/// end at z = 1 − 2·(cells above)/N: equal area needs no search. The numbers of cells by ring (3, 9, 15, 21 and back) keep the
/// cells compact, as in P. Leopardi, "A partition of the unit sphere into regions of equal area and small diameter" (2006).
///
/// Longitude counts clockwise seen from above, from forward (−z). A cell holds its upper and western border; the poles belong to
/// the first cell of the first and of the last ring, so that every direction is in exactly one.
public enum CoverageGrid {
  /// Cells by ring, from up to down.
  public static let rings = [3, 9, 15, 21, 21, 15, 9, 3]
  public static let count = 96

  /// Returns the height (cosine of the angle from up) at which a ring begins.
  public static func top(ofRing ring: Int) -> Double { 1 - 2 * Double(first(inRing: ring)) / Double(count) }
  /// Returns the index of a ring's first cell; for the ring after the last, the number of cells.
  public static func first(inRing ring: Int) -> Int { rings.prefix(ring).reduce(0, +) }

  /// Returns the cell of a direction (or of any vector that is not zero).
  public static func cell(of direction: Direction<Body>) -> Int { cell(direction.components) }

  static func cell(_ v: SIMD3<Double>) -> Int {
    let length = dot(v, v).squareRoot()
    guard length > 0, length.isFinite else { return 0 }
    // Number of cells above this height; three comparisons find the ring.
    let above = (1 - v.y / length) * Double(count) / 2
    let isLower = above >= 48
    let near = isLower ? 96 - above : above  // folded to the upper half
    let first: Int
    let cells: Int
    // A border belongs to the ring below it, so the comparison is < in the upper half, and > in the folded lower half.
    if isLower {
      (first, cells) = near > 27 ? (48, 21) : near > 12 ? (69, 15) : near > 3 ? (84, 9) : (93, 3)
    } else {
      (first, cells) = near < 3 ? (0, 3) : near < 12 ? (3, 9) : near < 27 ? (12, 15) : (27, 21)
    }
    let share = Angle.arcTangent(v.x, 0 - v.z).azimuth.radians / (2 * .pi)
    return first + min(cells - 1, Int(saturating: share * Double(cells)))
  }

  /// Returns the ring of a cell, and its position in the ring.
  public static func place(of cell: Int) -> (ring: Int, wedge: Int) {
    var ring = 0, rest = cell
    while ring < rings.count - 1, rest >= rings[ring] {
      rest -= rings[ring]
      ring += 1
    }
    return (ring, rest)
  }

  /// Returns the heights and longitudes that bound a cell.
  public static func bounds(of cell: Int) -> (top: Double, bottom: Double, west: Angle, east: Angle) {
    let (ring, wedge) = place(of: cell)
    let width = 2 * .pi / Double(rings[ring])
    return (
      top(ofRing: ring), top(ofRing: ring + 1), .radians(Double(wedge) * width), .radians(Double(wedge + 1) * width)
    )
  }

  /// Returns the direction of a cell's center, by area.
  public static func centre(of cell: Int) -> Direction<Body> {
    let bounds = bounds(of: cell)
    let z = (bounds.top + bounds.bottom) / 2
    let level = max(0, 1 - z * z).squareRoot()
    let longitude = (bounds.west + bounds.east) * 0.5
    return Direction(level * longitude.sine, z, -level * longitude.cosine)
  }
}
