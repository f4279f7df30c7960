import Geodesy
import Geometry
public import Samples

// A fix, compared with where the vehicle was when it held. A fix that is not stamped by hardware held `position_latency`
// before it arrived; its velocity is older still by the difference of the two latencies, which is the receiver's smoothing.
extension VehicleFilter {
  public mutating func take(_ fix: Fix) {
    propagate()
    remember()
    let claim = FixClaim(fix, parameters)
    let plane = anchor(at: fix)
    let place = fix.level(in: plane, height: position.y)
    let held =
      fix.time < fix.arrival ? fix.time : fix.arrival - parameters.positionLatency
    let felt = held - (parameters.velocityLatency - parameters.positionLatency)
    let span = fixes.lastTime.map { (fix.arrival - $0).value } ?? 0
    let stated = statedSpeed(fix, place, held)
    defer {
      fixes.note(fix, claim, speed: stated)
      stateAccuracy(0)
    }

    guard let past = history.moment(at: held) ?? (isStarted ? nil : moment()) else {
      diagnostics.fixesTooOld += 1
      return
    }
    guard isStarted else {
      superviseMount(fix, place, past)
      considerStart(fix, claim, place, held: held)
      return
    }
    fusePosition(place, fix, claim, past, after: span)
    if let past = history.moment(at: felt) { fuseVelocity(fix, claim, past) }
    commit()
    guard isPlausible else { return restart() }
    diagnostics.fixesUsed += 1
    superviseMount(fix, place, past)
    relocateIfInsisted(fix, claim, place)
  }

  /// The speed of a fix: its own, or that of the way since the last one.
  private func statedSpeed(_ fix: Fix, _ place: SIMD3<Double>, _ held: BootInstant) -> Double? {
    if let east = fix.velocityEast, let north = fix.velocityNorth { return hypot(east.value, north.value) }
    guard let last = fixes.last, let plane else { return nil }
    let span = (fix.arrival - last.arrival).value
    guard span > 0.2, span < 3 else { return nil }
    let way = place - last.level(in: plane, height: place.y)
    return hypot(way.x, way.z) / span
  }
}

// Position: z = p_then + g + w. The slow error g is a state, so that a hundred fixes count for the few independent ones
// they are; w is what is new in each.
extension VehicleFilter {
  private mutating func fusePosition(
    _ place: SIMD3<Double>, _ fix: Fix, _ claim: FixClaim, _ past: MotionHistory.Moment, after span: Double
  ) {
    let (shrink, rest) = fixes.horizontal.take(claim.horizontal, after: span)
    let (shrinkUp, restUp) = fixes.vertical.take(claim.vertical, after: span)
    for axis in 0..<3 {
      let factor = axis == 1 ? shrinkUp : shrink
      if factor < 1 {
        fixBias[axis] *= factor
        covariance.scale(Index.fixBias + axis, by: factor)
      }
    }
    let white = parameters.fixWhiteShare * parameters.fixWhiteShare
    var surprise = 0.0
    for axis in [0, 2, 1] where axis != 1 || fix.height != nil {
      var row = pastRows(past, axis).position
      row.add(Index.fixBias + axis, 1)
      let sigma = axis == 1 ? claim.vertical : claim.horizontal
      let variance = sigma * sigma * white + (axis == 1 ? restUp : rest)
      let innovation = place[axis] - past.position[axis] - fixBias[axis]
      if axis != 1, innovation.magnitude > parameters.fixTolerance.value {
        surprise = max(surprise, innovation * innovation / (covariance.covariance(row, row) + variance))
      }
      fuse(
        row, innovation: innovation, variance: variance, gate: gate,
        tolerance: parameters.fixTolerance.value)
    }
    note(surprise, after: span)
  }

  /// Fixes that go on surprising are right, and the motion is wrong: after a while they are no longer held back.
  private mutating func note(_ surprise: Double, after span: Double) {
    let isSurprising = surprise > parameters.fixGate * parameters.fixGate
    if isSurprising { diagnostics.fixesSurprising += 1 }
    fixes.surprisingTime = isSurprising ? fixes.surprisingTime + min(span, 2) : 0
    fixes.worst = isSurprising ? surprise : 0
  }

  private var gate: Double? { fixes.surprisingTime > Self.patience ? nil : parameters.fixGate }
  private static let patience = 3.0

  /// g ← g e^(−T/τ), its variance returning to the level's.
  mutating func forgetFixBias(_ span: Double) {
    let kept = exp(-span / parameters.fixBiasTime.value)
    fixBias *= kept
    for axis in 0..<3 {
      let i = Index.fixBias + axis, level = (axis == 1 ? fixes.vertical : fixes.horizontal).value ?? 0
      covariance.scale(i, by: kept)
      covariance.add(level * level * (1 - kept * kept), to: i)
    }
  }

  /// Fixes insist on a place far beyond what the slow error can explain: the filter is elsewhere, not they.
  private mutating func relocateIfInsisted(_ fix: Fix, _ claim: FixClaim, _ place: SIMD3<Double>) {
    guard gate == nil, fixes.worst > 10 * parameters.fixGate * parameters.fixGate else { return }
    fixes.surprisingTime = 0
    diagnostics.relocations += 1
    let step = place - position
    position = place
    history.revise { $0.position += step }
    placeUncertainty(claim, velocity: nil)
  }
}

// Velocity: z = v_then + w.
extension VehicleFilter {
  private mutating func fuseVelocity(_ fix: Fix, _ claim: FixClaim, _ past: MotionHistory.Moment) {
    guard let east = fix.velocityEast, let north = fix.velocityNorth else { return }
    // Faster than the receiver's own smoothing, fixes repeat each other's error.
    let interval = parameters.velocityInterval.value
    let span = fixes.velocityTime.map { (fix.arrival - $0).value } ?? interval
    fixes.velocityTime = fix.arrival
    let variance = claim.velocity * claim.velocity * max(1, interval / max(1e-3, span))
    let stated = SIMD3(east.value, fix.velocityUp?.value ?? 0, -north.value)
    for axis in [0, 2, 1] where axis != 1 || fix.velocityUp != nil {
      fuse(
        pastRows(past, axis).velocity, innovation: stated[axis] - past.velocity[axis],
        variance: axis == 1 ? 2 * variance : variance, gate: gate,
        tolerance: parameters.velocityTolerance.value)
    }
  }
}

extension Fix {
  func level(in plane: TangentPlane, height: Double) -> SIMD3<Double> {
    let stated = self.height ?? plane.origin.height
    var place = plane.level(Geodetic(latitude: latitude, longitude: longitude, height: stated)).components
    if self.height == nil { place.y = height }
    return place
  }
}
