import Geometry

/// The linear first estimate of a magnetometer's errors, for any of the 24 ways in which it may be mounted.
///
/// With true = M (m − b), c = M b and the field e + ė s in the scene (s the time, −1 … 1; ė takes up the heading's drift),
///   M mₖ − c − Rₖᵀ (e + ė sₖ) = 0
/// is linear in 17 unknowns. It has the solution zero, which a prior rules out: M is near one of the 24 turns Q. The normal
/// equations are made once and solved for each Q; which turn it is, the least cost says. Where the motion was limited the
/// prior fills in what was not seen, and the covariance says so.
struct MagneticStart: Sendable {
  enum Index { static let matrix = 0, constant = 9, field = 12, drift = 15, count = 17 }

  /// The turn of the axes, M by rows with respect to the readings as they come, c, and the field in the scene.
  var turn: Matrix3
  var matrix: Matrix3
  var offset: SIMD3<Double>
  var field: SIMD3<Double>
  /// The root mean square of the residual, and of |M(m − b)| about its mean, in µT.
  var residual: Double
  /// How much the second-best turn costs more, in units of the cost of the best.
  var advantage: Double
  /// Of the matrix and the constant, by rows; only where it was asked for.
  var covariance: [[Double]] = []

  static let sigma = 0.15
  static let noise = 1.5

  /// One reading with the orientation then.
  struct Sighting {
    var time: Double
    var field: SIMD3<Double>
    var orientation: Rotation<Body, Scene>
  }

  /// Among all turns if `turns` is nil.
  init?(_ sightings: [Sighting], strength: Double?, dip: Double?, turns: [Matrix3]? = nil, withCovariance: Bool = false) {
    guard sightings.count >= 12, let first = sightings.map(\.time).min(), let last = sightings.map(\.time).max(),
      last > first
    else { return nil }
    var equations = NormalEquations(size: Index.count)
    var row = NormalEquations.Row(capacity: 12)
    let weight = 1 / (Self.noise * Self.noise)
    for sighting in sightings {
      let s = 2 * (sighting.time - first) / (last - first) - 1
      let m = sighting.orientation.matrix
      for axis in 0..<3 {
        row.clear()
        row.add(Index.matrix + 3 * axis, sighting.field)
        row.add(Index.constant + axis, -1)
        let column = axis == 0 ? m.c0 : axis == 1 ? m.c1 : m.c2
        row.add(Index.field, -column)
        row.add(Index.drift, -column.x * s)
        row.add(Index.drift + 1, -column.z * s)
        equations.add(row, residual: 0, weight: weight)
      }
    }
    for i in 0..<9 { equations.addPrior(Index.matrix + i, mean: 0, sigma: Self.sigma) }
    for i in 0..<3 { equations.addPrior(Index.constant + i, mean: 0, sigma: 300) }
    let horizontal = strength ?? 60
    for i in [0, 2] { equations.addPrior(Index.field + i, mean: 0, sigma: horizontal) }
    let up = dip.map { -(strength ?? 50) * sin($0) }
    equations.addPrior(Index.field + 1, mean: up ?? 0, sigma: up == nil ? 60 : 8)
    for i in 0..<2 { equations.addPrior(Index.drift + i, mean: 0, sigma: horizontal / 2) }
    guard let factor = equations.factor() else { return nil }

    let data = equations
    func solution(_ turn: Matrix3) -> (x: [Double], cost: Double) {
      // The prior's mean adds Q/σ² to the right side, and its square to the cost.
      var right = data.right
      let inverse = 1 / (Self.sigma * Self.sigma)
      for i in 0..<9 { right[i] += turn[i / 3, i % 3] * inverse }
      let x = factor.solve(right)
      var cost = data.cost + 3 * inverse
      for i in x.indices { cost -= x[i] * right[i] }
      return (x, cost)
    }
    var best: (turn: Matrix3, x: [Double], cost: Double)?
    var second = Double.infinity
    for turn in turns ?? Self.turns {
      let (x, cost) = solution(turn)
      if let old = best, cost >= old.cost {
        second = min(second, cost)
      } else {
        second = best?.cost ?? second
        best = (turn, x, cost)
      }
    }
    guard let best, best.x.allSatisfy(\.isFinite) else { return nil }
    turn = best.turn
    advantage = (second - best.cost) / max(1, best.cost)
    let x = best.x
    matrix = Matrix3(rows: SIMD3(x[0], x[1], x[2]), SIMD3(x[3], x[4], x[5]), SIMD3(x[6], x[7], x[8]))
    guard let inverse = matrix.inverse else { return nil }
    offset = inverse * SIMD3(x[9], x[10], x[11])
    field = SIMD3(x[12], x[13], x[14])
    var squares = 0.0
    for sighting in sightings {
      let s = 2 * (sighting.time - first) / (last - first) - 1
      let there = field + SIMD3(x[15], 0, x[16]) * s
      let seen = sighting.orientation(MagneticField<Body>(matrix * (sighting.field - offset))).components
      let off = seen - there
      squares += dot(off, off)
    }
    residual = (squares / Double(3 * sightings.count)).squareRoot()
    if withCovariance {
      let scale = max(1, residual * residual / (Self.noise * Self.noise))
      covariance = factor.covariance(first: 12).map { $0.map { $0 * scale } }
    }
  }

  /// The 24 turns that carry axes onto axes.
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
