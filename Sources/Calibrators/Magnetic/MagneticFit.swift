import Geometry

/// The joint fit of a magnetometer's errors and of the motion's unknowns, by maximum likelihood with priors.
///
/// With the Earth's field e(d) of strength B and dip d in the scene, the reading at a moment t is
///   m = S Φ u + b + noise,  u = R(t − τ)ᵀ exp(α(t)) Ry(ψ(t)) e(d),
/// with S = I + E symmetric (scale and soft iron; `symmetric`), Φ the rotation between the magnetometer's axes and the inertial
/// ones (`turn`), b the hard iron (`offset`), τ the lag, R the orientation by gyroscope and gravity, ψ the correction of its
/// heading (which drifts) and α that of its tilt, both linear between `knots`. The ellipsoid |S⁻¹(m − b)| = B alone leaves Φ
/// open; gravity (a constant dip) and the gyroscope (the turn of the field in the body) fix it, even if only a part of the
/// ellipsoid was seen: M. Kok and T. B. Schön, "Magnetometer calibration using inertial sensors" (IEEE Sensors J. 16(14), 2016,
/// arXiv:1601.05257); S. Rodríguez-Martínez and G. Troni, "Towards a factor graph-based method using angular rates for full
/// magnetometer calibration and gyroscope bias estimation" (2024, arXiv:2410.13827).
///
/// Gauss–Newton with backtracking, reweighted for Cauchy's loss (P. J. Huber, "Robust statistics", 1981).
struct MagneticFit: Sendable {
  /// Number of parameters for the magnetometer's own errors: hard iron and scale; a scale for each axis; all of S.
  enum Model: Int, CaseIterable, Comparable, Sendable {
    case sphere = 4, scales = 7, ellipsoid = 10
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }
  enum Index {
    static let symmetric = 0, turn = 6, offset = 9, sensor = 12, dip = 12, lag = 13, knots = 14
  }

  var model: Model
  var symmetric = Matrix3.identity
  var turn = Rotation<Body, Body>.aligned
  var offset: SIMD3<Double>
  var strength: Double
  var dip: Double
  var lag: Double
  var lagSigma = Double.infinity
  /// For each knot: heading, tilt about x and about z.
  var knots: [SIMD3<Double>]
  private var knotStart: Double
  private var knotInterval: Double
  /// For each knot: path turned since the previous knot, in radians.
  private var turned: [Double] = []
  /// 1 σ of a reading's component.
  var noise: Double
  /// Root mean square of a reading's component against the model, in µT.
  var residual = 0.0
  /// Covariance of the first twelve unknowns.
  var covariance: [[Double]] = []

  struct Priors: Sendable {
    var scale = 0.15
    var shear = 0.1
    var turn = 3 * Double.pi / 180
    var dip: (mean: Double, sigma: Double)?
    var lag = (mean: 0.008, sigma: 0.015)
    /// 1 σ of the heading's drift, per √s.
    var drift = 0.5 * Double.pi / 180
    /// Drift as a share of the path turned, by the errors of the gyroscope's scale and axes.
    var driftPerTurn = 0.006
    var tilt = 0.5 * Double.pi / 180
    var tiltPerTurn = 0.0006
    var tiltDrift = 0.25 * Double.pi / 180
  }
  let priors: Priors
  /// Number of standard deviations beyond which a reading loses its weight.
  static let robustness = 3.0
  static let smallestNoise = 0.1

  /// Starts at the linear estimate; the heading at each knot is that of the field there.
  init(
    _ model: Model, start: MagneticStart, strength: Double, dip: Double, sightings: [MagneticStart.Sighting],
    track: MotionTrack, priors: Priors
  ) {
    self.model = model
    self.priors = priors
    lag = priors.lag.mean
    self.strength = strength
    self.dip = dip
    offset = start.offset
    if let inverse = start.matrix.inverse {
      // `symmetric` and `turn` from their product to first order: its symmetric part, and half the rest as a rotation.
      symmetric = inverse.symmetrized
      let twist = inverse - inverse.transposed
      turn = .exp(RotationVector<Body>(twist[2, 1], twist[0, 2], twist[1, 0]) * 0.25)
    }
    noise = max(0.5, start.residual)
    let first = sightings.first?.time ?? 0, last = sightings.last?.time ?? 0
    let count = min(30, max(2, Int(saturating: min(30, (last - first) / 3)) + 1))
    knotStart = first
    knotInterval = max(1e-3, (last - first) / Double(count - 1))
    var sums = [SIMD2<Double>](repeating: .zero, count: count)
    for sighting in sightings {
      let j = max(0, min(count - 1, Int(saturating: ((sighting.time - first) / knotInterval).rounded())))
      let seen = sighting.orientation(MagneticField<Body>(start.matrix * (sighting.field - offset)))
      sums[j] += SIMD2(seen.x, seen.z)
    }
    var heading = atan2(-start.field.x, -start.field.z)
    knots = sums.map { sum in
      // The nearest of the equivalent angles, so that the knots do not jump by a full turn.
      let next = sum == .zero ? heading : atan2(-sum.x, -sum.y)
      heading += (next - heading).remainder(dividingBy: 2 * .pi)
      return SIMD3(heading, 0, 0)
    }
    turned = track.path(by: knotInterval, from: first, count: count)
  }

  /// True = matrix · (raw − offset).
  var matrix: Matrix3? { (symmetric * turn.matrix).inverse }

  var size: Int { Index.knots + 3 * knots.count }

  /// Values that depend on the moment: the field in the body, and the terms of its derivatives.
  private struct Prediction {
    var field = SIMD3<Double>.zero
    var scene = SIMD3<Double>.zero
    var alongHeading = SIMD3<Double>.zero
    var alongDip = SIMD3<Double>.zero
    var toBody = Matrix3.identity
    var rate = SIMD3<Double>.zero
    var knot = 0
    var share = 0.0
  }

  private func prediction(at time: Double, _ track: MotionTrack, hint: inout Int) -> Prediction? {
    guard let pose = track.pose(at: time - lag, near: &hint) else { return nil }
    var result = Prediction()
    let position = max(0, min(Double(knots.count - 1) - 1e-9, (time - knotStart) / knotInterval))
    result.knot = min(knots.count - 2, Int(saturating: position))
    result.share = position - Double(result.knot)
    let knot = knots[result.knot] + (knots[result.knot + 1] - knots[result.knot]) * result.share
    let sp = sin(knot.x), cp = cos(knot.x), sd = sin(dip), cd = cos(dip)
    let level = SIMD3(-cd * sp, -sd, -cd * cp) * strength
    result.alongHeading = SIMD3(-cd * cp, 0, cd * sp) * strength
    result.alongDip = SIMD3(sd * sp, -cd, sd * cp) * strength
    result.scene = level + cross(SIMD3(knot.y, 0, knot.z), level)
    result.toBody = pose.orientation.matrix.transposed
    result.field = result.toBody * result.scene
    result.rate = pose.rate
    return result
  }

  /// Returns the residual of each reading, in its own axes; NaN where there is no orientation.
  func residuals(_ readings: [KeptReadings.Reading], _ track: MotionTrack) -> [SIMD3<Double>] {
    let forward = symmetric * turn.matrix
    var hint = 1
    return readings.map { reading in
      guard let p = prediction(at: reading.time, track, hint: &hint) else { return SIMD3(repeating: .nan) }
      return reading.field - forward * p.field - offset
    }
  }

  /// Fits; returns false if the equations are not sound.
  mutating func solve(_ readings: [KeptReadings.Reading], _ track: MotionTrack, iterations: Int = 14) -> Bool {
    guard readings.count >= 20 else { return false }
    var left = residuals(readings, track)
    var factor: CholeskyFactor?
    for iteration in 0..<iterations {
      guard let equations = equations(readings, left, track) else { return false }
      guard let solved = equations.factor() else { return false }
      factor = solved
      let step = solved.solve(equations.right)
      guard step.allSatisfy(\.isFinite) else { return false }
      // Shortens the step until the cost is no worse.
      let before = robustCost(left)
      var share = 1.0
      var next = self
      var after: [SIMD3<Double>] = []
      repeat {
        next = self
        next.move(step, share: share)
        after = next.residuals(readings, track)
        share *= 0.5
      } while next.robustCost(after) > before * (1 + 1e-9) && share > 0.05
      let gain = before - next.robustCost(after)
      self = next
      left = after
      updateNoise(left)
      if iteration > 3, gain.magnitude < 1e-4 * before { break }
    }
    guard let factor else { return false }
    var squares = 0.0, count = 0.0
    for r in left where r.x.isFinite {
      squares += dot(r, r)
      count += 3
    }
    residual = (squares / max(1, count)).squareRoot()
    let all = factor.covariance(first: Index.knots)
    covariance = all[0..<Index.sensor].map { Array($0[0..<Index.sensor]) }
    lagSigma = all[Index.lag][Index.lag].squareRoot()
    return residual.isFinite && noise.isFinite
  }

  /// Cauchy's loss plus the priors.
  private func robustCost(_ residuals: [SIMD3<Double>]) -> Double {
    let c = Self.robustness * Self.robustness
    var cost = 0.0
    for r in residuals where r.x.isFinite { cost += c * log1p(dot(r, r) / (3 * noise * noise * c)) * 3 }
    return cost
  }

  /// Sets `noise` to 1 σ from the median of the lengths: half of all |r|² in three components are below 2.366 σ².
  private mutating func updateNoise(_ residuals: [SIMD3<Double>]) {
    let squares = residuals.filter(\.x.isFinite).map { dot($0, $0) }.sorted()
    guard !squares.isEmpty else { return }
    noise = max(Self.smallestNoise, (squares[squares.count / 2] / 2.366).squareRoot())
  }

  private mutating func move(_ step: [Double], share: Double) {
    let s = step.map { $0 * share }
    symmetric += Matrix3(rows: SIMD3(s[0], s[3], s[4]), SIMD3(s[3], s[1], s[5]), SIMD3(s[4], s[5], s[2]))
    turn = (Rotation<Body, Body>.exp(RotationVector(s[6], s[7], s[8])) * turn).renormalized
    offset += SIMD3(s[9], s[10], s[11])
    dip = max(-1.56, min(1.56, dip + s[Index.dip]))
    lag = max(-0.1, min(0.15, lag + s[Index.lag]))
    for j in knots.indices {
      knots[j] += SIMD3(s[Index.knots + 3 * j], s[Index.knots + 3 * j + 1], s[Index.knots + 3 * j + 2])
    }
  }

  private func equations(
    _ readings: [KeptReadings.Reading], _ left: [SIMD3<Double>], _ track: MotionTrack
  ) -> NormalEquations? {
    var equations = NormalEquations(size: size)
    var row = NormalEquations.Row(capacity: 24)
    let turned = turn.matrix, forward = symmetric * turned
    let information = 1 / (noise * noise), c = Self.robustness * Self.robustness
    var hint = 1
    var used = 0
    for (reading, r) in zip(readings, left) where r.x.isFinite {
      guard let p = prediction(at: reading.time, track, hint: &hint) else { continue }
      used += 1
      let weight = information / (1 + dot(r, r) * information / (3 * c))
      let v = turned * p.field
      let t0 = symmetric * SIMD3(0, -v.z, v.y), t1 = symmetric * SIMD3(v.z, 0, -v.x)
      let t2 = symmetric * SIMD3(-v.y, v.x, 0)
      let inScene = forward * p.toBody
      let byHeading = inScene * p.alongHeading, byDip = inScene * p.alongDip
      let byX = inScene * SIMD3(0, -p.scene.z, p.scene.y), byZ = inScene * SIMD3(-p.scene.y, p.scene.x, 0)
      let byLag = forward * cross(p.rate, p.field)
      for axis in 0..<3 {
        row.clear()
        switch axis {
        case 0:
          row.add(0, v.x)
          row.add(3, v.y)
          row.add(4, v.z)
        case 1:
          row.add(1, v.y)
          row.add(3, v.x)
          row.add(5, v.z)
        default:
          row.add(2, v.z)
          row.add(4, v.x)
          row.add(5, v.y)
        }
        row.add(Index.turn, SIMD3(t0[axis], t1[axis], t2[axis]))
        row.add(Index.offset + axis, 1)
        row.add(Index.dip, byDip[axis])
        row.add(Index.lag, byLag[axis])
        let knot = Index.knots + 3 * p.knot
        let along = SIMD3(byHeading[axis], byX[axis], byZ[axis])
        row.add(knot, along * (1 - p.share))
        row.add(knot + 3, along * p.share)
        equations.add(row, residual: r[axis], weight: weight)
      }
    }
    guard used >= 20 else { return nil }
    addPriors(to: &equations)
    return equations
  }

  private func addPriors(to equations: inout NormalEquations) {
    var row = NormalEquations.Row(capacity: 4)
    let s = symmetric
    // Parameters that a smaller model leaves out are held at their values of no effect.
    let held = 1e-5
    let diagonal = s.diagonal - SIMD3(1, 1, 1)
    for i in 0..<3 { equations.addPrior(Index.symmetric + i, mean: -diagonal[i], sigma: priors.scale) }
    if model == .sphere {
      for i in 0..<2 {
        row.clear()
        row.add(i, 1)
        row.add(i + 1, -1)
        equations.add(row, residual: diagonal[i + 1] - diagonal[i], weight: 1 / (held * held))
      }
    }
    let shear = SIMD3(s.c1.x, s.c2.x, s.c2.y)
    for i in 0..<3 {
      equations.addPrior(3 + i, mean: -shear[i], sigma: model == .ellipsoid ? priors.shear : held)
    }
    let twist = turn.logarithm.components
    for i in 0..<3 { equations.addPrior(Index.turn + i, mean: -twist[i], sigma: priors.turn) }
    for i in 0..<3 { equations.addPrior(Index.offset + i, mean: -offset[i], sigma: 300) }
    if let known = priors.dip {
      equations.addPrior(Index.dip, mean: known.mean - dip, sigma: known.sigma)
    } else {
      equations.addPrior(Index.dip, mean: 0, sigma: 1)
    }
    equations.addPrior(Index.lag, mean: priors.lag.mean - lag, sigma: priors.lag.sigma)
    let root = knotInterval.squareRoot()
    for j in knots.indices {
      let at = Index.knots + 3 * j
      equations.addPrior(at, mean: 0, sigma: 10)
      for k in 1...2 { equations.addPrior(at + k, mean: -knots[j][k], sigma: priors.tilt) }
      guard j > 0 else { continue }
      for k in 0..<3 {
        row.clear()
        row.add(at - 3 + k, -1)
        row.add(at + k, 1)
        let sigma =
          k == 0
          ? hypot(priors.drift * root, priors.driftPerTurn * turned[j])
          : hypot(priors.tiltDrift * root, priors.tiltPerTurn * turned[j])
        equations.add(row, residual: knots[j - 1][k] - knots[j][k], weight: 1 / (sigma * sigma))
      }
    }
  }
}
