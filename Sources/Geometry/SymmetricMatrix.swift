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
/// multiple of four for vector instructions in the inner loops. Storage is allocated once; updates do not allocate.
public struct SymmetricMatrix: Sendable {
  public let size: Int
  @usableFromInline let stride: Int
  @usableFromInline var storage: [Double]
  /// Scratch space for P h, so that an update does not allocate. Its content is used only within one update.
  @usableFromInline var product: [Double]

  public init(size: Int) {
    precondition(size > 0, "a covariance has at least one state")
    self.size = size
    stride = (size + 3) & ~3
    storage = Array(repeating: 0, count: size * stride)
    product = Array(repeating: 0, count: stride)
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
    var s = variance
    multiply(h)
    for a in 0..<h.count { s += h.value(a) * product[h.index(a)] }
    guard s > 0, s.isFinite, innovation.isFinite else { return nil }
    subtractOuterProduct(scale: 1 / s)
    guard let considered else {
      correction.add(product, scale: 1 / s, times: innovation, count: size)
      return s
    }
    switch considered {
    case .state(let i):
      let before = correction[i]
      correction.add(product, scale: 1 / s, times: innovation, count: size)
      correction[i] = before
      let gain = product[i] / s
      add(gain * gain * s, to: i)
    case .direction(let u, let first):
      correction.add(product, scale: 1 / s, times: innovation, count: size)
      let gain = (u.x * product[first] + u.y * product[first + 1] + u.z * product[first + 2]) / s
      for i in 0..<3 {
        correction[first + i] -= u[i] * gain * innovation
        for j in 0...i { self[first + i, first + j] += gain * gain * s * u[i] * u[j] }
      }
    }
    return s
  }

  @usableFromInline mutating func multiply(_ h: SparseRow) {
    let pairs = stride / 2
    storage.withUnsafeBytes { p in
      product.withUnsafeMutableBytes { ph in
        let p = p.assumingMemoryBound(to: SIMD2<Double>.self), ph = ph.assumingMemoryBound(to: SIMD2<Double>.self)
        for j in 0..<pairs { ph[j] = .zero }
        for a in 0..<h.count {
          let row = h.index(a) * pairs, value = h.value(a)
          for j in 0..<pairs { ph[j] += value * p[row &+ j] }
        }
      }
    }
  }

  @usableFromInline mutating func subtractOuterProduct(scale: Double) {
    let pairs = stride / 2, size = size
    storage.withUnsafeMutableBytes { p in
      product.withUnsafeBytes { ph in
        let p = p.assumingMemoryBound(to: SIMD2<Double>.self), ph = ph.assumingMemoryBound(to: SIMD2<Double>.self)
        // (P h)_i (P h)_j first: this product commutes bit for bit, so both halves get the same number.
        for i in 0..<size {
          let row = i * pairs, factor = ph[i / 2][i % 2]
          guard factor != 0 else { continue }
          for j in 0..<pairs { p[row &+ j] -= factor * ph[j] * scale }
        }
      }
    }
  }

  /// P ← F P Fᵀ for F = I except one row: x_i ← x_i + Σ h_j x_j. Of several calls, later ones use the results of earlier ones.
  public mutating func shear(row i: Int, by h: SparseRow) {
    let pairs = stride / 2, size = size
    storage.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let p = base.assumingMemoryBound(to: SIMD2<Double>.self), row = p + i * pairs
      // Two of the row's elements at a time, which saves every second load and store.
      var a = 0
      while a + 1 < h.count {
        let first = p + h.index(a) * pairs, u = h.value(a), second = p + h.index(a + 1) * pairs, v = h.value(a + 1)
        for j in 0..<pairs { row[j] = (row[j] + u * first[j]) + v * second[j] }
        a += 2
      }
      if a < h.count {
        let from = p + h.index(a) * pairs, value = h.value(a)
        for j in 0..<pairs { row[j] += value * from[j] }
      }
      // The column: each other row's element is mirrored; the diagonal gets the second half.
      let own = base.assumingMemoryBound(to: Double.self) + 2 * (i * pairs)
      var diagonal = own[i], column = base.assumingMemoryBound(to: Double.self) + i
      for a in 0..<h.count { diagonal += h.value(a) * own[h.index(a)] }
      for j in 0..<size {
        column.pointee = own[j]
        column += 2 * pairs
      }
      own[i] = diagonal
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
    let pairs = stride / 2, size = size
    storage.withUnsafeMutableBytes { bytes in
      guard let p = bytes.assumingMemoryBound(to: Double.self).baseAddress else { return }
      let own = p + 2 * (i * pairs), row = UnsafeMutableRawPointer(own).assumingMemoryBound(to: SIMD2<Double>.self)
      let variance = own[i] * (factor * factor)
      for j in 0..<pairs { row[j] *= factor }
      var column = p + i
      for j in 0..<size {
        column.pointee = own[j]
        column += 2 * pairs
      }
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
