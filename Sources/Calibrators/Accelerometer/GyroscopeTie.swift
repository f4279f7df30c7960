import Geometry

/// Rotation of the accelerometer's axes to the gyroscope's, which the forces' magnitudes cannot show: the gyroscope's turn
/// between two poses must rotate one gravity into the other (Tedaldi et al. 2014, §IV, the other way round).
///
/// With u the unit force of a pose by the symmetric fit, u′ that of the next, and Q the gyroscope's turn back (v = Q v′):
///   Q e^ρ u′ + φ(D) × Q u′ = e^ρ u,
/// ρ is the rotation sought (`rotation`), D the gyroscope's own error, symmetric and within a few percent: its antisymmetric part
/// is in ρ.
struct GyroscopeTie {
  /// Rotation from the accelerometer's axes to the gyroscope's.
  let rotation: Rotation<Body, Body>
  /// 1 σ of the rotation in the worst direction.
  let sigma: Double
  let moves: Int
  /// Rms difference between the rotated and the measured gravity, as unit vectors.
  let residual: Double

  private static let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

  /// nil if fewer than four turns are known, or if they do not fit.
  init?(_ poses: [StillPoses.Pose], kept: [Bool], fit: PoseFit) {
    let units = poses.map { pose in
      let f = fit.corrected(pose.force)
      return f / dot(f, f).squareRoot()
    }
    var used: [(from: Int, to: Int, turn: StillPoses.Turn)] = []
    for i in poses.indices.dropFirst() where kept[i] && kept[i - 1] {
      guard let turn = poses[i].turn, dot(units[i], units[i - 1]) < 0.94 else { continue }
      used.append((i - 1, i, turn))
    }
    guard used.count >= 4 else { return nil }
    var turn = Rotation<Body, Body>.aligned
    var sigma = 0.01, residual = 0.0, worst = Double.infinity
    for _ in 0..<6 {
      var normal = ParameterFit(9)
      for i in 0..<3 { normal.expect(i, near: -turn.logarithm.components[i], within: 0.1) }
      for i in 3..<9 { normal.expect(i, near: 0, within: 0.02) }
      var rows: [(row: [Double], value: Double)] = []
      for move in used {
        let u = turn(Direction<Body>(units[move.from])).components
        let next = turn(Direction<Body>(units[move.to]))
        let back = move.turn.rotation(next).components
        let q = move.turn.rotation.matrix
        // e^(ρ + δ) u ≈ (1 + [δ]×) e^ρ u
        let left = -(q * Matrix3(cross: next.components)) + Matrix3(cross: u)
        var columns = [left.c0, left.c1, left.c2]
        for (i, k) in Self.pairs {
          var angle = move.turn.error(row: i, column: k)
          if i != k { angle += move.turn.error(row: k, column: i) }
          columns.append(cross(angle, back))
        }
        let off = u - back
        for axis in 0..<3 { rows.append((columns.map { $0[axis] }, off[axis])) }
      }
      for row in rows { normal.add(row.row, row.value, weight: 1 / (sigma * sigma)) }
      guard let x = normal.solve(), let covariance = normal.covariance(), x.allSatisfy(\.isFinite) else { return nil }
      var sum = 0.0
      for row in rows {
        var left = row.value
        for i in x.indices { left -= row.row[i] * x[i] }
        sum += left * left
      }
      residual = (sum / Double(rows.count)).squareRoot()
      sigma = max(5e-4, residual)
      worst = (0..<3).map { covariance[$0][$0] }.max()?.squareRoot() ?? .infinity
      turn = (Rotation<Body, Body>.exp(RotationVector(x[0], x[1], x[2])) * turn).renormalized
    }
    guard residual < 0.03, worst < 0.005, turn.angle.degrees < 10 else { return nil }
    rotation = turn
    self.sigma = worst
    moves = used.count
    self.residual = residual
  }
}
