import Geometry

/// Normal equations of a small least-squares fit: AᵀWA x = AᵀWb, summed row by row.
public struct ParameterFit {
  private(set) var information: SymmetricMatrix
  private(set) var right: [Double]

  public init(_ count: Int) {
    information = SymmetricMatrix(size: count)
    right = Array(repeating: 0, count: count)
  }

  /// Adds the observation row · x = value, with weight 1/σ².
  public mutating func add(_ row: [Double], _ value: Double, weight: Double) {
    for i in row.indices where row[i] != 0 {
      right[i] += weight * row[i] * value
      for j in 0...i { information[i, j] += weight * row[i] * row[j] }
    }
  }

  /// Adds a prior: x_i is near value, within `sigma`.
  mutating func expect(_ i: Int, near value: Double, within sigma: Double) {
    information[i, i] += 1 / (sigma * sigma)
    right[i] += value / (sigma * sigma)
  }

  public func solve() -> [Double]? { information.solve(right) }

  /// Returns the columns of (AᵀWA)⁻¹; nil if an unknown is undetermined.
  func covariance() -> [[Double]]? {
    information.cholesky?.covariance(first: right.count)
  }

  /// Returns aᵀ C a.
  static func variance(_ a: [Double], _ covariance: [[Double]]) -> Double {
    var sum = 0.0
    for i in a.indices where a[i] != 0 { for j in a.indices { sum += a[i] * a[j] * covariance[i][j] } }
    return sum
  }
}
