public import Fusion
import Geometry

// The state vector for display (`gnomon watch`, the stream `aids`).
extension AttitudeFilter {
  public var states: [FilterState] {
    func state(_ name: String, _ unit: String, _ value: Double, _ index: Int) -> FilterState {
      FilterState(name, unit: unit, value, variance: covariance[index, index])
    }
    var all = [FilterState("tilt", unit: "rad", 0, variance: tiltSigma.radians * tiltSigma.radians)]
    for (i, axis) in ["x", "y", "z"].enumerated() {
      all.append(state("gyroscope bias \(axis)", "rad/s", bias.components[i], Index.bias + i))
    }
    for (i, axis) in ["x", "z"].enumerated() {
      all.append(state("velocity \(axis)", "m/s", velocity[i], Index.velocity + i))
    }
    for (i, axis) in ["x", "y", "z"].enumerated() {
      all.append(
        state("accelerometer bias \(axis)", "m/s²", accelerometerBias.components[i], Index.accelerometer + i))
    }
    return all
  }
}
