/// An array of a fixed length, whose elements are read and changed where they are: `Array` copies a large element to read a part of
/// it. It is a value: a copy shares the storage until one of the two changes.
@frozen public struct FixedArray<Element: Sendable>: Sendable {
  @usableFromInline final class Storage: @unchecked Sendable {
    @usableFromInline let elements: UnsafeMutableBufferPointer<Element>

    @inlinable init(_ count: Int, _ element: (Int) -> Element) {
      elements = .allocate(capacity: count)
      for i in 0..<count { elements.initializeElement(at: i, to: element(i)) }
    }
    @inlinable deinit {
      elements.deinitialize()
      elements.deallocate()
    }
  }
  @usableFromInline var storage: Storage

  @inlinable public init(count: Int, _ element: (Int) -> Element) { storage = Storage(count, element) }

  @inlinable public var count: Int { storage.elements.count }

  @inlinable public subscript(i: Int) -> Element {
    _read {
      precondition(i >= 0 && i < count, "an element beyond the array")
      yield storage.elements[i]
    }
    _modify {
      precondition(i >= 0 && i < count, "an element beyond the array")
      ownStorage()
      yield &storage.elements[i]
    }
  }

  /// Reads an element where it is: as an argument of a call it would be copied.
  @inlinable @inline(__always) public func read<Result>(_ i: Int, _ use: (borrowing Element) -> Result) -> Result {
    precondition(i >= 0 && i < count, "an element beyond the array")
    return use(storage.elements[i])
  }

  /// Changes an element with the help of another one.
  @inlinable public mutating func change(
    _ i: Int, with other: Int, _ change: (inout Element, borrowing Element) -> Void
  ) {
    precondition(i != other && i >= 0 && i < count && other >= 0 && other < count, "two elements of the array")
    ownStorage()
    change(&storage.elements[i], storage.elements[other])
  }

  @inlinable public mutating func swapAt(_ i: Int, _ j: Int) {
    ownStorage()
    storage.elements.swapAt(i, j)
  }

  @inlinable @inline(__always) mutating func ownStorage() {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
  }
  @usableFromInline mutating func copyStorage() {
    let old = storage
    storage = Storage(old.elements.count) { old.elements[$0] }
  }
}
