// The elements of a matrix or of a vector in memory, one by one and in pairs, of which each begins at an even index.
//
// All accesses are raw. Memory is bound to one type, and Swift may move a write through a pointer to pairs past a read through one
// to elements: 6.0.3 did.

/// Elements that are only read.
@frozen @usableFromInline struct Pairs {
  @usableFromInline let address: UnsafeRawPointer

  @inlinable @inline(__always) init(_ address: UnsafeRawPointer) { self.address = address }

  /// Those after a number of pairs.
  @inlinable @inline(__always) static func + (start: Pairs, pairs: Int) -> Pairs {
    Pairs(start.address + 16 &* pairs)
  }
  @inlinable @inline(__always) static func += (start: inout Pairs, pairs: Int) { start = start + pairs }

  @inlinable subscript(i: Int) -> SIMD2<Double> {
    @inline(__always) get { address.load(fromByteOffset: 16 &* i, as: SIMD2<Double>.self) }
  }
  @inlinable subscript(element i: Int) -> Double {
    @inline(__always) get { address.load(fromByteOffset: 8 &* i, as: Double.self) }
  }
}

/// Elements that are read and changed.
@frozen @usableFromInline struct MutablePairs {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable @inline(__always) init(_ address: UnsafeMutableRawPointer) { self.address = address }

  @inlinable @inline(__always) static func + (start: MutablePairs, pairs: Int) -> MutablePairs {
    MutablePairs(start.address + 16 &* pairs)
  }
  @inlinable @inline(__always) static func += (start: inout MutablePairs, pairs: Int) { start = start + pairs }

  @inlinable subscript(i: Int) -> SIMD2<Double> {
    @inline(__always) get { address.load(fromByteOffset: 16 &* i, as: SIMD2<Double>.self) }
    @inline(__always) nonmutating set {
      address.storeBytes(of: newValue, toByteOffset: 16 &* i, as: SIMD2<Double>.self)
    }
  }
  @inlinable subscript(element i: Int) -> Double {
    @inline(__always) get { address.load(fromByteOffset: 8 &* i, as: Double.self) }
    @inline(__always) nonmutating set { address.storeBytes(of: newValue, toByteOffset: 8 &* i, as: Double.self) }
  }

  /// The same elements, to be read.
  @inlinable var readOnly: Pairs { @inline(__always) get { Pairs(UnsafeRawPointer(address)) } }
}
