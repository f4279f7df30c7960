/// A vector over the states of a filter, at most 32: the correction that a measurement makes. A value of fixed size, so that
/// gathering one costs no heap.
@frozen public struct StateVector: Sendable {
  public static let capacity = 32
  @usableFromInline var values = SIMD32<Double>.zero

  @inlinable public init() {}

  // One lane is read and written through memory: a SIMD vector indexed at run time is copied whole otherwise.
  @inlinable public subscript(i: Int) -> Double {
    get {
      precondition(i >= 0 && i < 32, "a state beyond the capacity")
      return withUnsafeBytes(of: values) { $0.load(fromByteOffset: 8 * i, as: Double.self) }
    }
    set {
      precondition(i >= 0 && i < 32, "a state beyond the capacity")
      withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: newValue, toByteOffset: 8 * i, as: Double.self) }
    }
  }

  /// Two and three states in a row.
  @inlinable public func two(at i: Int) -> SIMD2<Double> { SIMD2(self[i], self[i + 1]) }
  @inlinable public func three(at i: Int) -> SIMD3<Double> { SIMD3(self[i], self[i + 1], self[i + 2]) }

  @inlinable public var isZero: Bool { values == .zero }

  /// hᵀ x
  @inlinable public func along(_ h: SparseRow) -> Double {
    var sum = 0.0
    for a in 0..<h.count { sum += h.value(a) * self[h.index(a)] }
    return sum
  }

  @inlinable mutating func add(_ direction: [Double], scale: Double, times factor: Double, count: Int) {
    precondition(count <= 32, "more states than a correction holds")
    withUnsafeMutableBytes(of: &values) { bytes in
      let mine = bytes.assumingMemoryBound(to: Double.self)
      for i in 0..<count { mine[i] += direction[i] * scale * factor }
    }
  }
}
