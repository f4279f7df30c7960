import Fusion
import Geometry
import Samples

// A shoe that stands rolls about a point on the ground, from heel to toe: with ℓ (`lever`) from that point to the sensor and ω
// the rate less its bias, v = R (ω × ℓ) =: u. z = v − u = 0; with the errors of `ShoeOdometry`, exp([θ]×) u = u − [u]× θ and
// δω = −δb, so ∂z/∂v = I, ∂z/∂θ = [u]×, ∂z/∂b = −R [ℓ]×. With v = 0 instead every stride would be 2 to 4 % too short.
//
// Variance over a time Δt: (σ² + λ² T) τ/Δt with σ `standingNoise`, λ `leverNoise` and T the motion of the detector: where the
// foot rolls, it rolls about another point than assumed. τ is the interval at which σ is meant. So the weight of a stance depends
// on its length and not on the rate of the samples.
//
// The errors of one stance are correlated far longer than τ, and this filter weights them as white only against the swing's, which
// are white as little. It does not state the accuracy of the path: the error of each stride is counted there as a whole
// (`ShoeParameters.wayNoise`).
extension AidingSource<ShoeOdometry> {
  static let footStanding = AidingSource(
    AidDescription("foot-standing", unit: "m/s", axes: ["x", "up", "z"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .standing(let reading) = event else { return .nothing }
    return filter.proposeStanding(reading, &measurement)
  }
}

extension ShoeOdometry {
  fileprivate mutating func proposeStanding(_ reading: StandingReading, _ measurement: inout Measurement) -> Proposal {
    let noise = ShoeParameters.standingNoise.value, lever = ShoeParameters.leverNoise.value
    let variance = (noise * noise + lever * lever * reading.motion) * Self.noiseInterval / reading.duration
    let rolling = rolling, innovation = standingInnovation
    for axis in 0..<3 where axis == 1 ? !floor.movesUp : !floor.movesLevel {
      measurement.add(
        standingRow(axis, rolling), observation: rolling[axis], innovation: innovation[axis], variance: variance)
    }
    return measurement.count == 0 ? .wait(.inMotion) : .fuse
  }

  /// Interval at which the noises are meant, in seconds: samples at 200 Hz.
  static let noiseInterval = 0.005

  /// u, the velocity of the sensor on a foot that rolls.
  var rolling: SIMD3<Double> { orientation(Velocity<Body>(cross(rate, lever))).components }

  var standingInnovation: SIMD3<Double> { rolling - velocity }

  /// Row of the Jacobian for an axis of the scene.
  func standingRow(_ axis: Int, _ rolling: SIMD3<Double>) -> SparseRow {
    var row = SparseRow(Index.velocity + axis, 1)
    row.add(Index.theta, Matrix3(cross: rolling)[row: axis])
    row.add(Index.bias, -(orientation.matrix * Matrix3(cross: lever))[row: axis])
    return row
  }
}
