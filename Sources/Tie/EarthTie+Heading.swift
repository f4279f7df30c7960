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

  /// Ingests what another filter has learned of the heading. It is that filter's gain: with p and n its variances before and after,
  /// a reading of variance R = p n/(p − n) moves an estimate of variance p by (p − n)/p of its innovation, so the innovation was
  /// p/(p − n) times the change (O. Drummond, "Tracklets and a hybrid fusion with process noise", 1997). A change without a gain
  /// tells that p was larger: the change is taken for three standard deviations at most.
  public mutating func ingest(_ learned: LearnedYaw) {
    predict()
    defer { hasHeading = true }
    let change = learned.change.radians, n = learned.posterior
    guard let told = learned.prior else { return set(yaw: learned.before + learned.change, variance: n) }
    let prior = max(told, n + change * change / 9)
    if prior > told { widenYaw(variance: prior - told) }
    guard prior - n > 1e-12 * n else { return }
    let before = learned.before.radians, share = prior / (prior - n)
    for i in 0..<bank.count {
      let off = Angle.radians(before - bank.members[i].state.mean[Index.yaw]).wrapped.radians
      let likelihood = bank.members[i].state.fuse(
        SparseRow(Index.yaw, 1), innovation: off + change * share, variance: n * share)
      bank.weigh(i, by: likelihood + Self.leastLikelihood)
      bank.wrap(i)
    }
    reduce()
  }

  /// Sets the heading that is unknown so far; one that the way has shown is measured once more.
  private mutating func set(yaw: Angle, variance: Double) {
    let isUnknown = estimate().yawSigma > Self.unknownHeading.radians
    for i in 0..<bank.count {
      if isUnknown {
        bank.members[i].state.reset(Index.yaw, to: yaw.wrapped.radians, variance: variance)
      } else {
        let off = Angle.radians(yaw.radians - bank.members[i].state.mean[Index.yaw]).wrapped.radians
        let likelihood = bank.members[i].state.fuse(SparseRow(Index.yaw, 1), innovation: off, variance: variance)
        bank.weigh(i, by: likelihood + Self.leastLikelihood)
        bank.wrap(i)
      }
    }
    reduce()
  }
  /// 1 σ above which a heading is unknown.
  private static let unknownHeading = Angle.degrees(60)

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

/// What a filter of the heading has learned: its yaw in the steady scene before, how it has changed, and its variances before and
/// after; none before the first.
public struct LearnedYaw: Sendable {
  public var before: Angle
  public var change: Angle
  public var prior: Double?
  public var posterior: Double

  public init(before: Angle, change: Angle, prior: Double?, posterior: Double) {
    (self.before, self.change, self.prior, self.posterior) = (before, change, prior, posterior)
  }
}
