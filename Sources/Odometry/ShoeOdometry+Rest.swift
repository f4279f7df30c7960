import Fusion
import Geometry
import Samples

// A shoe that stands and does not even roll: the mean raw rate is the bias. z = b + w; its variance over a time Δt is σ² τ/Δt with
// σ `restNoise`, as in `+Standing`. The heading of the track is its gyroscope's bias, integrated; every stance of a walk has a
// moment of rest, so the bias is measured once a second. A foot that turns slowly on the spot looks the same; the gate gives such a
// rate less weight once the bias is known.
extension AidingSource<ShoeOdometry> {
  static let footRest = AidingSource(
    AidDescription("foot-rest", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(30))
  ) { filter, event, measurement in
    guard case .standing(let reading) = event else { return .nothing }
    return filter.proposeRest(reading, &measurement)
  }
}

extension ShoeOdometry {
  fileprivate mutating func proposeRest(_ reading: StandingReading, _ measurement: inout Measurement) -> Proposal {
    guard let raw = reading.restRate, !floor.movesLevel else { return .wait(.inMotion) }
    measurement.gate = .inflate(beyond: ShoeParameters.restGate)
    let sigma = parameters.restNoise.radians
    let variance = sigma * sigma * Self.noiseInterval / reading.duration
    for axis in 0..<3 {
      measurement.add(
        restRow(axis), observation: raw[axis], innovation: raw[axis] - bias.components[axis], variance: variance)
    }
    return .fuse
  }

  func restRow(_ axis: Int) -> SparseRow { SparseRow(Index.bias + axis, 1) }
}
