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
  /// because what was believed is wrong. It is the device's own, or that of the way.
  public mutating func ingest(
    yaw: Angle, sigma: Angle, wrong: Double, news: Double, ofWay: Bool = false
  ) -> Fused {
    predict()
    // A look shows a compass's angle as a way does.
    if news > 0 { compass.walked = max(compass.walked, Self.leastWay.value) }
    let believed = bank.count
    splitBelieved(bank.heaviest, share: news)
    defer { reduce() }
    hasHeading = true
    return fuse(yaw: yaw.wrapped.radians, variance: square(sigma), ofWay: ofWay) {
      Doubt(share: wrong, density: $0 < believed ? 1 / (2 * .pi) : 0)
    }
  }

  /// Fuses a heading in all members, and weighs them; returns the heaviest one's result. `ahead` is added to the innovation.
  private mutating func fuse(
    yaw z: Double, variance: Double, ofWay: Bool = false, ahead: Double = 0,
    unless doubt: (Int) -> Doubt? = { _ in nil }
  ) -> Fused {
    let heaviest = bank.heaviest
    var summary = Fused(z), both = OwnYaw()
    for i in 0..<bank.count {
      var isAside = !ofWay && pointsAside(i), share = 1.0
      if !ofWay, hasTwoReadings(i) {
        // It is the device's own: the way's if the chip is turned, the compass's if the device points aside.
        let alongs = (1 - pointing.aside) * likelihood(i, yaw: z, variance, isAside: false)
        let asides = pointing.aside * likelihood(i, yaw: z, variance, isAside: true)
        isAside = both.add(weight: bank.members[i].weight, along: alongs, aside: asides)
        share = isAside ? pointing.aside : 1 - pointing.aside
      }
      let own = yaw(i, isAside: isAside)
      let innovation = Angle.radians(z - own.yaw).wrapped.radians + ahead
      if i == heaviest {
        let spread = bank.members[i].state.covariance.covariance(own.row, own.row)
        summary = Fused(z, innovation, noise: variance, spread: variance + spread)
      }
      let likelihood = bank.members[i].state.fuse(
        own.row, innovation: innovation, variance: variance, unless: doubt(i))
      bank.weigh(i, by: share * likelihood + .leastNormalMagnitude)
      bank.wrap(i)
    }
    if let share = both.share { pointing.aside = share }
    return summary
  }

  private func likelihood(_ i: Int, yaw z: Double, _ variance: Double, isAside: Bool) -> Double {
    let own = yaw(i, isAside: isAside), off = Angle.radians(z - own.yaw).wrapped.radians
    let spread = variance + bank.members[i].state.covariance.covariance(own.row, own.row)
    return exp(-0.5 * off * off / spread) / (2 * .pi * spread).squareRoot()
  }

  /// Ingests a gain of another filter of the heading. With p and n its variances before and after,
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
    let share = prior / (prior - n)
    _ = fuse(yaw: learned.before.radians, variance: n * share, ahead: change * share)
    reduce()
  }

  /// Sets the heading that is unknown so far; one that the way has shown is measured once more.
  private mutating func set(yaw: Angle, variance: Double) {
    if estimate().yawSigma > Self.unknownHeading.radians {
      bank.revise { $0.reset(Index.yaw, to: yaw.wrapped.radians, variance: variance) }
    } else {
      _ = fuse(yaw: yaw.radians, variance: variance)
    }
    reduce()
  }
  /// 1 σ above which a heading is unknown.
  private static let unknownHeading = Angle.degrees(60)

  /// Adds "what was believed is wrong" to a member: the chip is turned, or the field of the spot.
  private mutating func splitBelieved(_ i: Int, share: Double) {
    let label = bank.members[i].label
    let causes: [(state: Int, label: Assumptions, share: Double)] = [
      (Index.chip, label.union(.chipTurned), chipWrong),
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
    let state = bank.members[bank.heaviest].state, off = drift - state.mean[Index.drift]
    let fused = Fused(drift, off, noise: variance, spread: variance + state.variance(Index.drift))
    // Its error lasts as long as the rest, so that many readings of one rest must not tell hypotheses apart.
    bank.revise {
      _ = $0.fuse(SparseRow(Index.drift, 1), innovation: drift - $0.mean[Index.drift], variance: variance)
    }
    return fused
  }

  /// Ingests a change of the bias in use about the vertical, anticlockwise: the drift falls by the same amount.
  public mutating func correct(drift change: Double) {
    // The members get it with the next prediction, with the turn by the old drift up to now.
    let since = hasStarted && !isTurnMeasured ? (history.latest.time - now.time).value : 0
    corrected.drift -= change
    corrected.turn += change * since
  }

  /// Passes the changes of the drift on to the members.
  mutating func applyCorrections() {
    guard corrected.drift != 0 else { return }
    let (drift, turn) = corrected
    corrected = (0, 0)
    bank.revise {
      $0.mean[Index.drift] += drift
      $0.mean[Index.yaw] += turn
      $0.mean[Index.turned] += turn
    }
  }

  /// Limits or resets what is known of the drift.
  public mutating func set(driftSigma sigma: Double, turning more: Double = 0) {
    predict()
    bank.revise {
      $0.reset(Index.drift, to: $0.mean[Index.drift], variance: sigma * sigma)
      $0.turnScene(variance: more)
    }
  }

  /// Adds doubt about the heading.
  public mutating func widenYaw(variance: Double) {
    bank.revise { $0.covariance.add(variance, to: Index.yaw) }
  }

  /// Adds a turn of the scene by an unknown angle, of an odometer that turns.
  public mutating func turnScene(variance: Double) {
    bank.revise { $0.turnScene(variance: variance) }
  }

  /// Adds a turn that no gyroscope has shown, with the variance of a body that turns. No Gaussian is its distribution: mostly a
  /// body turns little, sometimes far, and now and then it was put on otherwise. So half of each member does as one that is calm,
  /// and the other half is spread over headings side by side, as at the start. Small turns add up to a large one.
  public mutating func turn(unseen variance: Double) {
    let wide = Self.halfHeading * Self.halfHeading
    turnVelocity(unseen: variance)
    unseenTurn += variance
    guard unseenTurn > wide else { return turnScene(variance: variance) }
    let variance = unseenTurn
    unseenTurn = 0
    receiver.reopened = now.time
    for i in 0..<bank.count {
      guard bank.members[i].weight >= Self.worthOpening else {
        bank.members[i].state.turnScene(variance: variance)
        continue
      }
      fan(i, variance: variance)
      bank.members[i].state.turnScene(variance: Self.calm * Self.calm * variance)
    }
    reduce()
  }
  /// Weight of a member that is spread; and the turn of a calm body as a share of that of one that turns.
  private static let worthOpening = 0.05, calm = 0.2
  /// Share of what is spread that may lie in any direction.
  private static let anywhere = 0.2

  /// The wearer's velocity goes on as it was on Earth; that in the scene has turned.
  private mutating func turnVelocity(unseen variance: Double) {
    guard motion.kind != .steps else { return }
    let most = Self.anyVelocity * Self.anyVelocity
    bank.revise {
      let v = $0.mean.two(at: Index.velocity), turned = variance * (v * v).sum()
      if turned > most {
        $0.reset(two: Index.velocity, variance: most)
      } else {
        for axis in 0..<2 { $0.covariance.add(turned, to: Index.velocity + axis) }
      }
    }
  }

  /// Spreads half of a member's weight over headings all around.
  private mutating func fan(_ i: Int, variance: Double) {
    let label = bank.members[i].label, weight = 0.5 * bank.members[i].weight
    func share(_ k: Int) -> Double {
      let off = 2 * Self.halfHeading * Double(k)
      return exp(-0.5 * off * off / variance)
    }
    let all = (1 - Self.headings / 2)...(Self.headings / 2), sum = all.reduce(0) { $0 + share($1) }
    let any = Self.anywhere / Double(Self.headings)
    for k in all {
      guard let j = bank.copy(i, label: label) else { return }
      let part = weight * ((1 - Self.anywhere) * share(k) / sum + any), turn = 2 * Self.halfHeading * Double(k)
      bank.members[j].weight = part
      bank.members[i].weight -= part
      bank.members[j].state.mean[Index.yaw] += turn
      bank.members[j].state.mean[Index.turned] += turn
      bank.members[j].state.turnScene(variance: Self.halfHeading * Self.halfHeading)
      bank.wrap(j)
    }
  }
}

/// A gain of another filter of the heading: its yaw in the steady scene before, the change, and its variances before and after;
/// none before the first.
public struct LearnedYaw: Sendable {
  public var before: Angle
  public var change: Angle
  public var prior: Double?
  public var posterior: Double

  public init(before: Angle, change: Angle, prior: Double?, posterior: Double) {
    (self.before, self.change, self.prior, self.posterior) = (before, change, prior, posterior)
  }
}
