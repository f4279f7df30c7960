public import Fusion
public import Geometry
import Odometry
public import Samples

/// Reasons for which gyroscope samples were refused, changed or reported.
public enum InertialIncident: UInt8, CountedReason {
  /// Not finite, or faster than any possible turn.
  case notFinite
  case timeBackwards, spike, saturated, stuck, bridgedGap, restart

  public var text: String {
    switch self {
    case .notFinite: "not finite"
    case .timeBackwards: "back in time"
    case .spike: "spikes held back"
    case .saturated: "saturated"
    case .stuck: "axis stuck"
    case .bridgedGap: "gaps bridged"
    case .restart: "gaps too long, new scene"
    }
  }
}

/// The pipeline's entry for gyroscope samples: refuses invalid samples, bridges gaps up to `guard.longest_gap`, and reports when
/// the sensor is unreliable. A longer gap begins a new scene.
struct InertialGuard: Sendable {
  enum Outcome {
    case refused
    /// The rate to use, and the interval that it covers.
    case step(AngularVelocity<Body>, TimeSpan)
    /// The gap is too long to be bridged: a new scene begins.
    case restart
  }

  /// Time for which a trouble is reported after its end: long enough for a client that reads once a second.
  private static let reportTime = TimeSpan(1)

  private let limits: GuardParameters
  private let turns: BodyTurns
  private(set) var counters = Tally<InertialIncident>()
  private(set) var state = TrackingState.normal
  /// Of the last sample that was used, and of the last one.
  private var lastTime: BootInstant?
  private var lastSeen = BootInstant(nanoseconds: 0)
  private var lastRate = SIMD3<Double>.zero
  private var clipping = ClippedSensor.gyroscope
  /// The turn that the last rate has not shown.
  private(set) var missing = MissingMotion.Missing()
  /// Variance of an unseen turn, along the body's axes.
  private(set) var unseen = SIMD3<Double>.zero
  /// Whether the last sample has ended a gap, across which no rate was measured.
  private(set) var hasBridged = false
  /// A jump that may be a spike, held until the next sample confirms or refutes it.
  private var held: SIMD3<Double>?
  private var heldInterval = 0.0
  /// Times until which each trouble is reported.
  private var saturatedUntil = BootInstant(nanoseconds: .min), lostUntil = BootInstant(nanoseconds: .min)
  private var stuck = StuckAxes()

  init(_ limits: GuardParameters, _ turns: BodyTurns) { (self.limits, self.turns) = (limits, turns) }

  /// Counts an invalid sample (`Sample.refusal`).
  mutating func refuse() { counters.record(.notFinite) }

  /// Ingests a field, which shows turns that a frozen gyroscope does not.
  mutating func ingest(_ field: MagneticField<Body>) { stuck.ingest(field: field.components) }

  /// Ingests a sample with valid numbers.
  mutating func ingest(_ sample: GyroscopeSample, force: SIMD3<Double> = .zero) -> Outcome {
    guard let last = lastTime else {
      restart(at: sample)
      return .step(sample.rate, .zero)
    }
    let interval = sample.time - last
    guard interval > .zero else {
      counters.record(.timeBackwards)
      return .refused
    }
    if interval > limits.longestGap {
      counters.record(.restart)
      restart(at: sample)
      lostUntil = sample.time + Self.reportTime
      return .restart
    }
    let before = lastRate
    var rate = unspiked(sample.rate.components, interval.value)
    clipping.ingest(sample.rate.components, over: interval.value, range: limits.range.value)
    missing = clipping.missing
    // A digit that stands on both sides of a gap is no axis that stands.
    let since = sample.time - lastSeen, isWatched = !clipping.isClipped && since <= limits.quietGap
    let stuckTurn =
      isWatched
      ? stuck.ingest(&rate, raw: sample.rate.components, force: force, over: since.value, turns) : nil
    if !isWatched { stuck.restart(at: sample.rate.components) }
    lastSeen = sample.time
    unseen = .zero
    // The last sample again and again is no sample: what it leaves out is a gap.
    guard !stuck.isAll else {
      counters.record(.stuck)
      lastRate = before
      state.insert(.noGyroscope)
      return .refused
    }
    lastTime = sample.time
    hasBridged = interval > limits.quietGap
    if hasBridged {
      counters.record(.bridgedGap)
      lostUntil = sample.time + Self.reportTime
      if !turns.lasts {
        rate = turns.turn(from: before, to: rate, over: interval.value) / interval.value
        unseen = SIMD3(repeating: turns.variance(over: interval.value))
      }
      stuck.restart(at: sample.rate.components)
    } else if let stuckTurn {
      missing += .init(amount: stuckTurn.amount, variance: .zero)
      unseen = stuckTurn.variance
      if stuck.hasBegun { counters.record(.stuck) }
    }
    watch(sample)
    return .step(AngularVelocity(rate), interval)
  }

  private mutating func restart(at sample: GyroscopeSample) {
    lastTime = sample.time
    lastSeen = sample.time
    lastRate = sample.rate.components
    held = nil
    clipping.missing = .init()
    (missing, unseen, hasBridged) = (.init(), .zero, false)
    stuck.restart(at: sample.rate.components)
  }

  /// Holds back one sample that jumps away from the one before; if the next one agrees with it, it was motion, and the missing
  /// turn is added.
  private mutating func unspiked(_ rate: SIMD3<Double>, _ interval: Double) -> SIMD3<Double> {
    let limit = limits.spike.value
    func far(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool { dot(a - b, a - b) > limit * limit }
    if let jump = held {
      held = nil
      if !far(rate, jump) {
        let owed = (jump - lastRate) * heldInterval
        lastRate = rate
        return rate + owed / interval
      }
      counters.record(.spike)
    } else if far(rate, lastRate) && interval < 0.05 {
      held = rate
      heldInterval = interval
      return lastRate
    }
    lastRate = rate
    return rate
  }

  private mutating func watch(_ sample: GyroscopeSample) {
    if clipping.isClipped {
      counters.record(.saturated)
      saturatedUntil = sample.time + Self.reportTime
    }
    state = .normal
    if sample.time < saturatedUntil { state.insert(.saturated) }
    if sample.time < lostUntil { state.insert(.odometryLost) }
    if stuck.isAny { state.insert(.noGyroscope) }
  }
}

extension Profile {
  var turns: BodyTurns {
    switch self {
    case .head, .torso, .hand, .free, .foot: .body
    case .vehicle: .vehicle
    }
  }
}

/// Limits beyond which an inertial sensor is reported as unreliable.
public struct GuardParameters: Sendable {
  public init() {}
  public var quietGap = TimeSpan(0.1)
  public var longestGap = TimeSpan(2)
  public var spike = AngularRate(12)
  public var range = AngularRate(34.8)

  public static let table = ParameterTable<GuardParameters>([
    .init(
      "guard.quiet_gap", \.quietGap, in: 0.01...10,
      "longest gap between gyroscope samples that is bridged without a report"),
    .init(
      "guard.longest_gap", \.longestGap, in: 0.1...60, "longest gap that is bridged at all; then a new scene begins"),
    .init("guard.spike", \.spike, in: 1...1000, "change between two samples that must be confirmed by a third"),
    .init(
      "guard.range", \.range, in: 1...1000, "rate at which the gyroscope is at its limit; set it to the sensor's range"),
  ])
}
