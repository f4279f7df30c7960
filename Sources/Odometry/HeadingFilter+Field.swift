import Fusion
import Geometry
import Samples

// The magnetic field over a window as a measurement of heading, device field, distortion and reference: y = e − p = H δx, three
// components in east, north, up ("docs/engine.md", heading). Ten readings a second share one error while the device turns:
// their information is limited by the error's correlation time, variance (n² + w s²) · max(1, 2τ/T). In the code, n² is `white`,
// w `disturbanceWeight`, s² `disturbanceSquared`, τ `correlationTime`.
extension AidingSource<HeadingFilter> {
  static let field = AidingSource(
    AidDescription("compass", unit: "µT", axes: ["east", "north", "up"], patience: TimeSpan(5)),
    prepare: { filter, event in
      guard case .window(let time) = event else { return }
      filter.prepareField(over: time.value)
    },
    propose: { filter, event, measurement in
      guard case .window(let time) = event else { return .nothing }
      return filter.proposeField(over: time.value, &measurement)
    })
}

extension HeadingFilter {
  /// Jitter of the magnetometer's delay: the part that cannot be estimated.
  private static let lagNoise = TimeSpan(0.01)
  private static let disturbanceWeight = 0.1

  /// Variance of the white part of a reading.
  private func whiteVariance(_ reading: Reading) -> Double {
    let p = reading.predicted
    let lagging = Self.lagNoise.value * (squaredRateSum / count).squareRoot() * dot(p, p).squareRoot()
    return parameters.noise.value * parameters.noise.value + lagging * lagging
  }

  fileprivate mutating func prepareField(over time: Double) {
    guard count > 0 else { return }
    let reading = reading()
    guard dot(reading.field, reading.field).isFinite else { return }
    watchDisturbance(reading.field, time)
    openStart(time)
    openStep(reading, whiteVariance(reading))
  }

  fileprivate mutating func proposeField(over time: Double, _ measurement: inout Measurement) -> Proposal {
    guard count > 0 else { return .nothing }
    let reading = reading()
    guard dot(reading.field, reading.field).isFinite else { return .refuse(.notFinite) }
    let white = whiteVariance(reading)
    let correlated = max(1, 2 * parameters.correlationTime.value / time)
    let variance = (white + Self.disturbanceWeight * disturbanceSquared) * correlated
    for axis in 0..<3 {
      measurement.add(
        reading.rows[axis], observation: reading.field[axis], innovation: reading.innovation[axis], variance: variance)
    }
    return .fuse
  }
}
