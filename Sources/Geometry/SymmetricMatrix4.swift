/// A symmetric matrix of four rows, without an allocation. It begins as the identity.
@frozen public struct SymmetricMatrix4: Sendable {
  @usableFromInline var rows = (SIMD4(1.0, 0, 0, 0), SIMD4(0.0, 1, 0, 0), SIMD4(0.0, 0, 1, 0), SIMD4(0.0, 0, 0, 1))
  @inlinable public init() {}

  /// Takes the elements of the upper half.
  @inlinable @inline(__always) public init(_ element: (Int, Int) -> Double) {
    let (b, c, d) = (element(0, 1), element(0, 2), element(0, 3))
    let (f, g, h) = (element(1, 2), element(1, 3), element(2, 3))
    rows = (
      SIMD4(element(0, 0), b, c, d), SIMD4(b, element(1, 1), f, g), SIMD4(c, f, element(2, 2), h),
      SIMD4(d, g, h, element(3, 3))
    )
  }

  @inlinable @inline(__always) public subscript(k: Int) -> SIMD4<Double> {
    get { k == 0 ? rows.0 : k == 1 ? rows.1 : k == 2 ? rows.2 : rows.3 }
    set {
      switch k {
      case 0: rows.0 = newValue
      case 1: rows.1 = newValue
      case 2: rows.2 = newValue
      default: rows.3 = newValue
      }
    }
  }

  @inlinable @inline(__always) public var diagonal: SIMD4<Double> { SIMD4(rows.0.x, rows.1.y, rows.2.z, rows.3.w) }

  /// ln of the determinant, by elimination.
  @inlinable public var logDeterminant: Double {
    var (_, second, third, last) = rows
    let first = rows.0, least = 1e-12, a = max(first.x, least)
    second -= (second.x / a) * first
    third -= (third.x / a) * first
    last -= (last.x / a) * first
    let b = max(second.y, least)
    third -= (third.y / b) * second
    last -= (last.y / b) * second
    let c = max(third.z, least), d = max(last.w - last.z / c * third.w, least)
    return log(a * b * c * d)
  }
}
