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
  @usableFromInline mutating func compare(_ k: Int, among count: Int, _ isAngle: SIMDMask<SIMD4<Int64>>) {
    let stride = keys.count
    keys.withUnsafeBufferPointer { keys in
      costs.withUnsafeMutableBufferPointer { costs in
        guard let first = keys.baseAddress else { return }
        for other in 0..<count where other != k {
          let (i, j) = (min(k, other), max(k, other))
          costs[i * stride + j] = MemberKey.cost(first + i, first + j, isAngle)
        }
      }
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

/// Up to four states by which members are told apart, and the places of their covariances.
@usableFromInline struct KeyStates: Sendable {
  let count: Int
  private(set) var states = SIMD4<Int>.zero, places = SIMD16<Int>.zero

  init(_ keys: [Int]) {
    precondition(keys.count <= 4, "at most four states tell members apart")
    count = keys.count
    for (i, a) in keys.enumerated() {
      states[i] = a
      for (j, b) in keys.enumerated() { places[4 * i + j] = SymmetricMatrix.place(a, b) }
    }
  }
}

/// The part of a member by which it is merged: its weight, the kind of its label, and the mean and the covariance of up to four key
/// states; those that are not used are 0 ± 1.
@usableFromInline struct MemberKey: Sendable {
  @usableFromInline private(set) var weight = 0.0
  private var kind = 0, mean = SIMD4<Double>.zero, rows = SymmetricMatrix4(), logDeterminant = 0.0

  init() {}

  // In place: it is large.
  @usableFromInline mutating func read(_ weight: Double, kind: Int, _ state: borrowing Gaussian, _ keys: KeyStates) {
    self.weight = weight
    self.kind = kind
    for k in 0..<keys.count { mean[k] = state.mean[keys.states[k]] }
    rows = SymmetricMatrix4 {
      $1 < keys.count ? state.covariance[place: keys.places[4 &* $0 &+ $1]] : $0 == $1 ? 1 : 0
    }
    logDeterminant = rows.logDeterminant
  }

  /// Largest variance of an angle by merging: beyond 0.6 rad a direction's sine and cosine are not linear.
  private static var widest: Double { 0.36 }

  /// Runnalls' upper bound of the divergence by merging two members; infinite for members far apart, or of two kinds.
  // By pointers: an element of an array is copied to be passed.
  static func cost(_ a: UnsafePointer<Self>, _ b: UnsafePointer<Self>, _ isAngle: SIMDMask<SIMD4<Int64>>) -> Double {
    guard a.pointee.kind == b.pointee.kind else { return .infinity }
    var d = b.pointee.mean - a.pointee.mean
    for k in 0..<4 where isAngle[k] { d[k] = Angle.radians(d[k]).wrapped.radians }
    let own = a.pointee.rows.diagonal, other = b.pointee.rows.diagonal
    if any(d * d .> 9 * (own + other)) { return .infinity }
    let (one, two) = (a.pointee.weight, b.pointee.weight), u = two / (one + two), apart = u * (1 - u)
    // An angle that is hardly known is no Gaussian.
    if any(isAngle .& ((1 - u) * own + u * other + apart * (d * d) .> widest)) { return .infinity }
    var both = SymmetricMatrix4()
    for k in 0..<4 { both[k] = (1 - u) * a.pointee.rows[k] + u * b.pointee.rows[k] + (apart * d[k]) * d }
    return 0.5
      * ((one + two) * both.logDeterminant - one * a.pointee.logDeterminant - two * b.pointee.logDeterminant)
  }
}
