public import Fusion
public import Geometry
import Samples

// Headings from elsewhere: given, remembered, set by hand, of a route's leg. Each is a measurement with a standard deviation; it
// may be wrong. And it may show that what was believed is wrong: the compass, by an angle n that the heading has followed. That is
// a twin whose yaw is less by n and whose compass is off by n more, n of any size: the windows so far fit it as well, and those
// that come do not turn it back. In it the measured heading is right.
extension EarthTie {
  /// Any angle.
  private static let anyAngle = Angle.degrees(100)

  /// Ingests a measured heading. `wrong` is the probability that it has nothing to do with the heading, `news` that it comes
  /// because what was believed is wrong.
  public mutating func ingest(yaw: Angle, sigma: Angle, wrong: Double, news: Double) -> Fused {
    predict()
    let z = yaw.wrapped.radians, variance = square(sigma), density = 1 / (2 * Double.pi)
    let heaviest = bank.heaviest
    var summary = Fused(z)
    let believed = bank.count
    splitBelieved(heaviest, share: news)
    let count = bank.count
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
        unless: i < believed ? Doubt(share: wrong, density: density) : nil)
      bank.weigh(i, by: i < believed ? likelihood : (1 - wrong) * likelihood)
      bank.wrap(i)
    }
    hasHeading = true
    reduce()
    return summary
  }

  /// Adds "what was believed is wrong" to a member: the chip is turned, or the field of the spot.
  private mutating func splitBelieved(_ i: Int, share: Double) {
    let label = bank.members[i].label
    let causes: [(state: Int, label: Assumptions, share: Double)] = [
      (Index.chip, label.union(.chipTurned), parameters.chipWrong),
      (Index.spot, label, parameters.compassWrongAtStart),
    ]
    let whole = causes.reduce(0) { $0 + $1.share }
    guard share > 0, whole > 0 else { return }
    for cause in causes where cause.share > 0 {
      guard let j = bank.split(i, share: share * cause.share / whole, label: cause.label) else { return }
      var error = StateVector()
      error[cause.state] = 1
      error[Index.yaw] = -1
      bank.members[j].state.covariance.add(square(Self.anyAngle), outer: error)
    }
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
      bank.members[i].state.mean[Index.turned] += change * since
      bank.wrap(i)
    }
  }

  /// Limits or resets what is known of the drift.
  public mutating func set(driftSigma sigma: Double, turning more: Double = 0) {
    predict()
    for i in 0..<bank.count {
      let drift = bank.members[i].state.mean[Index.drift]
      bank.members[i].state.reset(Index.drift, to: drift, variance: sigma * sigma)
      bank.members[i].state.turnScene(variance: more)
    }
  }

  /// Adds doubt about the heading.
  public mutating func widenYaw(variance: Double) {
    for i in 0..<bank.count { bank.members[i].state.covariance.add(variance, to: Index.yaw) }
  }

  /// Adds a turn of the scene by an unknown angle: of an odometer that turns, or that a gyroscope has not shown.
  public mutating func turnScene(variance: Double) {
    for i in 0..<bank.count { bank.members[i].state.turnScene(variance: variance) }
  }
}
