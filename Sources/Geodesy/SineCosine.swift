public import Geometry

/// An angle as its sine and cosine, for products of trigonometric functions. It keeps digits that the angle itself would lose
/// (near ±90°).
@usableFromInline struct SineCosine: Sendable {
  @usableFromInline var sine: Double
  @usableFromInline var cosine: Double

  @inlinable init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// The direction (cosine, sine) scaled to unit length; (0, 0) gives the angle 0.
  @inlinable init(toward sine: Double, _ cosine: Double) {
    let norm = (sine * sine + cosine * cosine).squareRoot()
    self = norm > 0 ? Self(sine: sine / norm, cosine: cosine / norm) : Self(sine: 0, cosine: 1)
    if norm.isNaN { self = Self(sine: .nan, cosine: .nan) }
  }

  @inlinable init(_ angle: Angle) { self.init(sine: angle.sine, cosine: angle.cosine) }

  /// The sine and cosine of degrees, exact at multiples of 90°, where sin(x π/180) is not. The reduction to [−45°, 45°] is done
  /// in degrees without rounding, since 90q is exact and within a factor 2 of x (Sterbenz).
  @inlinable init(_ degrees: Degrees) {
    let x = degrees.value.magnitude <= 180 ? degrees.value : degrees.value.remainder(dividingBy: 360)
    let quarter = (x / 90).rounded(.toNearestOrEven)
    let reduced = (x - 90 * quarter) * (.pi / 180)
    let s = sin(reduced), c = cos(reduced)
    switch quarter {
    case 0: self.init(sine: s, cosine: c)
    case 1: self.init(sine: c, cosine: -s)
    case -1: self.init(sine: -c, cosine: s)
    default: self.init(sine: -s, cosine: -c)  // ±180°, and NaN
    }
  }

  @inlinable var radians: Double { atan2(sine, cosine) }

  /// The angle in degrees by atan2, exact at multiples of 90° and with full relative precision near them.
  @inlinable var degrees: Degrees {
    let y = sine.magnitude, x = cosine.magnitude
    let octant = y > x ? 90 - atan2(x, y) * (180 / .pi) : atan2(y, x) * (180 / .pi)
    let half = cosine < 0 ? 180 - octant : octant
    return Degrees(sine < 0 ? -half : half)
  }

  /// Returns sin and cos of self − other.
  @inlinable func minus(_ other: Self) -> Self {
    Self(
      sine: sine * other.cosine - cosine * other.sine,
      cosine: cosine * other.cosine + sine * other.sine)
  }

  /// Returns sin and cos of self + an angle of any size in radians.
  @inlinable func advanced(by radians: Double) -> Self {
    let s = sin(radians), c = cos(radians)
    return Self(toward: sine * c + cosine * s, cosine * c - sine * s)
  }
}
