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
/// Who walks steps evenly; who shuffles, fidgets or looks about does not (`EvenRun`). A gentle peak, below the threshold, is a step
/// only in an even run; the run that has shown it brings its beginning along.
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
  /// How even the peaks above the threshold come, and all of them; and since the last of all.
  private var firm = EvenRun(), all = EvenRun()
  private var sinceAny = 1e3
  /// Gentle peaks of the run at hand that did not count so far, and the time since the first of them.
  private var gentle = 0
  private var gentleTime = 0.0
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
  /// Steps in a row at the cadence of walking, each about as long as the one before.
  public var evenRun: Int { max(firm.length, all.length) }
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
    sinceAny += interval
    gentleTime += interval
    timeSinceEven += step
    if y > parameters.gentleThreshold.value && y > peak {
      peak = y
      sincePeak = 0
    }
    guard peak > 0, y < peak - parameters.fall.value, y < 0 else { return nil }
    let strength = peak
    peak = 0
    let waving = max(parameters.wavingRate.value, parameters.wavingRatio.value * strength)
    guard turning <= waving else { return nil }
    let event = strength < parameters.threshold.value ? takeGentle() : takeFirm()
    if isEven { timeSinceEven = .zero }
    return event.map { Event(count: $0.count, interval: $0.interval, strength: AccelerationSize(strength)) }
  }

  private mutating func takeFirm() -> Event? {
    let apart = sinceStep - sincePeak
    guard apart >= parameters.shortestInterval.value else { return nil }
    firm.add(apart, parameters)
    if sinceAny - sincePeak >= parameters.shortestInterval.value { all.add(sinceAny - sincePeak, parameters) }
    sinceAny = sincePeak
    sinceStep = sincePeak
    gentle = 0
    return take(apart)
  }

  private mutating func takeGentle() -> Event? {
    let apart = sinceAny - sincePeak
    guard apart >= parameters.shortestInterval.value else { return nil }
    all.add(apart, parameters)
    sinceAny = sincePeak
    if all.length == 0 || gentle == 0 {
      gentle = 0
      gentleTime = sincePeak
    }
    gentle += 1
    guard Double(all.length) >= parameters.evenRun else { return nil }
    defer { gentle = 0 }
    let since = sinceStep - sincePeak
    sinceStep = sincePeak
    if gentle == 1 { return take(since) }
    // The beginning of the run, of which nothing has counted yet.
    let time = gentleTime - sincePeak
    let isNew = since > parameters.longestInterval.value || run == 0
    run = (isNew ? 0 : run) + gentle
    runTime = time
    meanInterval = TimeSpan(time / Double(gentle - 1))
    return Event(count: gentle, interval: meanInterval)
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

/// How evenly peaks follow each other.
struct EvenRun: Sendable {
  /// Peaks in a row at the cadence of walking, the time of each near that of the one before.
  private(set) var length = 0
  private var last = 0.0

  mutating func add(_ apart: Double, _ parameters: GaitParameters) {
    let isNear = (apart - last).magnitude < parameters.evenness * apart
    let isWalk = apart >= parameters.fastestWalk.value && apart <= parameters.slowestWalk.value
    length = isNear && isWalk ? length + 1 : 0
    last = apart
  }
}
