/// A symmetric matrix of up to 64 rows, each row a SIMD vector: the covariance of a small filter.
///
/// Both halves are stored and every update writes both alike, so symmetry holds bit for bit. Rows beyond `size` and
/// columns beyond it are zero. Storage is taken once; updates do not allocate.
public struct SymmetricMatrix<Row: SIMD & Sendable>: Sendable where Row.Scalar == Double {
  public let size: Int
  public private(set) var rows: [Row]

  public init(size: Int) {
    precondition(size > 0 && size <= Row.scalarCount, "a \(Row.self) holds \(Row.scalarCount) columns, not \(size)")
    self.size = size
    rows = Array(repeating: .zero, count: size)
  }

  public init(diagonal: [Double]) {
    self.init(size: diagonal.count)
    for (i, value) in diagonal.enumerated() { rows[i][i] = value }
  }

  /// Setting an element sets its mirror image.
  @inlinable public subscript(i: Int, j: Int) -> Double {
    get { rows[i][j] }
    set {
      setElement(i, j, newValue)
    }
  }

  @usableFromInline mutating func setElement(_ i: Int, _ j: Int, _ value: Double) {
    rows[i][j] = value
    rows[j][i] = value
  }

  /// P v
  @inlinable public func times(_ v: Row) -> Row {
    var result = Row.zero
    for i in 0..<size { result += rows[i] * v[i] }  // symmetric: columns are rows
    return result
  }

  /// P ← P + scale · v vᵀ, multiplied in the order that makes both halves the same bits.
  public mutating func addOuter(_ v: Row, scale: Double) {
    rows.withUnsafeMutableBufferPointer { rows in
      for i in 0..<rows.count { rows[i] += (v * v[i]) * scale }
    }
  }

  /// The scalar Kalman update for z = hᵀx + noise of the given variance: takes the innovation's knowledge into P and
  /// returns the gain k = P h / s with s = hᵀ P h + variance; nil (and no change) when s is not positive.
  /// P ← P − k (P h)ᵀ, which is the Joseph form's value for the optimal gain and symmetric as written.
  public mutating func update(along h: Row, variance: Double) -> (gain: Row, innovationVariance: Double)? {
    let ph = times(h)
    let s = (h * ph).sum() + variance
    guard s > 0, s.isFinite else { return nil }
    addOuter(ph, scale: -1 / s)
    return (ph / s, s)
  }

  /// Lower triangular L with L Lᵀ = P, row by row; nil unless P is positive definite.
  public var cholesky: [Row]? {
    var l = [Row](repeating: .zero, count: size)
    for i in 0..<size {
      for j in 0...i {
        // columns j and beyond of row j are still zero here, or not read: the sum runs over k < j
        var sum = rows[i][j]
        for k in 0..<j { sum -= l[i][k] * l[j][k] }
        if i == j {
          guard sum > 0, sum.isFinite else { return nil }
          l[i][i] = sum.squareRoot()
        } else {
          l[i][j] = sum / l[j][j]
        }
      }
    }
    return l
  }

  /// x with P x = b; nil unless P is positive definite.
  public func solve(_ b: Row) -> Row? {
    guard let l = cholesky else { return nil }
    var x = b
    for i in 0..<size {
      for k in 0..<i { x[i] -= l[i][k] * x[k] }
      x[i] /= l[i][i]
    }
    for i in stride(from: size - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(size, i + 1) { x[i] -= l[k][i] * x[k] }
      x[i] /= l[i][i]
    }
    return x
  }
}
