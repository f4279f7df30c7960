/// The lower triangular factor L with L Lᵀ = N of a symmetric positive definite matrix, for solving and for covariances.
public struct CholeskyFactor: Sendable {
  public let size: Int
  private var l: [Double]

  /// Factors a matrix of which only the elements of the lower half are asked for; nil unless it is positive definite. `damping`
  /// enlarges the diagonal by a share (Levenberg and Marquardt). Allocates.
  public init?(size: Int, damping: Double = 0, _ element: (_ row: Int, _ column: Int) -> Double) {
    self.size = size
    l = Array(repeating: 0, count: size * size)
    let isDefinite = l.withUnsafeMutableBufferPointer { l in
      for i in 0..<size {
        for j in 0...i {
          var sum = element(i, j)
          if i == j { sum += damping * sum }
          for k in 0..<j { sum -= l[i * size + k] * l[j * size + k] }
          if i == j {
            guard sum > 0, sum.isFinite else { return false }
            l[i * size + i] = sum.squareRoot()
          } else {
            l[i * size + j] = sum / l[j * size + j]
          }
        }
      }
      return true
    }
    guard isDefinite else { return nil }
  }

  /// Returns x with N x = b. Allocates.
  public func solve(_ b: [Double]) -> [Double] {
    var x = b
    for i in 0..<size {
      for k in 0..<i { x[i] -= l[i * size + k] * x[k] }
      x[i] /= l[i * size + i]
    }
    for i in (0..<size).reversed() {
      for k in (i + 1)..<max(size, i + 1) { x[i] -= l[k * size + i] * x[k] }
      x[i] /= l[i * size + i]
    }
    return x
  }

  /// Returns the covariance N⁻¹ of the first unknowns, by columns. Allocates.
  public func covariance(first count: Int) -> [[Double]] {
    (0..<count).map { column in
      var unit = [Double](repeating: 0, count: size)
      unit[column] = 1
      return Array(solve(unit)[0..<count])
    }
  }
}
