/// A vector over at most 32 states of a filter: the correction by a measurement. Its fixed size needs no heap allocation.
@frozen public struct StateVector: Sendable {
  public static let capacity = 32
  @usableFromInline var values = SIMD32<Double>.zero

  @inlinable public init() {}

  // One lane is accessed through memory, because a SIMD vector with an index at run time would be copied whole.
  @inlinable public subscript(i: Int) -> Double {
    @inline(__always) get {
      precondition(i >= 0 && i < 32, "a state beyond the capacity")
      return withUnsafeBytes(of: values) { $0.load(fromByteOffset: 8 * i, as: Double.self) }
    }
    @inline(__always) set {
      precondition(i >= 0 && i < 32, "a state beyond the capacity")
      withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: newValue, toByteOffset: 8 * i, as: Double.self) }
    }
  }

  /// Returns two or three consecutive states.
  @inlinable @inline(__always) public func two(at i: Int) -> SIMD2<Double> { SIMD2(self[i], self[i + 1]) }
  @inlinable @inline(__always) public func three(at i: Int) -> SIMD3<Double> {
    SIMD3(self[i], self[i + 1], self[i + 2])
  }

  @inlinable public var isZero: Bool { values == .zero }

  /// Returns hᵀ x, added to another number.
  @inlinable public func along(_ h: SparseRow, added start: Double = 0) -> Double {
    withUnsafePointer(to: values) { x in
      let x = Pairs(x)
      var sum = start
      h.visit { index, value in
        precondition(index < 32, "a state beyond the capacity")
        sum += value * x[element: index]
      }
      return sum
    }
  }

  /// Brings the states of a set, in a bit each, into [−π, π]: they are angles in radians.
  public mutating func wrap(_ angles: UInt32) {
    withUnsafeMutablePointer(to: &values) { x in
      let x = MutablePairs(x)
      var left = angles
      while left != 0 {
        let i = left.trailingZeroBitCount
        left &= left &- 1
        if x[element: i].magnitude >= .pi { x[element: i] = Angle.radians(x[element: i]).wrapped.radians }
      }
    }
  }

  /// Adds another vector times a scale and a factor.
  @inlinable mutating func add(_ other: StateVector, scale: Double, times factor: Double) {
    withMutablePairs { mine in
      other.withPairs { other in
        for i in 0..<16 { mine[i] += other[i] * scale * factor }
      }
    }
  }

  /// Gives access to the elements in pairs, without a copy.
  @inlinable @inline(__always) func withPairs(_ use: (Pairs) -> Void) {
    withUnsafePointer(to: values) { use(Pairs($0)) }
  }
  @inlinable @inline(__always) mutating func withMutablePairs(_ use: (MutablePairs) -> Void) {
    withUnsafeMutablePointer(to: &values) { use(MutablePairs($0)) }
  }
}

extension StateVector {
  /// Adds another vector times a factor.
  // Through memory: the operators of a vector of 32 lanes work lane by lane, and copy it for each.
  @inlinable public mutating func add(_ other: StateVector, times factor: Double = 1) {
    withMutablePairs { mine in
      other.withPairs { other in
        for i in 0..<16 { mine[i] += other[i] * factor }
      }
    }
  }
  /// Returns the difference of two vectors.
  @inlinable public static func - (a: StateVector, b: StateVector) -> StateVector {
    var result = a
    result.add(b, times: -1)
    return result
  }
}
