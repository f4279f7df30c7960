import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state.
extension VehicleOdometry {
  public mutating func apply(_ correction: StateVector) {
    reviseHistory(correction)
    strapdown.apply(correction)
    fixBias += correction.three(at: Index.fixBias)
    latencyError += TimeSpan(correction[Index.latency])
    velocityLagError += TimeSpan(correction[Index.velocityLag])
    turnMount(yaw: correction[Index.mountYaw], pitch: correction[Index.mountPitch])
  }

  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  mutating func turnMount(yaw: Double, pitch: Double) {
    mount = (Rotation<Vehicle, Vehicle>.exp(RotationVector(pitch, yaw, 0)) * mount).renormalized
  }

  /// Resets the covariance to that of the very start; the nominal state stays.
  mutating func resetUncertainty() {
    strapdown.resetCovariance(speed: 1, tilt: parameters.initialTilt, sensors)
    for i in Index.fixBias..<Index.count { covariance.reset(i, variance: 0) }
    covariance.reset(Index.mountYaw, variance: pow(parameters.mountYaw.radians, 2))
    covariance.reset(Index.mountPitch, variance: pow(parameters.mountPitch.radians, 2))
    covariance.reset(Index.latency, variance: pow(parameters.latencySigma.value, 2))
  }
}

extension SymmetricMatrix {
  /// P ← T P Tᵀ where T turns three consecutive states and keeps the others.
  mutating func turn(_ block: Int, by m: Matrix3) {
    for j in 0..<size where j < block || j >= block + 3 {
      let turned = m * SIMD3(self[block, j], self[block + 1, j], self[block + 2, j])
      for i in 0..<3 { self[block + i, j] = turned[i] }
    }
    var inner = Matrix3.zero
    for i in 0..<3 { for j in 0..<3 { inner[i, j] = self[block + i, block + j] } }
    inner = (m * inner * m.transposed).symmetrized
    for i in 0..<3 { for j in i..<3 { self[block + i, block + j] = inner[i, j] } }
  }
}
