import Fusion
public import Geometry

// A telephone points along the way, or aside: in a bag, in a pocket, at a thing that its owner walks round. With δ the yaw of the
// way, the device's own is δ + e where it points aside by the angle −e, and δ where e is the chip's: fixes and compass see the same
// in both. A member whose compass shows another direction than the way has both readings, and the bounce of the gait, which shows
// the way against the device, tells them apart. It also shows an angle that no compass contradicts.
extension EarthTie {
  /// 1 σ of the bounce's direction: some 25° in the hand, and one error lasts for four windows; and the share that shows nothing.
  private static let bounce = Angle.degrees(50), bounceWrong = 0.2
  /// A device is put away, and taken out, so often a second.
  private static let putAway = 1e-3
  /// How far the bounce is from the device's direction where it may have been put away; 1 σ of that angle.
  private static let leastAside = Angle.degrees(45), firstAside = Angle.degrees(25)
  /// Wander of the angle of a device that points aside.
  static let asideWalk = Angle.degrees(1)
  /// Time between two windows, and after which the readings of a turned compass are as likely as at first, in s.
  private static let window = 2.5, memory = 60.0

  /// Ingests the way's direction by the bounce, clockwise from the device's.
  public mutating func ingest(aside angle: Angle) {
    guard hasStarted, parameters.pointsAside > 0, motion.kind != .force else { return }
    predict()
    let a = angle.wrapped.radians, noise = square(Self.bounce), none = Self.bounceWrong / (2 * .pi)
    splitAside(a)
    let right = 1 - Self.bounceWrong, along = right * exp(-0.5 * a * a / noise) / (2 * .pi * noise).squareRoot() + none
    let q = pointing.aside
    let other = (share: 1 - q * right, density: ((1 - q) * along + q * none) / (1 - q * right))
    var onFoot = (before: 0.0, after: 0.0), turned = (before: 0.0, after: 0.0, aside: 0.0)
    for i in 0..<bank.count where bank.members[i].label.walks {
      let before = bank.members[i].weight
      if bank.members[i].label.contains(.chipTurned) {
        let off = Angle.radians(-a - bank.members[i].state.mean[Index.chip]).wrapped.radians
        let likelihood = bank.members[i].state.fuse(
          SparseRow(Index.chip, 1), innovation: off, variance: noise, unless: Doubt(share: other.share, density: other.density))
        bank.weigh(i, by: likelihood)
        turned.before += before
        turned.after += before * likelihood
        turned.aside += before * (likelihood - (1 - q) * along)
        bank.wrap(i)
      } else {
        bank.weigh(i, by: along)
      }
      onFoot.before += before
      onFoot.after += bank.members[i].weight
    }
    // It says nothing of a wearer who is carried or rests.
    if onFoot.after > 0 {
      for i in 0..<bank.count where !bank.members[i].label.walks { bank.weigh(i, by: onFoot.after / onFoot.before) }
    }
    if turned.after > 0 { pointing.aside += turned.before * (turned.aside / turned.after - q) }
    pointing.aside += (parameters.pointsAside - pointing.aside) * Self.window / Self.memory
    reduce()
  }

  /// Adds "the device has been put away, and the way leads on" to members where it points along, and its end to the others.
  private mutating func splitAside(_ a: Double) {
    for i in 0..<bank.count where bank.members[i].label.walks && bank.members[i].weight >= Self.worthDoubting {
      let label = bank.members[i].label, isTurned = label.contains(.chipTurned)
      guard isTurned ? pointing.aside > 0.5 && a.magnitude < Self.leastAside.radians : a.magnitude > Self.leastAside.radians
      else { continue }
      let other = isTurned ? label.subtracting(.chipTurned) : label.union(.chipTurned).subtracting(.compassWrong)
      guard let j = bank.split(i, share: Self.putAway * Self.window, label: other) else { return }
      if isTurned {
        bank.members[j].state.pointAlong(chip: square(parameters.chip))
      } else {
        bank.members[j].state.pointAside(a, variance: square(Self.firstAside))
      }
      bank.wrap(j)
    }
  }

  /// Row of the device's own yaw, and its value.
  func deviceYaw(_ i: Int) -> (row: SparseRow, yaw: Double) {
    var row = SparseRow(Index.yaw, 1)
    let yaw = bank.members[i].state.mean[Index.yaw]
    guard bank.members[i].label.contains(.chipTurned), pointing.aside > 0.5 else { return (row, yaw) }
    row.add(Index.chip, 1)
    return (row, yaw + bank.members[i].state.mean[Index.chip])
  }
}

extension Gaussian {
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
