import Geometry

/// Returns the largest root κ ≥ 0 of p/(1 + κ)² + q/κ² = 1 for p, q ≥ 0: the quartic κ⁴ + 2κ³ + (1 − p − q)κ² − 2qκ − q = 0.
///
/// Two problems lead to this equation: the foot of a normal of the ellipse (H. Vermeille, "An analytical method to transform
/// geocentric into geodetic coordinates", J. Geodesy 85 (2011) 105–117), with coordinates scaled so that the ellipse's
/// evolute becomes the astroid ∛p + ∛q = 1; and nearly antipodal geodesics (Karney 2013, eq. 55), whose envelope is
/// also an astroid. The resolvent cubic u³ − 3ru² = pq/2, r = (p + q − 1)/6, is solved by Cardano outside the astroid and by the
/// trigonometric form inside it, so the solution is closed and needs no iteration.
///
/// q = 0 with p ≤ 1 gives 0 (the caller's singular segment).
@usableFromInline func astroidRoot(_ p: Double, _ q: Double) -> Double {
  guard q > 0 || p > 1 else { return q.isNaN || p.isNaN ? .nan : 0 }
  let r = (p + q - 1) / 6
  let product = p * q
  let cube = 8 * r * r * r
  let discriminant = cube + product
  let u: Double
  if discriminant >= 0 {
    let sum = discriminant.squareRoot() + product.squareRoot()
    let c = cbrt(sum * sum)
    u = c > 0 ? r + c / 2 + 2 * r * r / c : r
  } else {
    let angle = 2.0 / 3 * atan2(product.squareRoot(), (-discriminant).squareRoot() + (-cube).squareRoot())
    u = -4 * r * sin(angle) * cos(.pi / 6 + angle)
  }
  let v = (u * u + q).squareRoot()
  let sum = u < 0 ? q / (v - u) : u + v  // u + v without cancellation
  let w = (sum - q) / (2 * v)
  let root = (w * w + sum).squareRoot()
  return w > 0 ? sum / (root + w) : root - w
}
