import Geodesy
import Geometry
public import Samples

// A fix, compared with where the vehicle was when it held. Its velocity is older than its position by `velocity_lag`, which is the
// receiver's smoothing.
extension VehicleFilter {
  struct FixReading: Sendable {
    var fix: Fix
    var claim: FixClaim
    /// Whether it may be older than stated.
    var mayBeLate: Bool
    /// In the level frame.
    var place: SIMD3<Double>
    /// The motion when position and velocity held; nil where that is older than the memory.
    var past: MotionHistory.Moment?
    var pastOfVelocity: MotionHistory.Moment?
    /// Since the fix before, in seconds; 0 for the first.
    var interval: Double
  }

  /// East, south and up, as the components of a fix are fused.
  static let axisOrder = [0, 2, 1]

  /// A fix and the moment at which its position held, as far as the caller knows: the receiver's latency is learned on top.
  public mutating func ingest(_ fix: Fix, held stated: BootInstant) {
    propagate()
    remember()
    let isStamped = fix.time != fix.arrival
    let held = isStamped ? stated : stated - latencyError
    considerLatency()
    let claim = FixClaim(fix, parameters)
    let plane = anchor(at: fix)
    let place = fix.level(in: plane, height: isStarted ? position.y : 0)
    let interval = fixes.lastTime.map { (fix.arrival - $0).value } ?? 0
    let speed = statedSpeed(fix, place, held)
    defer {
      fixes.record(fix, claim, speed: speed)
      stateAccuracy(0)
    }
    let reading = FixReading(
      fix: fix, claim: claim, mayBeLate: mayBeLate(claim, isStamped: isStamped), place: place,
      past: history.moment(at: held),
      pastOfVelocity: history.moment(at: held - parameters.velocityLag - velocityLagError), interval: interval)
    fixAtHand = reading
    ingest(.fix, at: time)
    fixAtHand = nil
    let past = reading.past ?? (isStarted ? nil : moment())
    guard let past else { return }
    guard isStarted else {
      superviseMount(fix, place, past)
      considerStart(fix, claim, place, held: held)
      return
    }
    guard isPlausible else { return restart() }
    superviseMount(fix, place, past)
    relocateIfInsisted(fix, claim, place, past)
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
