/// A part of the state that an update must not correct although the measurement depends on it.
public enum Considered: Sendable {
  /// One state.
  case state(Int)
  /// The component of three consecutive states along a unit vector.
  case direction(SIMD3<Double>, at: Int)
}

/// A symmetric matrix with a size fixed at run time: the covariance of a small filter.
///
/// One half is stored, in blocks of two rows and two columns, row of blocks by row of blocks: a row is read in pairs of elements
/// left of the diagonal and below it, the first states are one piece of memory, and an element has one home. Only a block on the
/// diagonal has both halves. Storage is allocated once; updates do not allocate.
public struct SymmetricMatrix: Sendable {
  public let size: Int
  /// Number of leading states in use. The others have no covariance with these, and updates leave them out.
  public internal(set) var used: Int
  @usableFromInline var storage: [Double]

  public init(size: Int) {
    precondition(size > 0, "a covariance has at least one state")
    self.size = size
    used = size
    storage = Array(repeating: 0, count: 4 * Self.blocks(before: (size + 1) / 2))
  }

  public init(diagonal: [Double]) {
    self.init(size: diagonal.count)
    for (i, value) in diagonal.enumerated() { self[i, i] = value }
  }

  /// Number of blocks in the rows of blocks before one.
  @inlinable @inline(__always) static func blocks(before row: Int) -> Int { (row &* (row &+ 1)) >> 1 }

  /// Index of an element in the storage: that on or below the diagonal.
  @inlinable @inline(__always) public static func place(_ i: Int, _ j: Int) -> Int {
    let (row, column) = i > j ? (i, j) : (j, i)
    return 4 &* (blocks(before: row >> 1) &+ column >> 1) &+ 2 &* (row & 1) &+ column & 1
  }

  /// The element at a row and a column, which is also its mirror image.
  @inlinable public subscript(i: Int, j: Int) -> Double {
    @inline(__always) get { storage[Self.place(i, j)] }
    set {
      let place = Self.place(i, j)
      storage[place] = newValue
      if i != j, i >> 1 == j >> 1 { storage[place - 1] = newValue }
    }
  }

  /// The element at an index in the storage, the same for all sizes.
  @inlinable public subscript(place place: Int) -> Double { @inline(__always) get { storage[place] } }

  /// Number of pairs of states in use.
  var usedPairs: Int {
    precondition(used <= StateVector.capacity, "more states than a vector holds")
    return (used + 1) / 2
  }

  /// Sets the number of leading states in use. Those that are not in use before have no variance.
  public mutating func use(_ count: Int) {
    precondition(count > 0 && count <= size, "as many states as the matrix has")
    for i in min(used, count)..<size { reset(i, variance: 0) }
    used = count
  }

  /// Returns aᵀ P b.
  @inlinable public func covariance(_ a: SparseRow, _ b: SparseRow) -> Double {
    var sum = 0.0
    a.visit { i, u in b.visit { j, v in sum += u * v * self[i, j] } }
    return sum
  }

  /// Returns hᵀ P h.
  public func variance(along h: SparseRow) -> Double {
    storage.withUnsafeBufferPointer { p in
      h.withElements { index, values, count in
        var sum = 0.0
        for a in 0..<count {
          let i = index(a)
          var row = 0.5 * values[element: a] * p[Self.place(i, i)]
          for b in 0..<a { row += values[element: b] * p[Self.place(i, index(b))] }
          sum += values[element: a] * row
        }
        return 2 * sum
      }
    }
  }

  /// The scalar Kalman update for z = hᵀx + noise of the given variance. With s = hᵀ P h + variance and the gain k = P h / s,
  /// P ← P − (P h)(P h)ᵀ / s, which equals the Joseph form for the optimal gain and stays symmetric, and
  /// correction ← correction + k · innovation. Returns s; nil, without a change, when s is not positive or not finite.
  ///
  /// A considered part enters with its uncertainty but is not corrected: its gain is zero and its variance stays (Schmidt,
  /// "Application of State-Space Methods to Navigation Problems", 1966). With a gain that differs from the optimal one by d, the
  /// covariance is that of the optimal gain plus s d dᵀ (Joseph's form).
  @inlinable public mutating func update(
    along h: SparseRow, innovation: Double, variance: Double, correcting correction: inout StateVector,
    considering considered: Considered? = nil
  ) -> Double? {
    let product = product(h), s = product.along(h, added: variance)
    guard s > 0, s.isFinite, innovation.isFinite else { return nil }
    add(-1 / s, outer: product)
    guard let considered else {
      correction.add(product, scale: 1 / s, times: innovation)
      return s
    }
    switch considered {
    case .state(let i):
      let before = correction[i]
      correction.add(product, scale: 1 / s, times: innovation)
      correction[i] = before
      let gain = product[i] / s
      add(gain * gain * s, to: i)
    case .direction(let u, let first):
      correction.add(product, scale: 1 / s, times: innovation)
      let gain = (u.x * product[first] + u.y * product[first + 1] + u.z * product[first + 2]) / s
      for i in 0..<3 {
        correction[first + i] -= u[i] * gain * innovation
        for j in 0...i { self[first + i, first + j] += gain * gain * s * u[i] * u[j] }
      }
    }
    return s
  }

  /// Returns P h.
  public func product(_ h: SparseRow) -> StateVector {
    var result = StateVector()
    let count = usedPairs
    storage.withUnsafeBytes { p in
      guard let p = p.baseAddress.map(Pairs.init) else { return }
      result.withMutablePairs { sum in
        h.visit { row, factor in Self.visit(row: row, p, count) { sum[$0] += factor * $1 } }
      }
    }
    return result
  }

  /// Calls with the index and the elements of each pair of a row.
  @inline(__always)
  static func visit(
    row i: Int, _ p: Pairs, _ count: Int, _ use: (Int, SIMD2<Double>) -> Void
  ) {
    let row = i >> 1, side = i & 1
    var from = p + (2 &* blocks(before: row) &+ side), j = 0
    while j <= row {
      use(j, from[0])
      from += 2
      j &+= 1
    }
    var column = p + 2 &* (blocks(before: j) &+ row)
    while j < count {
      use(j, SIMD2(column[element: side], column[element: 2 &+ side]))
      j &+= 1
      column += 2 &* j
    }
  }

  /// Replaces a row, and with it its mirror image; its pairs are `step` apart.
  @inline(__always)
  static func set(
    row i: Int, _ p: MutablePairs, to new: Pairs, step: Int = 1,
    _ count: Int
  ) {
    let row = i >> 1, side = i & 1
    var to = p + (2 &* blocks(before: row) &+ side), j = 0, next = new
    while j <= row {
      to[0] = next[0]
      to += 2
      next += step
      j &+= 1
    }
    // The block on the diagonal has both halves.
    p[element: 4 &* (blocks(before: row) &+ row) &+ 2 &* (1 - side) &+ side] = next[element: 1 - side - 2 &* step]
    var column = p + 2 &* (blocks(before: j) &+ row)
    while j < count {
      column[element: side] = next[element: 0]
      column[element: 2 &+ side] = next[element: 1]
      next += step
      j &+= 1
      column += 2 &* j
    }
  }

  /// P ← F P Fᵀ for F = I except one row: x_i ← x_i + Σ h_j x_j. Of several calls, later ones use the results of earlier ones.
  public mutating func shear(row i: Int, by h: SparseRow) {
    let count = usedPairs
    storage.withUnsafeMutableBytes { p in
      // Room for any row, also of states that are not in use.
      withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: StateVector.capacity / 2) { room in
        guard let p = p.baseAddress.map(MutablePairs.init), let new = room.baseAddress.map({ MutablePairs($0) }) else {
          return
        }
        Self.visit(row: i, p.readOnly, count) { new[$0] = $1 }
        h.visit { row, factor in
          if factor != 0 { Self.visit(row: row, p.readOnly, count) { new[$0] += factor * $1 } }
        }
        // The diagonal gets the second half.
        var diagonal = new[element: i]
        h.visit { diagonal += $1 * new[element: $0] }
        new[element: i] = diagonal
        Self.set(row: i, p, to: new.readOnly, count)
      }
    }
  }

  /// Adds process noise to one state.
  @inlinable public mutating func add(_ variance: Double, to i: Int) { storage[Self.place(i, i)] += variance }

  /// Resets a state to a variance without correlations to other states.
  public mutating func reset(_ i: Int, variance: Double) {
    precondition(size <= StateVector.capacity, "more states than a vector holds")
    var row = StateVector()
    row[i] = variance
    let pairs = (size + 1) / 2
    storage.withUnsafeMutableBytes { p in
      guard let p = p.baseAddress.map(MutablePairs.init) else { return }
      row.withPairs { Self.set(row: i, p, to: $0, pairs) }
    }
  }

  /// P ← S P S with S = I except one diagonal element: a state in another unit, or one that shrinks together with its
  /// uncertainty.
  public mutating func scale(_ i: Int, by factor: Double) {
    let count = usedPairs
    storage.withUnsafeMutableBytes { p in
      guard let p = p.baseAddress.map(MutablePairs.init) else { return }
      let row = i >> 1, side = i & 1, diagonal = p + 2 &* (Self.blocks(before: row) &+ row)
      let variance = diagonal[element: 3 &* side] * (factor * factor)
      var own = p + (2 &* Self.blocks(before: row) &+ side), j = 0
      while j <= row {
        own[0] *= factor
        own += 2
        j &+= 1
      }
      diagonal[element: 3 &* side] = variance
      diagonal[element: 2 &* (1 - side) &+ side] = diagonal[element: 2 &* side &+ 1 - side]
      var column = p + 2 &* (Self.blocks(before: j) &+ row)
      while j < count {
        column[element: side] *= factor
        column[element: 2 &+ side] *= factor
        j &+= 1
        column += 2 &* j
      }
    }
  }

  /// The Cholesky factor; nil unless P is positive definite. Allocates.
  public var cholesky: CholeskyFactor? { CholeskyFactor(size: size) { self[$0, $1] } }

  /// Returns x with P x = b; nil unless P is positive definite. Allocates.
  public func solve(_ b: [Double]) -> [Double]? { cholesky?.solve(b) }
}
