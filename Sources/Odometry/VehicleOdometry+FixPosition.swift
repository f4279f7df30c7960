import Fusion
import Geodesy
import Geometry
import Samples

// Position: z = p(t − τ) + g + w. The slow error g (`fixBias`) is a state, so that a hundred fixes count only as the few
// independent ones that they are; w is the part that is new in each. The age of the fix is wrong by τ (`latencyError`), ∂z/∂τ =
// −v: where the vehicle turns or changes its speed, v changes within seconds and g does not, which separates the two (Skog and
// Händel, IEEE Transactions on Instrumentation and Measurement 60, 2011; Li and Mourikis, International Journal of Robotics
// Research 33, 2014).
extension AidingSource<VehicleOdometry> {
  static let fixPosition = AidingSource(
    AidDescription("fix", unit: "m", axes: ["east", "south", "up"], patience: TimeSpan(10)),
    prepare: { filter, event in
      guard case .fix = event, let reading = filter.fixAtHand else { return }
      filter.preparePosition(reading)
    },
    propose: { filter, event, measurement in
      guard case .fix = event, let reading = filter.fixAtHand else { return .nothing }
      return filter.proposePosition(reading, &measurement)
    })
}

extension VehicleOdometry {
  /// Time until a much worse stated accuracy counts as that of the slow error.
  static let fixBiasRise = TimeSpan(5)
  /// Distance by which the motion may be wrong: fixes that are nearer are not suspected.
  private static let fixTolerance = Length(5)
  /// Time of similar surprises after which the fixes are right and the motion is wrong.
  private static let fixPatience = TimeSpan(3)

  /// Updates the level of the slow error, and how long fixes have been surprising.
  fileprivate mutating func preparePosition(_ reading: ComparedFix) {
    guard isStarted, let past = reading.past, dot(reading.place, reading.place).isFinite else { return }
    let claim = reading.claim, interval = TimeSpan(reading.interval)
    let (shrink, rest) = fixes.horizontal.ingest(claim.horizontal, after: interval, rise: Self.fixBiasRise)
    let (shrinkUp, restUp) = fixes.vertical.ingest(claim.vertical, after: interval, rise: Self.fixBiasRise)
    for axis in 0..<3 {
      let factor = axis == 1 ? shrinkUp : shrink
      if factor < 1 {
        fixBias[axis] *= factor
        covariance.scale(Index.fixBias + axis, by: factor)
      }
    }
    let tolerance = Self.fixTolerance.value
    var judged = reading
    judged.rest = rest
    judged.restUp = restUp
    judged.gate = gate(tolerance: tolerance)
    fixAtHand = judged
    var surprise = 0.0
    let off = reading.place - past.position - fixBias
    for axis in stride(from: 0, through: 2, by: 2) where off[axis].magnitude > tolerance {
      let own = covariance.covariance(positionRow(reading, past, axis), positionRow(reading, past, axis))
      surprise = max(surprise, off[axis] * off[axis] / (own + positionVariance(reading, axis, rest: rest)))
    }
    judge(surprise, SIMD2(off.x, off.z), claim, after: reading.interval)
  }

  private func positionRow(_ reading: ComparedFix, _ past: MotionHistory.Moment, _ axis: Int) -> SparseRow {
    var row = pastRows(past, axis).position
    row.add(Index.fixBias + axis, 1)
    if reading.mayBeLate { row.add(Index.latency, -past.velocity[axis]) }
    return row
  }

  private func positionVariance(_ reading: ComparedFix, _ axis: Int, rest: Double) -> Double {
    let sigma = axis == 1 ? reading.claim.vertical : reading.claim.horizontal
    return sigma * sigma * (parameters.fixWhiteShare * parameters.fixWhiteShare) + rest
  }

  fileprivate mutating func proposePosition(_ reading: ComparedFix, _ measurement: inout Measurement) -> Proposal {
    guard isStarted else { return .wait(.notStarted) }
    guard let past = reading.past else { return .refuse(.tooOld) }
    guard dot(reading.place, reading.place).isFinite else { return .refuse(.notFinite) }
    measurement.gate = reading.gate
    let off = reading.place - past.position - fixBias
    // Up comes last: a two-dimensional fix has none.
    for axis in Self.axisOrder where axis != 1 || reading.fix.height != nil {
      measurement.add(
        positionRow(reading, past, axis), observation: reading.place[axis], innovation: off[axis],
        variance: positionVariance(reading, axis, rest: axis == 1 ? reading.restUp : reading.rest))
    }
    return .fuse
  }

  /// Updates how long fixes have been surprising. If they persist, they are right and the motion is wrong: after `fixPatience`
  /// the gate opens. If the offset differs each time, the fixes are wrong, and the time restarts.
  private mutating func judge(_ surprise: Double, _ off: SIMD2<Double>, _ claim: FixClaim, after span: Double) {
    let isSurprising = surprise > parameters.fixGate * parameters.fixGate
    let change = off - (fixes.lastSurprise ?? off), size = (off * off).sum().squareRoot()
    let isConsistent = (change * change).sum().squareRoot() < 0.5 * size + 10 * claim.horizontal
    fixes.lastSurprise = isSurprising ? off : nil
    fixes.surprisingTime = isSurprising && isConsistent ? fixes.surprisingTime + min(span, 2) : 0
    fixes.worst = isSurprising ? surprise : 0
  }

  /// Returns the gate for fixes: open once they have been surprising for `fixPatience`.
  func gate(tolerance: Double) -> Gate {
    fixes.surprisingTime > Self.fixPatience.value
      ? .open : .inflate(beyond: parameters.fixGate, tolerance: tolerance)
  }

  /// Propagates the slow error: g ← g e^(−T/τ), its variance returning to the level's.
  mutating func decayFixBias(_ span: Double) {
    let kept = exp(-span / parameters.fixBiasTime.value)
    fixBias *= kept
    for axis in 0..<3 {
      let i = Index.fixBias + axis, level = (axis == 1 ? fixes.vertical : fixes.horizontal).value ?? 0
      covariance.scale(i, by: kept)
      covariance.add(level * level * (1 - kept * kept), to: i)
    }
  }

  /// Moves the filter to the fixes if they persist at a place farther away than the slow error can explain.
  mutating func relocateIfPersistent(
    _ fix: FixReading, _ claim: FixClaim, _ place: SIMD3<Double>, _ past: MotionHistory.Moment
  ) {
    guard fixes.surprisingTime > Self.fixPatience.value,
      fixes.worst > 10 * parameters.fixGate * parameters.fixGate
    else {
      return
    }
    fixes.surprisingTime = 0
    incidents.record(.relocation)
    let step = place - past.position
    position += step
    history.revise { $0.position += step }
    placeUncertainty(fix, claim, velocity: nil)
  }
}
