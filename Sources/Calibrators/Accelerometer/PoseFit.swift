import Geometry

/// Offset and symmetric matrix of an accelerometer from the force in many still poses: ‖(1 + E)(raw − b)‖ = g.
///
/// Gauss–Newton on the scalar residual r = ‖f‖ − g, with ∂r/∂E = f̂ ⊗ (raw − b) and ∂r/∂b = −(1 + E) f̂ (Tedaldi et al. 2014,
/// eq. 10, with a symmetric matrix instead of a triangular one: of all matrices that explain the magnitudes it turns the axes
/// least). b is `offset`, 1 + E is `matrix`. A prior as wide as the errors of cheap sensors holds the parameters that the poses
/// do not show, so that few poses still give an honest covariance.
struct PoseFit {
  /// Number of parameters: b x, y, z (m/s²); E xx, yy, zz, xy, xz, yz.
  static let count = 9
  static let priors = [0.5, 0.5, 0.5, 0.05, 0.05, 0.05, 0.03, 0.03, 0.03]
  private static let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

  var offset = SIMD3<Double>.zero
  var matrix = Matrix3.identity
  var covariance: [[Double]] = []
  /// 1 σ assumed for a pose's magnitude, m/s².
  let sigma: Double
  /// ‖f‖ − g of each pose as if it had not been part of the fit: r/(1 − h), h its leverage.
  var heldOut: [Double] = []
  var residuals: [Double] = []

  func corrected(_ raw: SIMD3<Double>) -> SIMD3<Double> { matrix * (raw - offset) }

  private func row(_ raw: SIMD3<Double>) -> (row: [Double], residual: Double, gravity: Double) {
    let v = raw - offset, f = matrix * v
    let length = dot(f, f).squareRoot()
    let unit = f / length
    let b = -(matrix * unit)
    var row = [b.x, b.y, b.z]
    for (i, j) in Self.pairs { row.append(i == j ? unit[i] * v[i] : unit[i] * v[j] + unit[j] * v[i]) }
    return (row, length, length)
  }

  /// nil if it does not converge to finite values.
  init?(_ poses: [SIMD3<Double>], gravity: Double, sigma: Double) {
    self.sigma = sigma
    let weight = 1 / (sigma * sigma)
    var x = [Double](repeating: 0, count: Self.count)
    for _ in 0..<12 {
      var fit = ParameterFit(Self.count)
      for (i, sigma) in Self.priors.enumerated() { fit.expect(i, near: -x[i], within: sigma) }
      for raw in poses {
        let (row, length, _) = row(raw)
        fit.add(row, gravity - length, weight: weight)
      }
      guard let step = fit.solve(), step.allSatisfy(\.isFinite) else { return nil }
      for i in x.indices { x[i] += step[i] }
      setParameters(x)
      if zip(step, Self.priors).allSatisfy({ $0.magnitude < 1e-9 * $1 }) { break }
    }
    var fit = ParameterFit(Self.count)
    for (i, sigma) in Self.priors.enumerated() { fit.expect(i, near: 0, within: sigma) }
    for raw in poses { fit.add(row(raw).row, 0, weight: weight) }
    guard let covariance = fit.covariance() else { return nil }
    self.covariance = covariance
    for raw in poses {
      let (row, length, _) = row(raw)
      let leverage = min(0.999, weight * ParameterFit.variance(row, covariance))
      residuals.append(length - gravity)
      heldOut.append((length - gravity) / (1 - leverage))
    }
  }

  private mutating func setParameters(_ x: [Double]) {
    offset = SIMD3(x[0], x[1], x[2])
    matrix = .identity
    for (k, (i, j)) in Self.pairs.enumerated() {
      matrix[i, j] += x[3 + k]
      if i != j { matrix[j, i] += x[3 + k] }
    }
  }

  /// Number of parameters that the poses show: those with less than half of the prior's width left.
  var parameters: Int {
    zip(covariance.indices, Self.priors).count { covariance[$0][$0].squareRoot() < 0.5 * $1 }
  }

  /// Returns the tilt error that is left, 1 σ in the worst of the eighteen directions, and that direction. The error is the part
  /// of δf = δE raw − (1 + E) δb across the force, over g.
  func tiltSigma(gravity: Double) -> (angle: Double, worst: PoseDirection) {
    var worst = (angle: 0.0, pose: PoseDirection.faces[0])
    for pose in PoseDirection.all {
      let f = pose.unit * gravity
      let first = perpendicular(to: pose.unit)
      var variance = 0.0
      for across in [first, cross(pose.unit, first)] {
        var row = [-across.x, -across.y, -across.z]
        for (i, j) in Self.pairs { row.append(i == j ? across[i] * f[i] : across[i] * f[j] + across[j] * f[i]) }
        variance += ParameterFit.variance(row, covariance) / (gravity * gravity)
      }
      if variance.squareRoot() > worst.angle { worst = (variance.squareRoot(), pose) }
    }
    return (worst.angle, worst.pose)
  }
}

/// Returns a unit vector perpendicular to v.
func perpendicular(to v: SIMD3<Double>) -> SIMD3<Double> {
  let axis = v.x.magnitude < 0.6 ? SIMD3<Double>(1, 0, 0) : SIMD3(0, 1, 0)
  let w = cross(v, axis)
  return w / dot(w, w).squareRoot()
}
