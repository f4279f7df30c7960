public import Geometry
import Samples

// The receiver's latency, learned. While heading and mount are far off, their remaining errors in the linearized filter would be
// taken for a latency. Until the heading is settled, the latency of precise fixes is only considered (Schmidt 1966): its variance
// lowers the weight of the fixes, and they do not correct it. For other fixes, whose own errors are larger, it is left out.
extension VehicleOdometry {
  public func considered(in event: Event) -> Considered? { learnsLatency ? nil : .state(Index.latency) }

  /// Whether a fix may be older than stated, as far as this filter models it.
  func mayBeLate(_ fix: FixReading) -> Bool {
    fix.timing != .stamped && (learnsLatency || fix.isPrecise)
  }

  /// 1 σ of a settled heading.
  private static let settledHeading = Angle.degrees(1.5)

  /// Starts to learn the latency once the heading is settled. Where it was left out until then, fixes were taken as fresher by
  /// the latency than they are, so the position is wrong by velocity · latency; the velocity's error is neglected, so the
  /// velocity has to be nearly constant then.
  mutating func considerLatency() {
    guard !learnsLatency, isStarted, let heading = headingSigma, heading <= Self.settledHeading else { return }
    let acceleration = pastAcceleration(moment())
    guard dot(acceleration, acceleration) < Self.steady * Self.steady else { return }
    learnsLatency = true
    let lag = parameters.latencySigma.value
    covariance.reset(Index.velocityLag, variance: lag * lag)
    let isConsidered = (0..<3).contains { covariance[Index.position + $0, Index.latency] != 0 }
    if !isConsidered { correlateLatency() }
  }

  /// Largest acceleration for a nearly constant velocity, in m/s².
  private static let steady = 0.5

  /// Adds the position's error, velocity · latency, to the covariance: with all that the latency is correlated with.
  mutating func correlateLatency() {
    for i in 0..<3 { covariance.shear(row: Index.position + i, by: SparseRow(Index.latency, velocity[i])) }
  }

  /// Returns the mean acceleration around a past moment.
  func pastAcceleration(_ past: MotionHistory.Moment) -> SIMD3<Double> {
    let half = TimeSpan(0.1)
    let before = history.moment(at: past.time - half) ?? past
    let after = history.moment(at: min(past.time + half, time)) ?? past
    let span = (after.time - before.time).value
    return span > 0 ? (after.velocity - before.velocity) / span : .zero
  }

  var areLatenciesPlausible: Bool {
    let longest = TimeSpan(3)
    return latencyError.magnitude < longest && velocityLagError.magnitude < longest
  }
}
