import Fusion
public import Geometry
import Samples

// Application of a correction to the nominal state.
extension VehicleFilter {
  public mutating func apply(_ correction: StateVector) {
    applyInertial(correction)
    fixBias += correction.three(at: Index.fixBias)
    latencyError += TimeSpan(correction[Index.latency])
    velocityLagError += TimeSpan(correction[Index.velocityLag])
    turnMount(yaw: correction[Index.mountYaw], pitch: correction[Index.mountPitch])
  }

  /// Azimuths run clockwise, the error angle about up anticlockwise.
  public static func turn(in correction: StateVector) -> Angle { .radians(-correction[Index.theta + 1]) }

  mutating func turnMount(yaw: Double, pitch: Double) {
    mount = (Rotation<Vehicle, Vehicle>.exp(RotationVector(pitch, yaw, 0)) * mount).renormalized
  }

  /// Resets the covariance to that of the very start; the nominal state stays.
  mutating func resetUncertainty() {
    for i in 0..<Index.count { covariance.reset(i, variance: 0) }
    func set(_ index: Int, _ count: Int, _ sigma: Double) {
      for i in index..<index + count { covariance.reset(i, variance: sigma * sigma) }
    }
    set(Index.velocity, 3, 1)
    set(Index.theta, 3, parameters.initialTilt.radians)
    covariance.reset(Index.theta + 1, variance: 0)  // Arbitrary until there is a heading.
    set(Index.bias, 3, parameters.initialBias.radians)
    set(Index.accelerometer, 3, parameters.initialAccelerometerBias.value)
    set(Index.mountYaw, 1, parameters.mountYaw.radians)
    set(Index.mountPitch, 1, parameters.mountPitch.radians)
    set(Index.latency, 1, parameters.latencySigma.value)
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
