import Geometry

/// The part of the sphere that a motion has shown: the spread of the field's directions in the body, and of up.
struct MotionExtent: Sendable {
  /// 1 σ of the field's directions along their three principal axes, rising; for all directions it is 0.58 in each.
  var spread = SIMD3<Double>.zero
  /// Deviation of up from its mean in the body, root mean square, in degrees.
  var tilt = 0.0
  /// Mean direction of the cells that were not seen; it is longer the more they lie on one side.
  var missing = SIMD3<Double>.zero

  init(directions: [SIMD3<Double>], ups: [SIMD3<Double>]) {
    guard !directions.isEmpty, !ups.isEmpty else { return }
    var sum = SIMD3<Double>.zero, outer = Matrix3.zero
    var seen = [Bool](repeating: false, count: CoverageGrid.count)
    for direction in directions {
      let unit = direction / max(1e-9, dot(direction, direction).squareRoot())
      sum += unit
      outer += Matrix3(outer: unit, unit)
      seen[CoverageGrid.cell(unit)] = true
    }
    let count = Double(directions.count)
    let mean = sum / count
    let eigen = (outer * (1 / count) - Matrix3(outer: mean, mean)).symmetricEigenvalues
    spread = SIMD3(max(0, eigen.x).squareRoot(), max(0, eigen.y).squareRoot(), max(0, eigen.z).squareRoot())
    let up = ups.reduce(.zero, +)
    let level = up / max(1e-9, dot(up, up).squareRoot())
    let squares = ups.reduce(0.0) { sum, up in
      let sine = cross(up, level)
      let angle = atan2(dot(sine, sine).squareRoot(), dot(up, level))
      return sum + angle * angle
    }
    tilt = Angle.radians((squares / Double(ups.count)).squareRoot()).degrees
    missing = Self.missing(seen)
  }

  static func missing(_ seen: [Bool]) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for cell in seen.indices where !seen[cell] { sum += CoverageGrid.centre(of: cell).components }
    return sum / Double(CoverageGrid.count)
  }

  /// Returns the word for the side of the body on which most is missing.
  static func side(_ direction: SIMD3<Double>) -> String {
    let size = SIMD3(direction.x.magnitude, direction.y.magnitude, direction.z.magnitude)
    if size.y >= size.x, size.y >= size.z { return direction.y > 0 ? "upper" : "lower" }
    if size.x >= size.z { return direction.x > 0 ? "right" : "left" }
    return direction.z > 0 ? "rear" : "front"
  }
}
