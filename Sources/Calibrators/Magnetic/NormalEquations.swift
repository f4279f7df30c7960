import Geometry

/// Sums of a weighted least-squares fit: N = Σ w a aᵀ, g = Σ w a r, and the cost Σ w r². A prior is one more measurement. Rows
/// are sparse, so that many nuisance parameters cost little.
struct NormalEquations {
  let size: Int
  private(set) var matrix: [Double]
  private(set) var right: [Double]
  private(set) var cost = 0.0

  init(size: Int) {
    self.size = size
    matrix = Array(repeating: 0, count: size * size)
    right = Array(repeating: 0, count: size)
  }

  /// Adds a measurement: residual = the part still to be explained by Σ coefficient · unknown. Lower half only.
  public mutating func add(_ row: Row, residual: Double, weight: Double) {
    let size = size
    cost += weight * residual * residual
    matrix.withUnsafeMutableBufferPointer { n in
      right.withUnsafeMutableBufferPointer { g in
        row.indices.withUnsafeBufferPointer { index in
          row.values.withUnsafeBufferPointer { value in
            for i in 0..<row.count {
              let scaled = weight * value[i], at = index[i] * size
              g[index[i]] += scaled * residual
              for j in 0...i { n[at + index[j]] += scaled * value[j] }
            }
          }
        }
      }
    }
  }

  /// Adds a prior: unknown ~ N(mean, sigma²).
  mutating func addPrior(_ i: Int, mean: Double, sigma: Double) {
    let weight = 1 / (sigma * sigma)
    matrix[i * size + i] += weight
    right[i] += weight * mean
    cost += weight * mean * mean
  }

  /// Returns the lower Cholesky factor, the diagonal enlarged by a share (Levenberg and Marquardt); nil unless positive definite.
  func factor(damping: Double = 0) -> CholeskyFactor? {
    CholeskyFactor(size: size, damping: damping) { matrix[$0 * size + $1] }
  }

  /// A row of coefficients with rising indices, reused so that it costs no allocation.
  struct Row {
    fileprivate var indices: [Int]
    fileprivate var values: [Double]
    private(set) var count = 0

    init(capacity: Int) {
      indices = Array(repeating: 0, count: capacity)
      values = Array(repeating: 0, count: capacity)
    }
    mutating func clear() { count = 0 }
    /// Indices must rise.
    public mutating func add(_ index: Int, _ value: Double) {
      indices[count] = index
      values[count] = value
      count += 1
    }
    public mutating func add(_ index: Int, _ v: SIMD3<Double>) {
      add(index, v.x)
      add(index + 1, v.y)
      add(index + 2, v.z)
    }
  }
}
