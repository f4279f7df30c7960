import Fusion
import Geodesy
import Geometry
public import Samples

// A fix, compared with the vehicle's motion at the time of the fix. Its velocity is older than its position by `velocity_lag`,
// because the receiver smooths it.
extension VehicleFilter {
  struct FixReading: Sendable {
    var fix: Fix
    var claim: FixClaim
    /// Whether the fix may be older than stated.
    var mayBeLate: Bool
    /// Place in the level frame.
    var place: SIMD3<Double>
    /// Motion at the time of the position and at that of the velocity; nil if older than the history.
    var past: MotionHistory.Moment?
    var pastOfVelocity: MotionHistory.Moment?
    /// Time since the fix before, in seconds; 0 for the first.
    var interval: Double
    /// Variance that is white although the accuracies state it: level, and upward. Set by `preparePosition`.
    var rest = 0.0
    var restUp = 0.0
    /// Gate of the position, as it was before this fix was judged.
    var gate = Gate.open
    /// Time since the velocity before. Set by `prepareVelocity`.
    var velocitySpan = 0.0
  }

  /// East, south and up, in the order of fusion.
  static let axisOrder = [0, 2, 1]

  /// Ingests a fix with the moment of its position, as far as the caller can tell; the filter adds the learned latency.
  public mutating func ingest(_ fix: Fix, held stated: BootInstant) {
    propagate()
    recordMoment()
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
    relocateIfPersistent(fix, claim, place, past)
  }

  /// Returns the speed of a fix: its own, or that of the path since the last one.
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
