import Fusion
import Geometry
import Samples

// The magnetic field over a window as a measurement of heading, device field, distortion and reference: y = e − p = H δx, three
// components in east, north, up ("docs/odometry.md", heading). Ten readings a second share one error while the device turns:
// their information is limited by the error's correlation time, variance (n² + w s²) · max(1, 2τ/T). In the code, n² is `white`,
// w `disturbanceWeight`, s² `disturbanceSquared`, τ `correlationTime`.
extension AidingSource<HeadingFilter> {
  static let field = AidingSource(
    AidDescription("compass", unit: "µT", axes: ["east", "north", "up"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    guard case .window(let time) = event else { return .nothing }
    return filter.proposeField(over: time.value, &measurement)
  }
}

extension HeadingFilter {
  fileprivate mutating func proposeField(over time: Double, _ measurement: inout Measurement) -> Proposal {
    guard count > 0 else { return .nothing }
    let reading = reading()
    guard dot(reading.field, reading.field).isFinite else { return .refuse(.notFinite) }
    watchDisturbance(reading.field, time)
    openStart(time)
    let p = reading.predicted
    let lagging = parameters.lagNoise.value * (squaredRateSum / count).squareRoot() * dot(p, p).squareRoot()
    let white = parameters.noise.value * parameters.noise.value + lagging * lagging
    openStep(reading, white)
    let correlated = max(1, 2 * parameters.correlationTime.value / time)
    let variance = (white + parameters.disturbanceWeight * disturbanceSquared) * correlated
    for axis in 0..<3 {
      measurement.add(
        reading.rows[axis], observation: reading.field[axis], innovation: reading.innovation[axis], variance: variance)
    }
    return .fuse
  }
}
