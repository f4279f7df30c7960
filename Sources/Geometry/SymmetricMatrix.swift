/// A part of the state that an update must not correct although the measurement depends on it.
public enum Considered: Sendable {
  /// One state.
  case state(Int)
  /// The component of three consecutive states along a unit vector.
  case direction(SIMD3<Double>, at: Int)
}

/// A symmetric matrix with a size fixed at run time: the covariance of a small filter.
///
/// Both halves are stored and each update writes the same values to both, so it is symmetric bit for bit. Rows are padded to a
/// multiple of four, and their number to an even one, for vector instructions in the inner loops. Storage is allocated once; updates
/// do not allocate.
public struct SymmetricMatrix: Sendable {
  public let size: Int
  /// Number of leading states in use. The others have no covariance with these, and updates leave them out.
  public internal(set) var used: Int
  @usableFromInline let stride: Int
  @usableFromInline var storage: [Double]

  public init(size: Int) {
    precondition(size > 0, "a covariance has at least one state")
    self.size = size
    used = size
    stride = (size + 3) & ~3
    storage = Array(repeating: 0, count: (size + 1) & ~1 * stride)
  }

  /// Number of pairs of elements in a row, and of those in use.
  var rowPairs: Int { stride / 2 }
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

  public init(diagonal: [Double]) {
    self.init(size: diagonal.count)
    for (i, value) in diagonal.enumerated() { storage[i * stride + i] = value }
  }

  /// The element at a row and a column; setting it also sets its mirror image.
  @inlinable public subscript(i: Int, j: Int) -> Double {
    @inline(__always) get { storage[i * stride + j] }
    set {
      storage[i * stride + j] = newValue
      storage[j * stride + i] = newValue
    }
  }

  /// Returns aᵀ P b.
  @inlinable public func covariance(_ a: SparseRow, _ b: SparseRow) -> Double {
    storage.withUnsafeBufferPointer { p in
      var sum = 0.0
      for i in 0..<a.count {
        let row = a.index(i) * stride, value = a.value(i)
        for j in 0..<b.count { sum += value * b.value(j) * p[row + b.index(j)] }
      }
      return sum
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
    let pairs = rowPairs, count = usedPairs
    storage.withUnsafeBytes { p in
      withUnsafeMutableBytes(of: &result.values) { bytes in
        guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress,
          let ph = bytes.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress
        else { return }
        h.forEach { index, value in addScaled(ph, p + index * pairs, value, count) }
      }
    }
    return result
  }

  /// P ← F P Fᵀ for F = I except one row: x_i ← x_i + Σ h_j x_j. Of several calls, later ones use the results of earlier ones.
  public mutating func shear(row i: Int, by h: SparseRow) {
    let pairs = rowPairs, count = usedPairs, used = used
    storage.withUnsafeMutableBytes { bytes in
      guard let p = bytes.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      let row = p + i * pairs
      h.withElements { indices, values, length in
        // Two of the row's elements at a time, which saves every second load and store.
        var a = 0
        while a + 1 < length {
          let first = p + Int(indices[a]) * pairs, u = values[a], second = p + Int(indices[a + 1]) * pairs, v = values[a + 1]
          var j = 0
          while j < count {
            row[j] = (row[j] + u * first[j]) + v * second[j]
            j &+= 1
          }
          a += 2
        }
        if a < length { addScaled(row, p + Int(indices[a]) * pairs, values[a], count) }
        // The diagonal gets the second half, and each other row's element is mirrored.
        let own = UnsafeMutableRawPointer(row).assumingMemoryBound(to: Double.self)
        var diagonal = own[i]
        for a in 0..<length { diagonal += values[a] * own[Int(indices[a])] }
        mirror(own, to: UnsafeMutableRawPointer(p).assumingMemoryBound(to: Double.self) + i, used, 2 * pairs)
        own[i] = diagonal
      }
    }
  }

  /// Adds process noise to one state.
  @inlinable public mutating func add(_ variance: Double, to i: Int) { storage[i * stride + i] += variance }

  /// Resets a state to a variance without correlations to other states.
  @inlinable public mutating func reset(_ i: Int, variance: Double) {
    let stride = stride, size = size
    storage.withUnsafeMutableBufferPointer { p in
      for j in 0..<size {
        p[i * stride + j] = 0
        p[j * stride + i] = 0
      }
      p[i * stride + i] = variance
    }
  }

  /// P ← S P S with S = I except one diagonal element: a state in another unit, or one that shrinks together with its
  /// uncertainty.
  public mutating func scale(_ i: Int, by factor: Double) {
    let pairs = rowPairs, count = usedPairs, used = used
    storage.withUnsafeMutableBytes { bytes in
      guard let p = bytes.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      let row = p + i * pairs, own = UnsafeMutableRawPointer(row).assumingMemoryBound(to: Double.self)
      let variance = own[i] * (factor * factor)
      var j = 0
      while j < count {
        row[j] *= factor
        j &+= 1
      }
      mirror(own, to: UnsafeMutableRawPointer(p).assumingMemoryBound(to: Double.self) + i, used, 2 * pairs)
      own[i] = variance
    }
  }

  /// The Cholesky factor; nil unless P is positive definite. Allocates.
  public var cholesky: CholeskyFactor? {
    storage.withUnsafeBufferPointer { CholeskyFactor($0, size: size, stride: stride) }
  }

  /// Returns x with P x = b; nil unless P is positive definite. Allocates.
  public func solve(_ b: [Double]) -> [Double]? { cholesky?.solve(b) }
}

/// Adds pairs of elements times a factor.
@inline(__always)
private func addScaled(
  _ sum: UnsafeMutablePointer<SIMD2<Double>>, _ added: UnsafePointer<SIMD2<Double>>, _ factor: Double, _ count: Int
) {
  var j = 0
  while j < count {
    sum[j] += factor * added[j]
    j &+= 1
  }
}

/// Writes a row of a matrix to a column of it.
@inline(__always)
private func mirror(_ row: UnsafePointer<Double>, to top: UnsafeMutablePointer<Double>, _ count: Int, _ stride: Int) {
  var column = top, j = 0
  while j < count {
    column.pointee = row[j]
    column += stride
    j &+= 1
  }
}
