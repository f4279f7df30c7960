import Fusion
public import Geometry

// A telephone points along the way, or aside: in a bag, in a pocket, at a thing that its owner walks round. Where the device points
// aside by the angle −e, its own yaw is that of the way and e together; where e is the chip's, both are the same: fixes and compass
// see no difference. A member whose compass shows another direction than the way has both readings, and the bounce of the gait,
// which shows the way against the device, tells them apart. It also shows an angle that no compass contradicts.
extension EarthTie {
  /// 1 σ of the bounce's direction: some 25° in the hand, and one error lasts for four windows; and the share of clear windows that
  /// show it where all are clear.
  private static let bounce = Angle.degrees(50), right = 0.8
  /// A device is put away, and taken out, so often a second.
  private static let putAway = 1e-3
  /// How far the bounce is from the device's direction where it may have been put away; 1 σ of that angle, which no further window
  /// makes smaller: as a bag swings, so its bounce is off, by up to 65° in nine of ten.
  private static let leastAside = Angle.degrees(45), asideSigma = Angle.degrees(40)
  /// Wander of the angle of a device that points aside.
  static let asideWalk = Angle.degrees(1)

  /// Ingests a window of the gait: the way's direction by the bounce, clockwise from the device's; nil where it shows none.
  public mutating func ingest(bounce angle: Angle?, over window: TimeSpan) {
    guard hasStarted, parameters.pointsAside > 0, motion.kind != .force else { return }
    pointing.record(isClear: angle != nil, over: window, prior: pointsAsideIfTurned)
    if let angle { ingestClear(angle, over: window) } else { ingestVague(over: window) }
  }

  private mutating func ingestClear(_ angle: Angle, over window: TimeSpan) {
    predict()
    let a = angle.wrapped.radians, noise = square(Self.bounce), right = Self.right * pointing.clear
    let none = (1 - right) / (2 * .pi)
    splitAside(a, over: window)
    let along = right * exp(-0.5 * a * a / noise) / (2 * .pi * noise).squareRoot() + none
    let q = pointing.aside
    let other = (share: 1 - q * right, density: ((1 - q) * along + q * none) / (1 - q * right))
    var onFoot = (before: 0.0, after: 0.0), turned = (after: 0.0, aside: 0.0)
    for i in 0..<bank.count where bank.members[i].label.walks {
      let before = bank.members[i].weight
      if bank.members[i].label.contains(.chipTurned) {
        let off = Angle.radians(-a - bank.members[i].state.mean[Index.chip]).wrapped.radians
        let likelihood = bank.members[i].state.fuse(
          bounce: off, variance: noise, isKnown: square(Self.asideSigma),
          unless: Doubt(share: other.share, density: other.density))
        bank.weigh(i, by: likelihood)
        turned.after += before * likelihood
        turned.aside += before * (likelihood - (1 - q) * along)
        bank.wrap(i)
      } else {
        bank.weigh(i, by: along)
      }
      onFoot.before += before
      onFoot.after += bank.members[i].weight
    }
    // Members that are carried or rest keep their share.
    if onFoot.after > 0 {
      for i in 0..<bank.count where !bank.members[i].label.walks { bank.weigh(i, by: onFoot.after / onFoot.before) }
    }
    if turned.after > 0 { pointing.aside = turned.aside / turned.after }
    reduce()
  }

  /// A bounce that shows no direction is seldom in the hand and usual in a bag or a pocket. A compass says more.
  private mutating func ingestVague(over window: TimeSpan) {
    let turned = 1 + pointing.aside * (Self.vague - 1)
    pointing.aside *= Self.vague / turned
    guard !compass.isHeard else { return }
    splitAside(nil, over: window)
    for i in 0..<bank.count where bank.members[i].label.contains(.chipTurned) { bank.weigh(i, by: turned) }
    reduce()
  }
  /// How much likelier such a window is of a device that is put away: three times, and one cause lasts for four windows.
  private static let vague = 1.3

  /// Adds "the device has been put away, and the way leads on" to members where it points along, and its end to the others: aside
  /// by the angle that the bounce shows, or by any.
  private mutating func splitAside(_ a: Double?, over window: TimeSpan) {
    let isFirst = !pointing.isKnown && !isHeadingOpen
    if isFirst { pointing.isKnown = true }
    let share = isFirst ? parameters.pointsAside : Self.putAway * window.value
    for i in 0..<bank.count where bank.members[i].label.walks && bank.members[i].weight >= Self.worthDoubting {
      let label = bank.members[i].label, isTurned = label.contains(.chipTurned)
      let isAlong = (a ?? .pi).magnitude < Self.leastAside.radians
      guard isTurned ? isAlong && pointing.aside > 0.5 : !isAlong else { continue }
      let other = isTurned ? label.subtracting(.chipTurned) : label.union(.chipTurned).subtracting(.compassWrong)
      guard let j = bank.split(i, share: share, label: other) else { return }
      if isTurned {
        bank.members[j].state.pointAlong(chip: square(parameters.chip))
      } else if let a, !isFirst || compass.isHeard {
        bank.members[j].state.pointAside(a, variance: square(Self.asideSigma))
      } else {
        // Without a compass what is known is the way.
        let sigma = a == nil ? Self.anyChip : Self.asideSigma
        bank.members[j].state.reset(Index.chip, to: -(a ?? 0), variance: square(sigma))
      }
      bank.wrap(j)
    }
  }

  /// Whether the device of a member may point aside, or its chip be turned. While the force is the way, the yaw is the scene's,
  /// and the steps lead aside.
  @inline(__always) func hasTwoReadings(_ i: Int) -> Bool {
    parameters.pointsAside > 0 && motion.kind != .force && bank.members[i].label.contains(.chipTurned)
  }

  /// Probability at the start that a device whose compass shows another direction than the way points aside; else its chip is
  /// turned.
  var pointsAsideIfTurned: Double {
    parameters.pointsAside > 0 ? parameters.pointsAside / (parameters.pointsAside + chipWrong) : 0
  }

  /// The likelihoods of a reading of the device's own yaw, over the members with two readings.
  struct OwnYaw {
    private var all = 0.0, aside = 0.0

    /// Adds a member's, along and aside; returns whether it points aside.
    mutating func add(weight: Double, along: Double, aside: Double) -> Bool {
      all += weight * (along + aside)
      self.aside += weight * aside
      return aside > along
    }
    /// Probability that the device points aside; nil without such a member.
    var share: Double? { all > 0 ? aside / all : nil }
  }

  /// Whether pointing aside is the likelier one.
  func pointsAside(_ i: Int) -> Bool { pointing.aside > 0.5 && hasTwoReadings(i) }

  /// Row of the device's own yaw, and its value.
  func deviceYaw(_ i: Int) -> (row: SparseRow, yaw: Double) { yaw(i, isAside: pointsAside(i)) }

  /// The same of a device that points aside, or along the way.
  func yaw(_ i: Int, isAside: Bool) -> (row: SparseRow, yaw: Double) {
    var row = SparseRow(Index.yaw, 1)
    let yaw = bank.members[i].state.mean[Index.yaw]
    guard isAside else { return (row, yaw) }
    row.add(Index.chip, 1)
    return (row, yaw + bank.members[i].state.mean[Index.chip])
  }
}

extension Gaussian {
  /// Ingests the bounce as that of a device that points aside; an angle that is known better than the bounce is off is kept.
  fileprivate mutating func fuse(bounce off: Double, variance: Double, isKnown: Double, unless doubt: Doubt) -> Double {
    let known = self.variance(TieState.chip)
    guard known < isKnown else {
      return fuse(SparseRow(TieState.chip, 1), innovation: off, variance: variance, unless: doubt)
    }
    let sum = known + variance
    return (1 - doubt.share) * exp(-0.5 * off * off / sum) / (2 * .pi * sum).squareRoot() + doubt.share * doubt.density
  }

  /// Turns the way by an angle, while the device's own yaw and its compass stay.
  mutating func pointAside(_ a: Double, variance: Double) {
    mean[TieState.yaw] += a
    mean[TieState.chip] -= a
    var error = StateVector()
    error[TieState.yaw] = 1
    error[TieState.chip] = -1
    covariance.add(variance, outer: error)
  }

  /// Turns the way to where the device points.
  mutating func pointAlong(chip variance: Double) {
    mean[TieState.yaw] += mean[TieState.chip]
    covariance.shear(row: TieState.yaw, by: SparseRow(TieState.chip, 1))
    reset(TieState.chip, variance: variance)
  }
}
