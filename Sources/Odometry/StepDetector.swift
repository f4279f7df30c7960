public import Geometry

/// Steps from the vertical specific force: peaks of its band of 0.7–3 Hz that stand out and come in runs ("docs/odometry.md",
/// steps). Causal, for any rate from 25 Hz on.
///
/// A peak counts when it exceeded the threshold and the signal has fallen off it and below zero since, not too soon after
/// the last, and not while the device is waved about. A run counts from its second step (`gait.run`); then the first comes
/// with it.
///
/// Waving turns much and lifts little, a vigorous step lifts much: the turning that is still a step's grows with its peak.
///
/// Who walks steps evenly; who shuffles, fidgets or looks about does not. `evenRun` counts the steps whose time is near that of
/// the one before.
public struct StepDetector: Sendable {
  /// Steps just found.
  public struct Event: Equatable, Sendable {
    /// One, or all of a run's beginning.
    public var count: Int
    /// The time each took.
    public var interval: TimeSpan
    /// The last peak.
    public var strength = AccelerationSize(0)
  }

  private let parameters: GaitParameters
  private var high: SecondOrderFilter
  private var low: SecondOrderFilter
  /// ‖ω‖ low-passed.
  private var turning = 0.0
  private var peak = 0.0
  /// Since the peak being looked at, and since the last one taken.
  private var sincePeak = 0.0
  private var sinceStep = 1e3
  /// Steps in this run, and the time from its first to its last.
  private var run = 0
  private var runTime = 0.0
  /// Steps in a row at the cadence of walking, each about as long as the one before.
  public private(set) var evenRun = 0
  private var lastApart = 0.0
  /// Since the gait was even last.
  public private(set) var timeSinceEven = TimeSpan(1e3)
  /// Of the last steps, low-passed.
  public private(set) var meanInterval = TimeSpan(0.55)

  public init(_ parameters: GaitParameters) {
    self.parameters = parameters
    high = SecondOrderFilter(.high, corner: parameters.bandLow.value)
    low = SecondOrderFilter(.low, corner: parameters.bandHigh.value)
  }

  /// Whether a run is on.
  public var isWalking: Bool {
    run >= Int(parameters.runLength) && sinceStep <= parameters.longestInterval.value
  }
  /// Whether the last steps were those of somebody who walks.
  public var isEven: Bool { Double(evenRun) >= parameters.evenRun }
  /// Whether who carries the device walks by now, and may not rest: steps are found, and not long ago their gait was even.
  public var isCarriedOn: Bool {
    timeSinceStep < parameters.pause && timeSinceEven < parameters.evenMemory
  }
  /// Since the last step was found.
  public var timeSinceStep: TimeSpan { TimeSpan(sinceStep) }

  /// The upward part of the specific force, gravity taken off, over the interval just past.
  public mutating func advance(
    up: Quantity<MetrePerSecondSquared>, rate: AngularVelocity<Body>, over step: TimeSpan
  ) -> Event? {
    let interval = step.value
    guard interval > 0 else { return nil }
    let share = 1 - exp(-interval / parameters.wavingTime.value)
    turning += (rate.norm.value - turning) * share
    let y = low.next(high.next(up.value, over: interval), over: interval)
    sincePeak += interval
    sinceStep += interval
    timeSinceEven += step
    if y > parameters.threshold.value && y > peak {
      peak = y
      sincePeak = 0
    }
    guard peak > 0, y < peak - parameters.fall.value, y < 0 else { return nil }
    let strength = peak
    peak = 0
    let apart = sinceStep - sincePeak
    let waving = max(parameters.wavingRate.value, parameters.wavingRatio.value * strength)
    guard apart >= parameters.shortestInterval.value, turning <= waving else { return nil }
    sinceStep = sincePeak
    judgeEvenness(apart)
    return take(apart).map { Event(count: $0.count, interval: $0.interval, strength: AccelerationSize(strength)) }
  }

  private mutating func judgeEvenness(_ apart: Double) {
    let cadence = parameters.fastestWalk.value...parameters.slowestWalk.value
    let isNear = (apart - lastApart).magnitude < parameters.evenness * apart
    evenRun = isNear && cadence.contains(apart) ? evenRun + 1 : 0
    lastApart = apart
    if isEven { timeSinceEven = .zero }
  }

  private mutating func take(_ apart: Double) -> Event? {
    guard apart <= parameters.longestInterval.value else {
      run = 1
      runTime = 0
      return nil
    }
    run += 1
    runTime += apart
    let needed = Int(parameters.runLength)
    guard run >= needed else { return nil }
    guard run > needed else {
      meanInterval = TimeSpan(runTime / Double(max(1, run - 1)))
      return Event(count: run, interval: meanInterval)
    }
    meanInterval = TimeSpan(meanInterval.value + 0.3 * (apart - meanInterval.value))
    return Event(count: 1, interval: TimeSpan(apart))
  }
}
