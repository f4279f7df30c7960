/// A 3×3 matrix by columns, for blocks of covariances and for calibrations. It has no frame; the user has to track it.
@frozen public struct Matrix3: Hashable, Sendable {
  public var c0: SIMD3<Double>
  public var c1: SIMD3<Double>
  public var c2: SIMD3<Double>

  @inlinable public init(columns c0: SIMD3<Double>, _ c1: SIMD3<Double>, _ c2: SIMD3<Double>) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }
  @inlinable public init(rows r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
    self.init(columns: SIMD3(r0.x, r1.x, r2.x), SIMD3(r0.y, r1.y, r2.y), SIMD3(r0.z, r1.z, r2.z))
  }
  @inlinable public init(diagonal d: SIMD3<Double>) {
    self.init(columns: SIMD3(d.x, 0, 0), SIMD3(0, d.y, 0), SIMD3(0, 0, d.z))
  }
  /// a bᵀ
  @inlinable public init(outer a: SIMD3<Double>, _ b: SIMD3<Double>) {
    self.init(columns: a * b.x, a * b.y, a * b.z)
  }
  /// [v]×, the matrix with [v]× w = v × w.
  @inlinable public init(cross v: SIMD3<Double>) {
    self.init(columns: SIMD3(0, v.z, -v.y), SIMD3(-v.z, 0, v.x), SIMD3(v.y, -v.x, 0))
  }

  @inlinable public static var identity: Self { Self(diagonal: SIMD3(1, 1, 1)) }
  @inlinable public static var zero: Self { Self(diagonal: SIMD3(0, 0, 0)) }

  /// The element at a row and a column, both from 0.
  @inlinable public subscript(row: Int, column: Int) -> Double {
    get { column == 0 ? c0[row] : column == 1 ? c1[row] : c2[row] }
    set {
      switch column {
      case 0: c0[row] = newValue
      case 1: c1[row] = newValue
      default: c2[row] = newValue
      }
    }
  }

  @inlinable public subscript(row row: Int) -> SIMD3<Double> { SIMD3(c0[row], c1[row], c2[row]) }

  @inlinable public var isFinite: Bool {
    (c0.x + c0.y + c0.z + c1.x + c1.y + c1.z + c2.x + c2.y + c2.z).isFinite
  }
  @inlinable public var transposed: Self { Self(rows: c0, c1, c2) }
  @inlinable public var diagonal: SIMD3<Double> { SIMD3(c0.x, c1.y, c2.z) }
  @inlinable public var determinant: Double { dot(c0, cross(c1, c2)) }
  /// ½(M + Mᵀ)
  @inlinable public var symmetrized: Self { (self + transposed) * 0.5 }

  /// The inverse, by the adjugate; nil when the determinant is zero or not finite.
  @inlinable public var inverse: Self? {
    let r0 = cross(c1, c2), r1 = cross(c2, c0), r2 = cross(c0, c1)
    let determinant = dot(c0, r0)
    guard determinant != 0, determinant.isFinite else { return nil }
    let scale = 1 / determinant
    return Self(rows: r0 * scale, r1 * scale, r2 * scale)
  }

  @inlinable public static func + (a: Self, b: Self) -> Self { Self(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(columns: a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2) }
  @inlinable public static prefix func - (a: Self) -> Self { Self(columns: -a.c0, -a.c1, -a.c2) }
  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
  @inlinable public static func * (a: Self, f: Double) -> Self { Self(columns: a.c0 * f, a.c1 * f, a.c2 * f) }
  @inlinable public static func * (f: Double, a: Self) -> Self { a * f }
  @inlinable public static func * (a: Self, v: SIMD3<Double>) -> SIMD3<Double> { a.c0 * v.x + a.c1 * v.y + a.c2 * v.z }
  @inlinable public static func * (a: Self, b: Self) -> Self { Self(columns: a * b.c0, a * b.c1, a * b.c2) }

  /// The lower triangular L with L Lᵀ = self; nil unless symmetric positive definite (only the lower half is read).
  @inlinable public var cholesky: Self? {
    guard c0.x > 0 else { return nil }
    let l00 = c0.x.squareRoot()
    let l10 = c0.y / l00, l20 = c0.z / l00
    let d1 = c1.y - l10 * l10
    guard d1 > 0 else { return nil }
    let l11 = d1.squareRoot()
    let l21 = (c1.z - l20 * l10) / l11
    let d2 = c2.z - l20 * l20 - l21 * l21
    guard d2 > 0, d2.isFinite else { return nil }
    return Self(columns: SIMD3(l00, l10, l20), SIMD3(0, l11, l21), SIMD3(0, 0, d2.squareRoot()))
  }

  /// The eigenvalues of a symmetric matrix in ascending order, by its characteristic equation (O. K. Smith, CACM 4(4), 1961).
  public var symmetricEigenvalues: SIMD3<Double> {
    let mean = (c0.x + c1.y + c2.z) / 3
    let off = self - Matrix3(diagonal: SIMD3(repeating: mean))
    let p = ((dot(off.c0, off.c0) + dot(off.c1, off.c1) + dot(off.c2, off.c2)) / 6).squareRoot()
    guard p > 1e-300 else { return SIMD3(repeating: mean) }
    let ratio = (off * (1 / p)).determinant / 2
    let angle = acos(max(-1, min(1, ratio))) / 3
    let high = mean + 2 * p * cos(angle), low = mean + 2 * p * cos(angle + 2 * .pi / 3)
    return SIMD3(low, 3 * mean - high - low, high)
  }
}
