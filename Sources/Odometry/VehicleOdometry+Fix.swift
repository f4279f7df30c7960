import Fusion
import Geodesy
import Geometry
public import Samples

// A fix, compared with the vehicle's motion at the time of the fix. Its velocity is older than its position by `velocity_lag`,
// because the receiver smooths it.
extension VehicleOdometry {
  struct ComparedFix: Sendable {
    var fix: FixReading
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

  /// Ingests a fix. The filter adds the learned latency to its moment.
  public mutating func ingest(_ fix: FixReading) {
    propagate()
    recordMoment()
    let isStamped = fix.timing == .stamped
    let held = isStamped ? fix.held : fix.held - latencyError
    considerLatency()
    let claim = FixClaim(fix)
    let plane = anchor(at: fix)
    let place = fix.level(in: plane, height: isStarted ? position.y : 0)
    let interval = fixes.lastTime.map { (fix.arrival - $0).value } ?? 0
    let speed = statedSpeed(fix, place)
    defer {
      fixes.record(fix, claim, speed: speed)
      stateAccuracy(0)
    }
    let compared = ComparedFix(
      fix: fix, claim: claim, mayBeLate: mayBeLate(fix), place: place,
      past: history.moment(at: held),
      pastOfVelocity: history.moment(at: held - parameters.velocityLag - velocityLagError), interval: interval)
    fixAtHand = compared
    ingest(.fix, at: time)
    fixAtHand = nil
    let past = compared.past ?? (isStarted ? nil : moment())
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
  private func statedSpeed(_ fix: FixReading, _ place: SIMD3<Double>) -> Double? {
    if let velocity = fix.velocity { return hypot(velocity.level.x, velocity.level.y) }
    guard let last = fixes.last, let plane else { return nil }
    let span = (fix.arrival - last.arrival).value
    guard span > 0.2, span < 3 else { return nil }
    let way = place - last.level(in: plane, height: place.y)
    return hypot(way.x, way.z) / span
  }
}

extension FixReading {
  func level(in plane: TangentPlane, height: Double) -> SIMD3<Double> {
    var place = self.place
    if self.height == nil { place.height = plane.origin.height }
    var level = plane.level(place).components
    if self.height == nil { level.y = height }
    return level
  }
}
