/// A row vector with at most sixteen nonzero elements: a measurement's Jacobian, or a row of a transition matrix.
@frozen public struct SparseRow: Sendable {
  @usableFromInline var indices = SIMD16<UInt8>.zero
  @usableFromInline var values = SIMD16<Double>.zero
  @usableFromInline var length = 0
  @inlinable public var count: Int { length }

  @inlinable public init() {}
  @inlinable public init(_ index: Int, _ value: Double) {
    self.init()
    add(index, value)
  }

  // One lane is accessed through memory, because a SIMD vector with an index at run time would be copied whole.
  @inlinable public mutating func add(_ index: Int, _ value: Double) {
    precondition(length < 16, "a row of more than sixteen elements")
    withUnsafeMutableBytes(of: &indices) { $0[length] = UInt8(index) }
    withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: value, toByteOffset: 8 * length, as: Double.self) }
    length += 1
  }

  /// Adds three consecutive elements.
  @inlinable public mutating func add(_ index: Int, _ v: SIMD3<Double>) {
    add(index, v.x)
    add(index + 1, v.y)
    add(index + 2, v.z)
  }

  @inlinable public func index(_ position: Int) -> Int { withUnsafeBytes(of: indices) { Int($0[position]) } }
  @inlinable public func value(_ position: Int) -> Double {
    withUnsafeBytes(of: values) { $0.load(fromByteOffset: 8 * position, as: Double.self) }
  }

  /// Gives access to indices, values and their number, without a copy.
  @inlinable @inline(__always) func withElements<Result>(_ use: ((Int) -> Int, Pairs, Int) -> Result) -> Result {
    withUnsafePointer(to: indices) { i in
      withUnsafePointer(to: values) { v in
        use({ Int(UnsafeRawPointer(i).load(fromByteOffset: $0, as: UInt8.self)) }, Pairs(v), length)
      }
    }
  }

  /// Calls with each index and value.
  @inlinable @inline(__always) public func visit(_ use: (Int, Double) -> Void) {
    withElements { index, values, length in
      var a = 0
      while a < length {
        use(index(a), values[element: a])
        a &+= 1
      }
    }
  }
}
