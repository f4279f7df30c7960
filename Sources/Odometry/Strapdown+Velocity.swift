import Fusion
import Geometry
import Samples

// The receiver's velocity: z = v(t − σ) + w, with t the assumed moment of the velocity and σ the `velocityDelay`. ∂z/∂σ = −v̇(t −
// σ). The velocity is a mean over the receiver's own interval; the delay leads to the middle of it. w: the stated error, and the
// sway of the body between antenna and device. If no climb is stated, a walker's is taken as zero, with a standard deviation that
// covers stairs.
extension AidingSource<Strapdown> {
  static let preciseVelocity = AidingSource(
    AidDescription("receiver-velocity", unit: "m/s", axes: ["east", "south", "up"], patience: TimeSpan(3))
  ) { filter, event, measurement in
    guard case .fix = event, let velocity = filter.fixAtHand?.velocity else { return .nothing }
    return filter.proposeVelocity(velocity, &measurement)
  }
}

extension Strapdown {
  fileprivate mutating func proposeVelocity(_ stated: StrapdownFix.Motion, _ measurement: inout Measurement) -> Proposal
  {
    guard dot(stated.velocity, stated.velocity).isFinite, stated.sigma.isFinite else { return .refuse(.notFinite) }
    let then = stated.held - TimeSpan(velocityDelay)
    guard let past = history.moment(at: then), let push = acceleration(at: then) else { return .refuse(.tooOld) }
    let sigma = max(stated.sigma, parameters.bodySway.value)
    measurement.gate = .inflate(beyond: parameters.velocityGate)
    var surprise = 0.0
    for axis in Self.axisOrder {
      let row = velocityRow(past, push, axis)
      let climbs = axis == 1 && !stated.hasClimb ? Self.climb : sigma
      let y = stated.velocity[axis] - past.velocity[axis]
      measurement.add(row, observation: stated.velocity[axis], innovation: y, variance: climbs * climbs)
      guard axis != 1 else { continue }
      let s = covariance.covariance(row, row) + sigma * sigma
      surprise += 0.5 * y * y / s
      logLikelihood -= 0.5 * (min(y * y / s, parameters.velocityGate * parameters.velocityGate) + log(s))
    }
    coherence.add(surprise, at: time)
    return .fuse
  }

  func velocityRow(_ past: MotionHistory.Moment, _ acceleration: SIMD3<Double>, _ axis: Int) -> SparseRow {
    var row = pastRows(past, axis).velocity
    row.add(Index.velocityDelay, -acceleration[axis])
    return row
  }

  /// Returns v̇ at a time, over a tenth of a second; nil outside the history.
  func acceleration(at time: BootInstant) -> SIMD3<Double>? {
    let half = TimeSpan(0.05)
    guard let before = history.moment(at: time - half), let after = history.moment(at: time + half) else { return nil }
    return (after.velocity - before.velocity) / 0.1
  }

  /// 1 σ of a walker's vertical velocity, in m/s.
  private static let climb = 0.5
}

/// Whether a receiver's velocities agree with the body's motion: the mean of y²/s per component over about ten seconds, which is
/// 1 if the errors are as large as the filter assumes. A receiver that smooths over a second or states too small an error has a
/// larger mean.
struct VelocityCoherence: Sendable {
  private var sum = 0.0, weight = 0.0
  private var last: BootInstant?
  private static let memory = 10.0, enough = 0.3

  mutating func add(_ surprise: Double, at time: BootInstant) {
    let interval = last.map { min((time - $0).value, Self.memory) } ?? 0
    last = time
    let share = 1 - exp(-interval / Self.memory)
    sum += (surprise - sum) * share
    weight += (1 - weight) * share
  }

  /// Mean surprise; nil while there is too little data.
  var surprise: Double? { weight < Self.enough ? nil : sum / weight }
}
