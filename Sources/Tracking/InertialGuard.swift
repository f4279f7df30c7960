public import Fusion
public import Geometry
public import Samples

/// What became of gyroscope samples that were not used as they came.
public enum InertialIncident: UInt8, CountedReason {
  /// Not finite, or faster than anything turns.
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

/// The door of the pipeline for gyroscope samples: refuses what is no measurement, bridges what is missing, and says when
/// the device could not be believed (features.md §1, *Continuity*).
struct InertialGuard: Sendable {
  enum Outcome {
    case refused
    /// The rate to use, and how long it held.
    case step(AngularVelocity<Body>, TimeSpan)
    /// Too long a gap to be bridged: a new scene begins.
    case restart
  }

  private let limits: GuardParameters
  private(set) var counters = Tally<InertialIncident>()
  private(set) var state = TrackingState.normal
  private var lastTime: BootInstant?
  private var lastRate = SIMD3<Double>.zero
  /// A jump that was taken for a spike, waiting for the next sample to confirm it.
  private var held: SIMD3<Double>?
  private var heldInterval = 0.0
  /// When each trouble was last seen.
  private var saturatedUntil = BootInstant(nanoseconds: .min), lostUntil = BootInstant(nanoseconds: .min)
  /// For how long each axis has repeated itself while another did not.
  private var stuckTime = SIMD3<Double>.zero

  init(_ limits: GuardParameters) { self.limits = limits }

  /// Counts a sample that is no measurement (`Sample.refusal`).
  mutating func refuse() { counters.record(.notFinite) }

  /// A sample whose numbers are sound.
  mutating func ingest(_ sample: GyroscopeSample) -> Outcome {
    guard let last = lastTime else {
      begin(sample)
      return .step(sample.rate, .zero)
    }
    let interval = sample.time - last
    guard interval > .zero else {
      counters.record(.timeBackwards)
      return .refused
    }
    if interval > limits.longestGap {
      counters.record(.restart)
      begin(sample)
      lostUntil = sample.time + limits.reportTime
      return .restart
    }
    if interval > limits.quietGap {
      counters.record(.bridgedGap)
      lostUntil = sample.time + limits.reportTime
    }
    lastTime = sample.time
    let rate = unspiked(sample.rate.components, interval.value)
    watch(sample, interval.value)
    return .step(AngularVelocity(rate), interval)
  }

  private mutating func begin(_ sample: GyroscopeSample) {
    lastTime = sample.time
    lastRate = sample.rate.components
    held = nil
    stuckTime = .zero
  }

  /// One sample that jumps away from its neighbour is held back; if the next one stands by it, it was motion, and the turn
  /// that was withheld is made up for.
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

  private mutating func watch(_ sample: GyroscopeSample, _ interval: Double) {
    let rate = sample.rate.components
    let range = limits.range.value
    if rate.x.magnitude >= range || rate.y.magnitude >= range || rate.z.magnitude >= range {
      counters.record(.saturated)
      saturatedUntil = sample.time + limits.reportTime
    }
    watchAxes(rate, interval)
    state = .normal
    if sample.time < saturatedUntil { state.insert(.saturated) }
    if sample.time < lostUntil { state.insert(.odometryLost) }
    if stuckTime.max() > limits.stuckTime.value { state.insert(.noGyroscope) }
  }

  private var lastRaw = SIMD3<Double>.zero

  /// An axis is stuck when it repeats itself exactly while the others move by more than noise.
  private mutating func watchAxes(_ rate: SIMD3<Double>, _ interval: Double) {
    let moved = rate - lastRaw
    lastRaw = rate
    let isMoving = dot(moved, moved) > 0 && dot(rate, rate) > limits.stuckRate.value * limits.stuckRate.value
    for axis in 0..<3 {
      if moved[axis] != 0 {
        stuckTime[axis] = 0
      } else if isMoving {
        let before = stuckTime[axis]
        stuckTime[axis] += interval
        if before <= limits.stuckTime.value && stuckTime[axis] > limits.stuckTime.value { counters.record(.stuck) }
      }
    }
  }
}

/// When an inertial sensor is no longer believed.
public struct GuardParameters: Sendable {
  public init() {}
  public var quietGap = TimeSpan(0.1)
  public var longestGap = TimeSpan(2)
  public var spike = AngularRate(12)
  public var range = AngularRate(34.8)
  public var stuckTime = TimeSpan(0.5)
  public var stuckRate = AngularRate(0.1)
  public var reportTime = TimeSpan(1)

  public static let table = ParameterTable<GuardParameters>([
    .init("guard.quiet_gap", \.quietGap, in: 0.01...10, "longest gap between gyroscope samples bridged without a word"),
    .init(
      "guard.longest_gap", \.longestGap, in: 0.1...60, "longest gap that is bridged at all; then a new scene begins"),
    .init("guard.spike", \.spike, in: 1...1000, "change between two samples that must be confirmed by a third"),
    .init(
      "guard.range", \.range, in: 1...1000, "rate at which the gyroscope is at its limit; set it to the sensor's range"),
    .init("guard.stuck_time", \.stuckTime, in: 0.05...60, "how long an axis may repeat itself while others move"),
    .init("guard.stuck_rate", \.stuckRate, in: 0...10, "rate from which on others count as moving"),
    .init("guard.report_time", \.reportTime, in: 0...60, "how long a trouble is reported after it ended"),
  ]).explained(by: effects)
}
