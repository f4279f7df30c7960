public import Fusion
public import Geometry
import Samples

// Headings from elsewhere: given, remembered, set by hand, of a route's leg. Each is a measurement with a standard deviation; it
// may be wrong.
extension EarthTie {
  /// A heading by hand contradicts what was believed: of two equally likely causes, one is that it was right and the rest wrong.
  private static let believedWrong = 0.5

  /// Ingests a measured heading.
  /// `wrong` is the probability that it has nothing to do with the heading.
  public mutating func ingest(yaw: Angle, sigma: Angle, wrong: Double = 0.1) -> Fused {
    predict()
    let z = yaw.wrapped.radians, variance = square(sigma), density = 1 / (2 * Double.pi)
    let heaviest = bank.heaviest, count = bank.count
    var summary = Fused(z)
    // "What was believed is wrong, and this is right."
    let other = bank.copy(heaviest, label: bank.members[heaviest].label)
    if let other {
      bank.members[other].state.reset(Index.yaw, to: z, variance: variance)
      bank.members[other].state.reset(Index.spot, variance: spotVariance)
      bank.members[other].state.reset(Index.room, variance: roomVariance)
      bank.members[other].state.reset(Index.chip, variance: square(parameters.chip))
      bank.members[other].weight = (1 - wrong) * Self.believedWrong * density
    }
    for i in 0..<count {
      let innovation = Angle.radians(z - bank.members[i].state.mean[Index.yaw]).wrapped.radians
      if i == heaviest {
        summary.innovation.x = innovation
        summary.variance.x = variance
        summary.innovationVariance.x = variance + bank.members[i].state.variance(Index.yaw)
        summary.ratio = innovation * innovation / (9 * summary.innovationVariance.x)
      }
      let likelihood = bank.members[i].state.fuse(
        SparseRow(Index.yaw, 1), innovation: innovation, variance: variance,
        unless: Doubt(share: wrong, density: density))
      bank.weigh(i, by: likelihood)
      bank.wrap(i)
    }
    hasHeading = true
    reduce()
    return summary
  }

  /// Ingests the drift of the scene as rest shows it, in rad/s.
  public mutating func ingest(drift: Double, variance: Double) -> Fused {
    predict()
    let heaviest = bank.heaviest
    var summary = Fused(drift)
    for i in 0..<bank.count {
      let innovation = drift - bank.members[i].state.mean[Index.drift]
      if i == heaviest {
        summary.innovation.x = innovation
        summary.variance.x = variance
        summary.innovationVariance.x = variance + bank.members[i].state.variance(Index.drift)
      }
      _ = bank.members[i].state.fuse(SparseRow(Index.drift, 1), innovation: innovation, variance: variance)
      bank.wrap(i)
    }
    return summary
  }

  /// Ingests a change of the bias in use about the vertical, anticlockwise: the drift falls by the same amount.
  public mutating func correct(drift change: Double) {
    // Without a prediction, which costs much: the turn by the old drift up to now is added at once.
    let since = hasStarted && !isTurnMeasured ? (history.latest.time - now.time).value : 0
    for i in 0..<bank.count {
      bank.members[i].state.mean[Index.drift] -= change
      bank.members[i].state.mean[Index.yaw] += change * since
      bank.wrap(i)
    }
  }

  /// Limits or resets what is known of the drift.
  public mutating func set(driftSigma sigma: Double, turning more: Double = 0) {
    predict()
    for i in 0..<bank.count {
      let drift = bank.members[i].state.mean[Index.drift]
      bank.members[i].state.reset(Index.drift, to: drift, variance: sigma * sigma)
      bank.members[i].state.covariance.add(more, to: Index.yaw)
    }
  }

  /// Adds wander of the heading, of an odometer that turns.
  public mutating func widenYaw(variance: Double) {
    for i in 0..<bank.count { bank.members[i].state.covariance.add(variance, to: Index.yaw) }
  }
}
