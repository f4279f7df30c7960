public import Geometry

/// Steps from the vertical specific force: peaks of its band of 0.7–3 Hz that stand out and come in runs ("docs/engine.md",
/// steps). Causal, for any rate from 25 Hz on.
///
/// A peak counts when it exceeded the threshold and the signal has since fallen away from it and below zero, not too soon after
/// the last one, and not while the device is waved about. Steps count from the second step of a run (`gait.run`); then the first
/// is added.
///
/// Waving has a high rate and little lift, a vigorous step much lift: so the limit of the rate grows with the peak.
///
/// A thigh swings as fast as a waved arm, but in even strides (`StrideRun`): then its peaks are steps.
///
/// A walker steps evenly; shuffling, fidgeting or looking about is uneven (`EvenRun`). A gentle peak, below the threshold, is a
/// step only in an even run; when the run is found, its earlier gentle peaks are added.
public struct StepDetector: Sendable {
  /// One or more steps that were just found.
  public struct Event: Equatable, Sendable {
    /// 1, or all steps from the beginning of a run.
    public var count: Int
    /// Time of each step.
    public var interval: TimeSpan
    /// Height of the last peak.
    public var strength = AccelerationSize(0)
    /// Whether a thigh swung with it.
    public var isSwung = false
  }

  /// Slower vertical motion is sway: people step at least once in 1.4 s.
  private static let slowest = Frequency(0.7)
  /// Smallest peak of a step in an even gait, and the fall from a peak after which it counts.
  private static let gentleThreshold = AccelerationSize(0.25), fall = AccelerationSize(0.25)
  /// Limit of the rate for each m/s² of the peak: vigorous steps turn the device too.
  private static let wavingRatio = Quantity<PerAcceleration<RadianPerSecond>>(0.25)
  /// The same for the mean peak of a stride.
  private static let swingRatio = Quantity<PerAcceleration<RadianPerSecond>>(0.5)
  /// Number of even steps in a row that count as walking.
  private static let leastEvenRun = 3
  /// Time after a step, and after an even gait, for which rest is excluded.
  private static let pause = TimeSpan(2), evenMemory = TimeSpan(10)

  private let parameters: GaitParameters
  private var high: SecondOrderFilter<Double>
  private var low: SecondOrderFilter<Double>
  /// Magnitude of the angular rate, low-passed.
  public private(set) var turning = 0.0
  /// Whether the peak that was found by the last sample is even; nil if there was none.
  public private(set) var peak: Bool?
  private var height = 0.0
  /// Times since the candidate peak, and since the last counted step.
  private var sincePeak = 0.0
  private var sinceStep = 1e3
  /// Number of steps in this run, and the time from its first to its last.
  private var run = 0
  private var runTime = 0.0
  /// Evenness of the peaks above the threshold, and of all peaks; time since the last peak of all.
  private var firm = EvenRun(), all = EvenRun()
  private var sinceAny = 1e3
  /// The strides, by peaks of any kind; time since the last of these.
  private var strides = StrideRun()
  private var sinceStride = 1e3
  /// Gentle peaks of the current run that have not counted yet, and the time since the first of them.
  private var gentle = 0
  private var gentleTime = 0.0
  /// Time since the gait was last even.
  public private(set) var timeSinceEven = TimeSpan(1e3)
  /// Mean time of the last steps, low-passed.
  public private(set) var meanInterval = TimeSpan(0.55)

  public init(_ parameters: GaitParameters) {
    self.parameters = parameters
    high = SecondOrderFilter(.high, corner: Self.slowest.value)
    low = SecondOrderFilter(.low, corner: parameters.bandHigh.value)
  }

  /// Whether a run of steps is in progress.
  public var isWalking: Bool {
    run >= Int(parameters.runLength) && sinceStep <= parameters.longestInterval.value
  }
  /// Number of consecutive steps at the cadence of walking, each about as long as the one before.
  public var evenRun: Int { max(firm.length, all.length) }
  /// Whether the last steps were those of a walker.
  public var isEven: Bool { evenRun >= Self.leastEvenRun }
  /// Whether the wearer walks, so that rest is excluded: a step was found recently, and the gait was even not long ago.
  public var isCarriedOn: Bool {
    timeSinceStep < Self.pause && timeSinceEven < Self.evenMemory
  }
  /// Time since the last step was found.
  public var timeSinceStep: TimeSpan { TimeSpan(sinceStep) }

  /// Ingests the upward part of the specific force without gravity, over the interval just past; returns the steps it completes.
  public mutating func advance(
    up: Quantity<MetrePerSecondSquared>, rate: AngularVelocity<Body>, over step: TimeSpan
  ) -> Event? {
    let interval = step.value
    guard interval > 0 else { return nil }
    let share = fading(interval / parameters.wavingTime.value)
    turning += (rate.norm.value - turning) * share
    let y = low.next(high.next(up.value, over: interval), over: interval)
    sincePeak += interval
    sinceStep += interval
    sinceAny += interval
    sinceStride += interval
    gentleTime += interval
    timeSinceEven += step
    peak = nil
    if y > Self.gentleThreshold.value && y > height {
      height = y
      sincePeak = 0
    }
    guard height > 0, y < height - Self.fall.value, y < 0 else { return nil }
    let strength = height
    height = 0
    let waving = max(parameters.wavingRate.value, Self.wavingRatio.value * strength)
    let isSwung = countStride(strength) && turning > parameters.wavingRate.value
    guard turning <= waving || isSwung else { return nil }
    let isGentle = strength < parameters.threshold.value
    let event = isSwung ? countSwungPeak() : isGentle ? countGentlePeak() : countFirmPeak()
    if isEven || isSwung { timeSinceEven = .zero }
    return event.map {
      Event(
        count: $0.count, interval: isSwung ? strides.meanStep : $0.interval, strength: AccelerationSize(strength),
        isSwung: isSwung)
    }
  }

  /// Counts a peak of any kind; true if the peaks of late were those of strides.
  private mutating func countStride(_ strength: Double) -> Bool {
    let apart = sinceStride - sincePeak
    if apart >= StrideRun.shortest {
      strides.add(apart, strength)
      sinceStride = sincePeak
    }
    return strides.isEven && turning <= Self.swingRatio.value * strides.meanStrength
  }

  private mutating func countSwungPeak() -> Event? {
    let apart = sinceStep - sincePeak
    guard apart >= StrideRun.shortest else { return nil }
    sinceAny = sincePeak
    sinceStep = sincePeak
    gentle = 0
    return countStep(apart)
  }

  private mutating func countFirmPeak() -> Event? {
    let apart = sinceStep - sincePeak
    guard apart >= parameters.shortestInterval.value else { return nil }
    firm.add(apart)
    if sinceAny - sincePeak >= parameters.shortestInterval.value {
      all.add(sinceAny - sincePeak)
      peak = all.length > 0
    }
    sinceAny = sincePeak
    sinceStep = sincePeak
    gentle = 0
    return countStep(apart)
  }

  private mutating func countGentlePeak() -> Event? {
    let apart = sinceAny - sincePeak
    guard apart >= parameters.shortestInterval.value else { return nil }
    all.add(apart)
    peak = all.length > 0
    sinceAny = sincePeak
    if all.length == 0 || gentle == 0 {
      gentle = 0
      gentleTime = sincePeak
    }
    gentle += 1
    guard all.length >= Self.leastEvenRun else { return nil }
    defer { gentle = 0 }
    let since = sinceStep - sincePeak
    sinceStep = sincePeak
    if gentle == 1 { return countStep(since) }
    // The beginning of the run, of which no step has counted yet.
    let time = gentleTime - sincePeak
    let isNew = since > parameters.longestInterval.value || run == 0
    run = (isNew ? 0 : run) + gentle
    runTime = time
    meanInterval = TimeSpan(time / Double(gentle - 1))
    return Event(count: gentle, interval: meanInterval)
  }

  private mutating func countStep(_ apart: Double) -> Event? {
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

/// Evenness of the times between peaks.
struct EvenRun: Sendable {
  /// Number of consecutive peaks at the cadence of walking, each interval near the one before.
  private(set) var length = 0
  private var last = 0.0

  /// Largest difference of two intervals in a row, as a share of the time.
  private static let evenness = 0.25
  /// Times of a walker's steps, in seconds: 80 to 150 a minute.
  private static let walking = 0.4...0.75

  mutating func add(_ apart: Double) {
    let isNear = (apart - last).magnitude < Self.evenness * apart
    let isWalk = Self.walking.contains(apart)
    length = isNear && isWalk ? length + 1 : 0
    last = apart
  }
}

/// Evenness of strides, whose two steps may differ: the leg that has the device lands harder, and not half-way between the other's
/// landings.
struct StrideRun: Sendable {
  private var length = 0
  private var last = 0.0, before = 0.0
  private var strengths = SIMD2(0.0, 0.0)
  var meanStrength: Double { 0.5 * strengths.sum() }
  /// Time of a step in the mean of the last two.
  var meanStep: TimeSpan { TimeSpan(0.5 * (last + before)) }
  /// Whether the last two strides were even.
  var isEven: Bool { length >= Self.least }

  /// Number of even steps in a row that are those of strides.
  private static let least = 4
  /// Largest difference of a step from the one of the same foot before, as a share; times of a walker's strides; and the least time
  /// between two of its landings; in seconds.
  private static let evenness = 0.25, walking = 0.8...1.5
  static let shortest = 0.25

  mutating func add(_ apart: Double, _ strength: Double) {
    strengths = SIMD2(strength, strengths.x)
    let isNear = (apart - before).magnitude < Self.evenness * apart
    length = isNear && Self.walking.contains(apart + last) ? length + 1 : 0
    (before, last) = (last, apart)
  }
}
