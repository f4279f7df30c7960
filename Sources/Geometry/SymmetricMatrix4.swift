/// A symmetric matrix of four rows, without an allocation. It begins as the identity.
@frozen public struct SymmetricMatrix4: Sendable {
  @usableFromInline var rows = (SIMD4(1.0, 0, 0, 0), SIMD4(0.0, 1, 0, 0), SIMD4(0.0, 0, 1, 0), SIMD4(0.0, 0, 0, 1))
  @inlinable public init() {}

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
