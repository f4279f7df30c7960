public import Fusion
import Geometry
import Samples

// The compass, twice a second: z = D − azimuth of the field without the device's own = δ + c + d + e + w, with c of the spot, d of
// the surroundings, e the device's constant angle. With h the device's own field and M the mean body axes, m = m̄ − M h, so the
// prediction's ∂/∂h = (m_e M_n − m_n M_e)/H².
//
// "The compass is wrong for a while" is an assumption: such a member leaves the window out, and any direction is as likely. A
// magnet is strong, so the strength tells of it.
extension EarthTie {
  /// Field beside the Earth's of a compass that is right, and that is wrong, in µT; and the weight of this evidence.
  private static let rightField = 8.0, wrongField = 40.0, evidence = 0.3
  /// A device's field that is drawn again, in µT.
  private static let newDeviceField = 40.0
  /// Horizontal field below which there is no direction, in µT.
  static let weakest = 1.0

  /// Ingests a window; returns nil if the field is too weak for a direction.
  public mutating func ingest(_ window: CompassReading) -> Fused? {
    let level = hypot(window.field.x, window.field.y)
    guard level > Self.weakest, usesCompass else { return nil }
    predict()
    if !compass.isHeard { openCompass() }
    judgeKnown(window, seen: judgeSpot(window))
    splitCompass(bank.count)
    let (right, wrong) = strengthEvidence(window)
    let heaviest = bank.heaviest, own = parameters.windowNoise.radians + window.spread, noise = own * own
    let doubt = Doubt(share: parameters.windowWrong, density: 1 / (2 * .pi))
    var summary = Fused(), believed = 0.0, explained = 0.0
    for i in 0..<bank.count where !bank.members[i].label.contains(.compassWrong) {
      let innovation = compassInnovation(i, window), row = compassRow(i, window)
      if i == heaviest {
        let seen = bank.members[i].state.covariance.covariance(row, row) + noise
        summary = Fused(Angle.radians(azimuth(i, window)).wrapped.radians, innovation, noise: noise, spread: seen)
      }
      let likelihood = bank.members[i].state.fuse(row, innovation: innovation, variance: noise, unless: doubt)
      believed += bank.members[i].weight
      explained += bank.members[i].weight * likelihood
      bank.weigh(i, by: right * likelihood)
      bank.wrap(i)
    }
    // Before the Earth's field is known, no direction speaks for or against the compass.
    let any = compass.earth == nil && believed > 0 ? wrong * explained / believed : wrong / (2 * .pi)
    for i in 0..<bank.count where bank.members[i].label.contains(.compassWrong) { bank.weigh(i, by: any) }
    hasHeading = true
    reduce()
    return summary
  }

  /// Splits each member into a compass that is right, one whose chip is turned, and one that is wrong for a while, before its first
  /// window.
  private mutating func openCompass() {
    compass.isHeard = true
    let whole: [(share: Double, one: Assumptions)] = [
      (chipWrong + parameters.pointsAside, .chipTurned), (parameters.compassWrongAtStart, .compassWrong),
    ]
    for (share, one) in whole where share > 0 {
      for i in 0..<bank.count {
        guard let j = bank.split(i, share: share, label: bank.members[i].label.union(one)) else { break }
        if one == .chipTurned { bank.members[j].state.reset(Index.chip, variance: square(Self.anyChip)) }
      }
    }
  }
  /// 1 σ of a chip that may be turned by any angle.
  static let anyChip = Angle.degrees(100)

  /// The yaw that a window shows to a member, if nothing is wrong with the compass.
  @inline(__always) private func azimuth(_ i: Int, _ window: CompassReading) -> Double {
    let field = window.field(without: bank.members[i].state.mean.three(at: Index.device))
    return (compass.earth?.declination ?? 0) - atan2(field.x, field.y)
  }

  @inline(__always) func compassInnovation(_ i: Int, _ window: CompassReading) -> Double {
    let mean = bank.members[i].state.mean
    let angles = mean[Index.yaw] + mean[Index.spot] + mean[Index.room] + mean[Index.chip]
    return Angle.radians(azimuth(i, window) - angles).wrapped.radians
  }

  @inline(__always) func compassRow(_ i: Int, _ window: CompassReading) -> SparseRow {
    let field = window.field(without: bank.members[i].state.mean.three(at: Index.device))
    let square = max(1, field.x * field.x + field.y * field.y)
    var row = SparseRow(Index.yaw, 1)
    row.add(Index.spot, 1)
    row.add(Index.room, 1)
    row.add(Index.chip, 1)
    row.add(Index.device, (window.bodyNorth * field.x - window.bodyEast * field.y) / square)
    return row
  }

  /// Updates what the spot's error may be, and returns what is seen of it. Two components of a field beside the Earth's are seen,
  /// the horizontal strength and the vertical part; the third turns the compass. On the way the field of one step says little of
  /// the next one's, and the mean over the way is right; who stands has this one field only, which is as good as it looks.
  private mutating func judgeSpot(_ window: CompassReading) -> Double? {
    let stands = steps.pace <= Self.standingPace
    compass.spotVariance = square(stands ? min(Self.stillSpot, parameters.spot) : parameters.spot)
    guard let earth = compass.earth else { return nil }
    let field = window.field(without: bank.members[bank.heaviest].state.mean.three(at: Index.device))
    let across = hypot(field.x, field.y) - earth.horizontal, up = field.z - earth.up
    let seen = 0.5 * (across * across + up * up) / (earth.horizontal * earth.horizontal)
    compass.ingest(stands ? SIMD2(hypot(field.x, field.y), field.z) : nil)
    if stands { compass.spotVariance = max(compass.spotVariance, min(seen, Self.anyDirection)) }
    return seen
  }
  /// Error by the spot and by the surroundings of who stands: together with the chip what compasses of three telephones are worth
  /// indoors where the field looks like the Earth's. Who walks has the way, which can contradict a compass only if that is wide.
  static let stillSpot = Angle.degrees(6), stillRoom = Angle.degrees(5)
  /// Variance of a direction that may be any.
  private static let anyDirection = Double.pi * .pi / 3

  private mutating func splitCompass(_ count: Int) {
    for i in 0..<count where parameters.deviceChanges > 0 && bank.members[i].weight >= Self.worthDoubting {
      let label = bank.members[i].label.symmetricDifference(.newDeviceField)
      guard let j = bank.split(i, share: parameters.deviceChanges * parameters.window.value, label: label) else {
        continue
      }
      let sigma = label.contains(.newDeviceField) ? Self.newDeviceField : parameters.device.value
      for axis in 0..<3 { bank.members[j].state.reset(Index.device + axis, variance: sigma * sigma) }
    }
    guard parameters.compassTurnsWrong > 0 else { return }
    for i in 0..<bank.count {
      let label = bank.members[i].label, isWrong = label.contains(.compassWrong)
      guard isWrong || bank.members[i].weight >= Self.worthDoubting else { continue }
      _ = bank.split(
        i, share: (isWrong ? parameters.compassRecovers : parameters.compassTurnsWrong) * parameters.window.value,
        label: label.symmetricDifference(.compassWrong))
    }
  }

  /// Likelihoods of the field's strength with a compass that is right, and that is wrong. Before the Earth's field is known, the
  /// field that was felt so far stands for it; it tells of changes only. A tilt that is not known moves both parts of the field.
  private mutating func strengthEvidence(_ window: CompassReading) -> (right: Double, wrong: Double) {
    guard parameters.compassTurnsWrong > 0 else { return (1, 1) }
    let level = hypot(window.field.x, window.field.y), now = SIMD2(level, window.field.z)
    let tilted = window.spread * level, right = Self.rightField * Self.rightField + tilted * tilted
    let wrong = Self.wrongField * Self.wrongField + tilted * tilted
    let usual = compass.earth.map { SIMD2($0.horizontal, $0.up) } ?? compass.felt ?? now
    if compass.earth == nil {
      compass.felt = usual + Self.follow * Self.rightField * Self.rightField / right * (now - usual)
    }
    let off = ((now - usual) * (now - usual)).sum()
    func likelihood(_ variance: Double) -> Double { exp(-0.5 * Self.evidence * off / variance) }
    let share = compass.earth == nil ? 1 : pow(right / wrong, Self.evidence)
    return (likelihood(right), likelihood(wrong) * share)
  }
  /// Share by which the felt field follows a window.
  private static let follow = 0.02
}
