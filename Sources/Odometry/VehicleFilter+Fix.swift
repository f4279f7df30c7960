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
    let place = fix.level(in: plane, height: isStarted ? position.y : 0)
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

extension Fix {
  func level(in plane: TangentPlane, height: Double) -> SIMD3<Double> {
    let stated = self.height ?? plane.origin.height
    var place = plane.level(Geodetic(latitude: latitude, longitude: longitude, height: stated)).components
    if self.height == nil { place.y = height }
    return place
  }
}
