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

  /// The cells of the grid across the drawing.
  private var cells = 6.0

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

  /// A square about a point, `reach` meters to each side, with a grid for a part of it that is half as wide.
  init(around center: SIMD2<Double>, reach: Double) {
    west = center.x - reach
    north = center.y + reach
    metresPerUnit = 2 * reach / width
    height = width
    cells = 20
  }

  func contains(_ point: SIMD2<Double>) -> Bool {
    let (x, y) = units(point)
    return x >= 0 && x <= width && y >= 0 && y <= height
  }

  /// Returns the parts of a line whose ends are near the frame: within its own width and height of it.
  func parts(of line: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
    func isNear(_ point: SIMD2<Double>) -> Bool {
      let (x, y) = units(point)
      return x >= -width && x <= 2 * width && y >= -height && y <= 2 * height
    }
    guard !line.allSatisfy(isNear) else { return [line] }
    var parts: [[SIMD2<Double>]] = [], isOpen = false
    for (a, b) in zip(line, line.dropFirst()) {
      // A long straight line crosses the frame with both ends outside.
      guard isNear(a) || isNear(b) || hypot(b.x - a.x, b.y - a.y) > width * metresPerUnit else {
        isOpen = false
        continue
      }
      if isOpen { parts[parts.count - 1].append(b) } else { parts.append([a, b]) }
      isOpen = true
    }
    return parts
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
  var spacing: Double { Ticks.step(atLeast: width * metresPerUnit / cells) }
  var isInKilometres: Bool { spacing >= 1000 }
  /// Returns the label of a line of the grid.
  func label(_ metres: Double) -> String { isInKilometres ? shown(metres / 1000, 2) : shown(metres, 2) }
  var eastings: [Double] { Ticks.multiples(of: spacing, in: west...west + width * metresPerUnit) }
  var northings: [Double] { Ticks.multiples(of: spacing, in: north - height * metresPerUnit...north) }
}
