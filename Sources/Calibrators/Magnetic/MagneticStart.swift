import Geometry

/// The linear first estimate of a magnetometer's errors, for any of the 24 ways in which it may be mounted.
///
/// With true = M (m − b), c = M b and the field e + ė s in the scene (s the time, −1 … 1; ė absorbs the heading's drift),
///   M mₖ − c − Rₖᵀ (e + ė sₖ) = 0
/// is linear in 17 unknowns. It has the solution zero, which trace QᵀM = 3 excludes (otherwise noise would shrink M), and a prior
/// holds M near Q, one of the 24 rotations. The equations of the data are made once and solved for each Q; the rotation with the
/// least cost is chosen. If the motion was limited, the prior replaces what was not seen, and the covariance is larger.
struct MagneticStart: Sendable {
  enum Index { static let matrix = 0, constant = 9, field = 12, drift = 15, count = 17 }

  /// The rotation of the axes, M by rows with respect to the readings as they come, the offset b, and the field in the scene.
  var turn: Matrix3
  var matrix: Matrix3
  var offset: SIMD3<Double>
  var field: SIMD3<Double>
  /// Root mean square of the residual, in µT.
  var residual: Double
  /// Cost of the second-best rotation above the best, in units of the best one's cost.
  var advantage: Double
  /// −2 log likelihood, up to a constant.
  var cost: Double
  /// Covariance of the matrix and the constant, by rows; only if requested.
  var covariance: [[Double]] = []

  static let sigma = 0.15
  static let noise = 1.5
  static let traceWeight = 1e4

  /// One reading with its orientation.
  struct Sighting {
    var time: Double
    var field: SIMD3<Double>
    var orientation: Rotation<Body, Scene>
  }

  /// Searches all rotations if `turns` is nil. A robust estimate solves three more times, each reading weighted by Cauchy's loss
  /// of its last residual: a field that changed on the way must not distort the whole estimate.
  init?(
    _ sightings: [Sighting], strength: Double?, dip: Double?, turns: [Matrix3] = Self.turns, isRobust: Bool = false,
    withCovariance: Bool = false
  ) {
    guard sightings.count >= 12, let first = sightings.map(\.time).min(), let last = sightings.map(\.time).max(),
      last > first
    else { return nil }
    let times = sightings.map { 2 * ($0.time - first) / (last - first) - 1 }
    var weights = [Double](repeating: 1, count: sightings.count)
    var solution: Solution?
    for round in 0..<(isRobust ? 4 : 1) {
      let equations = Self.equations(sightings, times, weights, strength: strength, dip: dip)
      solution = Solution(equations, among: turns)
      guard let solution else { return nil }
      let squares = zip(sightings, times).map { solution.left($0, at: $1) }
      let middle = max(Self.noise * Self.noise, squares.sorted()[squares.count / 2] / 2.366)
      if round < 3 { weights = squares.map { 1 / (1 + $0 / (9 * middle)) } }
    }
    guard let solution, let inverse = solution.matrix.inverse else { return nil }
    turn = solution.turn
    advantage = (solution.second - solution.cost) / max(1, solution.cost)
    cost = solution.cost
    matrix = solution.matrix
    offset = inverse * solution.constant
    field = solution.field
    let squares = zip(sightings, times).reduce(0.0) { $0 + solution.left($1.0, at: $1.1) }
    residual = (squares / Double(3 * sightings.count)).squareRoot()
    if withCovariance {
      let scale = max(1, residual * residual / (Self.noise * Self.noise))
      covariance = solution.factor.covariance(first: 12).map { $0.map { $0 * scale } }
    }
  }

  /// Returns the equations of the data, and the priors that do not depend on the rotation.
  private static func equations(
    _ sightings: [Sighting], _ times: [Double], _ weights: [Double], strength: Double?, dip: Double?
  ) -> NormalEquations {
    var equations = NormalEquations(size: Index.count)
    var row = NormalEquations.Row(capacity: 12)
    let weight = 1 / (Self.noise * Self.noise)
    for (i, sighting) in sightings.enumerated() {
      let toBody = sighting.orientation.matrix.transposed
      for axis in 0..<3 {
        row.clear()
        row.add(Index.matrix + 3 * axis, sighting.field)
        row.add(Index.constant + axis, -1)
        let column = toBody[row: axis]
        row.add(Index.field, -column)
        row.add(Index.drift, -column.x * times[i])
        row.add(Index.drift + 1, -column.z * times[i])
        equations.add(row, residual: 0, weight: weight * weights[i])
      }
    }
    for i in 0..<3 { equations.addPrior(Index.constant + i, mean: 0, sigma: 300) }
    let horizontal = strength ?? 60
    for i in [0, 2] { equations.addPrior(Index.field + i, mean: 0, sigma: horizontal) }
    let up = dip.map { -(strength ?? 50) * sin($0) }
    equations.addPrior(Index.field + 1, mean: up ?? 0, sigma: up == nil ? 60 : 8)
    for i in 0..<2 { equations.addPrior(Index.drift + i, mean: 0, sigma: horizontal / 2) }
    return equations
  }

  private struct Solution {
    var turn = Matrix3.identity
    var x: [Double] = []
    var cost = Double.infinity
    /// Cost of the second-best rotation.
    var second = Double.infinity
    var factor: CholeskyFactor

    init?(_ data: NormalEquations, among turns: [Matrix3]) {
      var best: CholeskyFactor?
      var row = NormalEquations.Row(capacity: 9)
      for turn in turns {
        var equations = data
        row.clear()
        for i in 0..<9 {
          let element = turn[i / 3, i % 3]
          equations.addPrior(Index.matrix + i, mean: element, sigma: MagneticStart.sigma)
          if element != 0 { row.add(Index.matrix + i, element) }
        }
        equations.add(row, residual: 3, weight: MagneticStart.traceWeight)
        guard let factor = equations.factor() else { return nil }
        let x = factor.solve(equations.right)
        var cost = equations.cost
        for i in x.indices { cost -= x[i] * equations.right[i] }
        guard cost < self.cost else {
          second = min(second, cost)
          continue
        }
        (self.turn, self.x, second, self.cost, best) = (turn, x, self.cost, cost, factor)
      }
      guard let best, x.allSatisfy(\.isFinite) else { return nil }
      factor = best
    }

    var matrix: Matrix3 { Matrix3(rows: SIMD3(x[0], x[1], x[2]), SIMD3(x[3], x[4], x[5]), SIMD3(x[6], x[7], x[8])) }
    var constant: SIMD3<Double> { SIMD3(x[9], x[10], x[11]) }
    var field: SIMD3<Double> { SIMD3(x[12], x[13], x[14]) }

    /// Returns the squared residual of a reading.
    func left(_ sighting: Sighting, at time: Double) -> Double {
      let there = field + SIMD3(x[15], 0, x[16]) * time
      let off = matrix * sighting.field - constant - sighting.orientation.matrix.transposed * there
      return dot(off, off)
    }
  }

  /// The 24 rotations that carry axes onto axes.
  static let turns: [Matrix3] = {
    let axes = [SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0), SIMD3(0, 0, 1.0)]
    var result: [Matrix3] = [.identity]
    for i in 0..<3 {
      for j in 0..<3 where j != i {
        for signs in 0..<4 {
          let a = axes[i] * (signs & 1 == 0 ? 1 : -1), b = axes[j] * (signs & 2 == 0 ? 1 : -1)
          let turn = Matrix3(rows: a, b, cross(a, b))
          if turn != .identity { result.append(turn) }
        }
      }
    }
    return result
  }()
}
