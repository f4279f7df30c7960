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
  /// Time after which an axis that repeats itself is stuck, and the rate from which on the others move.
  private static let stuckTime = TimeSpan(0.5), movingRate = AngularRate(0.1)

  private let limits: GuardParameters
  private(set) var counters = Tally<InertialIncident>()
  private(set) var state = TrackingState.normal
  private var lastTime: BootInstant?
  private var lastRate = SIMD3<Double>.zero
  private var clipping = ClippedSensor.gyroscope
  /// The turn that the last rate has not shown, at the end of its range.
  var missing: MissingMotion.Missing { clipping.missing }
  /// A jump that may be a spike, held until the next sample confirms or refutes it.
  private var held: SIMD3<Double>?
  private var heldInterval = 0.0
  /// Times until which each trouble is reported.
  private var saturatedUntil = BootInstant(nanoseconds: .min), lostUntil = BootInstant(nanoseconds: .min)
  /// Time for which each axis has repeated its value while another changed.
  private var stuckTime = SIMD3<Double>.zero

  init(_ limits: GuardParameters) { self.limits = limits }

  /// Counts an invalid sample (`Sample.refusal`).
  mutating func refuse() { counters.record(.notFinite) }

  /// Ingests a sample with valid numbers.
  mutating func ingest(_ sample: GyroscopeSample) -> Outcome {
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
    if interval > limits.quietGap {
      counters.record(.bridgedGap)
      lostUntil = sample.time + Self.reportTime
    }
    lastTime = sample.time
    let rate = unspiked(sample.rate.components, interval.value)
    clipping.ingest(sample.rate.components, over: interval.value, range: limits.range.value)
    watch(sample, interval.value)
    return .step(AngularVelocity(rate), interval)
  }

  private mutating func restart(at sample: GyroscopeSample) {
    lastTime = sample.time
    lastRate = sample.rate.components
    held = nil
    clipping.missing = .init()
    stuckTime = .zero
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

  private mutating func watch(_ sample: GyroscopeSample, _ interval: Double) {
    let rate = sample.rate.components
    if clipping.isClipped {
      counters.record(.saturated)
      saturatedUntil = sample.time + Self.reportTime
    }
    watchAxes(rate, interval)
    state = .normal
    if sample.time < saturatedUntil { state.insert(.saturated) }
    if sample.time < lostUntil { state.insert(.odometryLost) }
    if stuckTime.max() > Self.stuckTime.value { state.insert(.noGyroscope) }
  }

  private var lastRaw = SIMD3<Double>.zero

  /// Updates the time for which axes are stuck: an axis is stuck when it repeats its value exactly while the others move by more
  /// than noise.
  private mutating func watchAxes(_ rate: SIMD3<Double>, _ interval: Double) {
    let moved = rate - lastRaw
    lastRaw = rate
    // Nearly always.
    if all(moved .!= .zero), stuckTime == .zero { return }
    let isMoving = dot(moved, moved) > 0 && dot(rate, rate) > Self.movingRate.value * Self.movingRate.value
    for axis in 0..<3 {
      if moved[axis] != 0 {
        stuckTime[axis] = 0
      } else if isMoving {
        let before = stuckTime[axis]
        stuckTime[axis] += interval
        if before <= Self.stuckTime.value && stuckTime[axis] > Self.stuckTime.value { counters.record(.stuck) }
      }
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
