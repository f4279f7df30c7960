import Geometry

/// The part of the plan that is drawn: a rectangle in meters, and its scale in a drawing with whole coordinates.
///
/// The fused track and the truth are always inside. Points farther from them than half the frame (a wild fix, a scene that was
/// turned wrongly for long) are cut off and counted, so that the track stays legible.
struct PlanFrame {
  /// Meters east and north of the plan's origin.
  var west: Double, north: Double
  var metresPerUnit: Double
  var width = 8000.0
  var height: Double

  private static let margin = 0.06, shapes = 0.62...1.0

  init(core: [SIMD2<Double>], strays: [SIMD2<Double>]) {
    var low = core.first ?? strays.first ?? .zero, high = low
    for point in core.isEmpty ? strays : core {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let reach = max(10, 0.5 * max(high.x - low.x, high.y - low.y))
    let outerLow = low - SIMD2(repeating: reach), outerHigh = high + SIMD2(repeating: reach)
    for point in strays where all(point .>= outerLow) && all(point .<= outerHigh) {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let size = max(10, max(high.x - low.x, high.y - low.y)) * Self.margin
    var wide = max(10, high.x - low.x) + 2 * size, tall = max(6, high.y - low.y) + 2 * size
    if tall / wide < Self.shapes.lowerBound { tall = wide * Self.shapes.lowerBound }
    if tall / wide > Self.shapes.upperBound { wide = tall / Self.shapes.upperBound }
    let middle = (low + high) / 2
    west = middle.x - wide / 2
    north = middle.y + tall / 2
    metresPerUnit = wide / width
    height = (tall / metresPerUnit).rounded()
  }

  func contains(_ point: SIMD2<Double>) -> Bool {
    let (x, y) = units(point)
    return x >= 0 && x <= width && y >= 0 && y <= height
  }

  /// Returns coordinates of the drawing, right and down.
  func units(_ point: SIMD2<Double>) -> (x: Double, y: Double) {
    ((point.x - west) / metresPerUnit, (north - point.y) / metresPerUnit)
  }

  /// Returns whole coordinates of the drawing, limited to ±10⁶.
  func whole(_ point: SIMD2<Double>) -> (x: Int, y: Int) {
    let (x, y) = units(point)
    return (Int(saturating: max(-1e6, min(1e6, x)).rounded()), Int(saturating: max(-1e6, min(1e6, y)).rounded()))
  }

  /// Spacing of the grid, and length of the scale.
  var spacing: Double { Ticks.step(atLeast: width * metresPerUnit / 6) }
  var isInKilometres: Bool { spacing >= 1000 }
  /// Returns the label of a line of the grid.
  func label(_ metres: Double) -> String { isInKilometres ? shown(metres / 1000, 2) : shown(metres, 2) }
  var eastings: [Double] { Ticks.multiples(of: spacing, in: west...west + width * metresPerUnit) }
  var northings: [Double] { Ticks.multiples(of: spacing, in: north - height * metresPerUnit...north) }
}
