import Geometry

/// The part of the plan that is drawn: a rectangle in metres, and how it lies in a drawing of whole units.
///
/// The fused track and the truth are always inside. What strays from them farther than half the frame (a wild fix, a scene that
/// was turned the wrong way for long) is cut off, and counted, so that the way itself stays legible.
struct PlanFrame {
  /// Metres east and north of the plan's origin.
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

  /// Right and down.
  func units(_ point: SIMD2<Double>) -> (x: Double, y: Double) {
    ((point.x - west) / metresPerUnit, (north - point.y) / metresPerUnit)
  }

  /// Whole ones; what is very far away stays within what a drawing can hold.
  func whole(_ point: SIMD2<Double>) -> (x: Int, y: Int) {
    let (x, y) = units(point)
    return (Int(saturating: max(-1e6, min(1e6, x)).rounded()), Int(saturating: max(-1e6, min(1e6, y)).rounded()))
  }

  /// Of the grid, and of the scale.
  var spacing: Double { Ticks.step(atLeast: width * metresPerUnit / 6) }
  var isInKilometres: Bool { spacing >= 1000 }
  /// A figure on the grid.
  func label(_ metres: Double) -> String { isInKilometres ? shown(metres / 1000, 2) : shown(metres, 2) }
  var eastings: [Double] { Ticks.multiples(of: spacing, in: west...west + width * metresPerUnit) }
  var northings: [Double] { Ticks.multiples(of: spacing, in: north - height * metresPerUnit...north) }
}
