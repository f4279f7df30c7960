import Geometry

/// The members of a bank that is reduced, and the costs of merging any two of them.
@usableFromInline struct MemberPairs: Sendable {
  @usableFromInline var keys: [MemberKey]
  /// Costs of the pairs i < j, row by row.
  private var costs: [Double]

  @usableFromInline init(_ capacity: Int = 0) {
    keys = Array(repeating: MemberKey(), count: capacity)
    costs = Array(repeating: 0, count: capacity * capacity)
  }

  /// Compares a member with the first `count` others.
  @usableFromInline mutating func compare(
    _ k: Int, among count: Int, _ isAngle: SIMDMask<SIMD4<Int64>>, where isSame: (Int, Int) -> Bool
  ) {
    for other in 0..<count where other != k {
      let (i, j) = (min(k, other), max(k, other))
      costs[i * keys.count + j] = isSame(i, j) ? MemberKey.cost(keys[i], keys[j], isAngle) : .infinity
    }
  }

  /// Returns the last of the cheapest pairs among the first `count` members; nil if none costs as little as `most`.
  @usableFromInline func nearest(_ count: Int, within most: Double) -> (Int, Int)? {
    var best = most, pair: (Int, Int)?
    costs.withUnsafeBufferPointer { costs in
      for i in 0..<count - 1 {
        let row = i * keys.count
        for j in i + 1..<count where costs[row + j] <= best { (best, pair) = (costs[row + j], (i, j)) }
      }
    }
    return pair
  }
}

/// The part of a member by which it is merged: its weight, and the mean and the covariance of up to four key states; those that are
/// not used are 0 ± 1.
@usableFromInline struct MemberKey: Sendable {
  @usableFromInline let weight: Double
  private let mean: SIMD4<Double>, rows: SymmetricMatrix4, logDeterminant: Double

  @usableFromInline init() { (weight, mean, rows, logDeterminant) = (0, .zero, SymmetricMatrix4(), 0) }

  @usableFromInline init(_ weight: Double, _ state: borrowing Gaussian, _ keys: [Int]) {
    self.weight = weight
    var mean = SIMD4<Double>.zero
    for k in 0..<keys.count { mean[k] = state.mean[keys[k]] }
    self.mean = mean
    let rows = SymmetricMatrix4 {
      $1 < keys.count ? state.covariance[keys[$0], keys[$1]] : $0 == $1 ? 1 : 0
    }
    self.rows = rows
    logDeterminant = rows.logDeterminant
  }

  /// Largest variance of an angle by merging: beyond 0.6 rad a direction's sine and cosine are not linear.
  private static var widest: Double { 0.36 }

  /// Runnalls' upper bound of the divergence by merging two members; infinite for members far apart.
  static func cost(_ a: borrowing Self, _ b: borrowing Self, _ isAngle: SIMDMask<SIMD4<Int64>>) -> Double {
    var d = b.mean - a.mean
    for k in 0..<4 where isAngle[k] { d[k] = Angle.radians(d[k]).wrapped.radians }
    let own = a.rows.diagonal, other = b.rows.diagonal
    if any(d * d .> 9 * (own + other)) { return .infinity }
    let u = b.weight / (a.weight + b.weight), apart = u * (1 - u)
    // An angle that is hardly known is no Gaussian.
    if any(isAngle .& ((1 - u) * own + u * other + apart * (d * d) .> widest)) { return .infinity }
    var both = SymmetricMatrix4()
    for k in 0..<4 { both[k] = (1 - u) * a.rows[k] + u * b.rows[k] + (apart * d[k]) * d }
    return 0.5
      * ((a.weight + b.weight) * both.logDeterminant - a.weight * a.logDeterminant - b.weight * b.logDeterminant)
  }
}
