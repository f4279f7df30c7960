public import Geometry

// A compass that has agreed with its wearer's ways in an earlier session need not prove itself again: the chip's angle against the
// device is known. It may show a heading by itself where the device has been turned, its own field was as learned, and the field
// beside it is the Earth's. A way that contradicts it ends that.
extension EarthTie {
  /// Probability that a known chip is turned nevertheless: the device was taken apart.
  private static let knownWrong = 0.02
  /// Turn from which on the device's own field shows; and what may be seen beside the Earth's field, as a direction: up to it a
  /// compass indoors is less off than is seen (three telephones in a laboratory).
  private static let leastTurn = Angle.degrees(90), mostSeen = Angle.degrees(15)
  /// Weight of a window in the mean of what is seen.
  private static let seenShare = 0.1
  /// Most change of the field with the device's attitude, in µT: a chip that is turned by 40° shows 4 to 28 as its wearer turns and
  /// nods, one that is right .3 to 2.
  private static let mostScatter = 3.0

  var chipWrong: Double { compass.isKnown ? min(parameters.chipWrong, Self.knownWrong) : parameters.chipWrong }

  /// Sets the chip's angle of an earlier session, and the way on which it rests; before the first window.
  public mutating func set(chip: Angle, sigma: Angle, walked: Length) {
    guard walked >= Self.leastWay, parameters.chipWrong > 0 else { return }
    compass.isKnown = true
    compass.walked = walked.value
    bank.revise { $0.reset(Index.chip, to: chip.radians, variance: square(sigma)) }
    pointing.aside = pointsAsideIfTurned
  }
  /// Way that shows whether a chip is turned; and how much wider than a chip that is not the angle may be, so that no hypothesis of
  /// another one is left.
  static let leastWay = Length(10), widest = 1.2

  /// The chip's angle, if a way has shown it: over all hypotheses but those of a device that points aside.
  public var compassBelief: (chip: Angle, sigma: Angle, walked: Length)? {
    guard parameters.chip > .zero, parameters.chipWrong > 0, compass.walked >= Self.leastWay.value else { return nil }
    let top = bank.members[bank.heaviest].state.mean[Index.chip]
    var whole = 0.0, off = 0.0, squares = 0.0
    for i in 0..<bank.count {
      let weight = weightOfChip(i)
      let far = Angle.radians(bank.members[i].state.mean[Index.chip] - top).wrapped.radians
      whole += weight
      off += weight * far
      squares += weight * (far * far + bank.members[i].state.variance(Index.chip))
    }
    guard whole > 0.5 else { return nil }
    let mean = off / whole, sigma = max(0, squares / whole - mean * mean).squareRoot()
    guard sigma <= Self.widest * parameters.chip.radians else { return nil }
    return (Angle.radians(top + mean).wrapped, .radians(sigma), Length(compass.walked))
  }

  /// Weight of a member, without the share of it in which the device points aside and the angle is not the chip's.
  private func weightOfChip(_ i: Int) -> Double {
    bank.members[i].weight * (hasTwoReadings(i) ? 1 - pointing.aside : 1)
  }

  /// Whether the compass alone may show the heading.
  @inline(__always) public var isCompassProven: Bool {
    compass.isKnown && hasTurned && !doubts.counts(.compass) && isDeviceFieldAsLearned
      && compass.scatter <= Self.mostScatter * Self.mostScatter
      && compass.seen.map { $0 <= square(Self.mostSeen) } ?? false
  }
  /// Whether a known compass may show the heading as soon as the device has been turned.
  @inline(__always) public var awaitsTurn: Bool { compass.isKnown && !hasTurned }
  @inline(__always) private var hasTurned: Bool { compass.turn.most - compass.turn.least >= Self.leastTurn.radians }

  /// Whether what this session shows of the device's own field is within 2 σ of what was learned.
  private var isDeviceFieldAsLearned: Bool {
    guard let learned = compass.device else { return true }
    let top = bank.heaviest, now = deviceField
    return (0..<3).allSatisfy {
      let off = now[$0] - learned.field[$0]
      return off * off <= 4 * max(0, learned.variance[$0] - bank.members[top].state.variance(Index.device + $0))
    }
  }

  /// Records what a window shows of a known compass.
  mutating func judgeKnown(_ window: CompassReading, seen: Double?) {
    compass.turn(window.bodyEast, window.bodyNorth)
    if let seen { compass.seen = compass.seen.map { $0 + Self.seenShare * (seen - $0) } ?? seen }
    guard compass.isKnown else { return }
    var turned = 0.0
    for i in 0..<bank.count where bank.members[i].label.contains(.chipTurned) {
      turned += weightOfChip(i)
    }
    if turned > 0.5 { compass.isKnown = false }
  }
}
