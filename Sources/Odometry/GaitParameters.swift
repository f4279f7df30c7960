public import Geometry
public import Samples

/// Parameters of the step detector: the criteria of a step, and its length.
public struct GaitParameters: Sendable {
  public init() {}

  public var bandLow = Frequency(0.7)
  public var bandHigh = Frequency(3)
  public var threshold = AccelerationSize(0.5)
  public var gentleThreshold = AccelerationSize(0.25)
  public var fall = AccelerationSize(0.25)
  public var shortestInterval = TimeSpan(0.33)
  public var longestInterval = TimeSpan(1.3)
  public var runLength = 2.0
  public var evenness = 0.25
  public var evenRun = 3.0
  public var fastestWalk = TimeSpan(0.4)
  public var slowestWalk = TimeSpan(0.75)
  public var evenMemory = TimeSpan(10)
  public var pause = TimeSpan(2)
  public var wavingRate = AngularRate(1.2)
  public var wavingTime = TimeSpan(1)
  public var wavingRatio = Quantity<PerAcceleration<RadianPerSecond>>(0.25)
  public var strideLength = Length(0.6)
  public var strengthExponent = 0.05
  public var usualStrength = AccelerationSize(1.3)
  public var walkRatio = Quantity<MetreSecond>(0)

  public static let table = ParameterTable<GaitParameters>([
    .init("gait.band_low", \.bandLow, in: 0.05...2, "below it vertical motion is not a step"),
    .init("gait.band_high", \.bandHigh, in: 2...10, "above it vertical motion is not a step"),
    .init(
      "gait.threshold", \.threshold, in: 0.05...5, "smallest peak of a single step"),
    .init("gait.gentle", \.gentleThreshold, in: 0.05...5, "smallest peak of a step in an even gait"),
    .init("gait.fall", \.fall, in: 0...5, "fall from the peak after which it counts as a step"),
    .init("gait.shortest_interval", \.shortestInterval, in: 0.1...1, "least time between two steps"),
    .init("gait.longest_interval", \.longestInterval, in: 0.5...5, "longest time between two steps of one run"),
    .init("gait.run", \.runLength, in: 1...8, "the step of a run from which its steps count, the earlier ones with it"),
    .init(
      "gait.evenness", \.evenness, in: 0...1,
      "largest difference between the times of two successive steps in an even gait, as a share of the time"),
    .init("gait.even_run", \.evenRun, in: 1...100, "number of such steps in a row that count as walking"),
    .init("gait.fastest_walk", \.fastestWalk, in: 0.1...1, "shortest step of an even gait"),
    .init("gait.slowest_walk", \.slowestWalk, in: 0.3...3, "longest step of an even gait"),
    .init("gait.waving_rate", \.wavingRate, in: 0.1...100, "mean rotation beyond which peaks are the arm's, not steps"),
    .init("gait.waving_time", \.wavingTime, in: 0.05...10, "time over which that rotation is taken"),
    .init(
      "gait.even_memory", \.evenMemory, in: 0...1000, "after an even gait, how long steps are still those of a walk"),
    .init("gait.pause", \.pause, in: 0...100, "after a step of a walk, how long the walker is not at rest"),
    .init(
      "gait.waving_ratio", \.wavingRatio, in: 0...10,
      "the same limit per m/s² of the peak, where that is larger: vigorous steps turn the device too"),
    .init("gait.stride", \.strideLength, in: 0...2, "length of a step whatever its pace, beside gait.walk_ratio"),
    .init(
      "gait.strength_exponent", \.strengthExponent, in: 0...1,
      "power of the peak with which gait.stride grows: harder steps are a little longer"),
    .init("gait.usual_strength", \.usualStrength, in: 0.1...20, "peak of a step that is gait.stride long"),
    .init(
      "gait.walk_ratio", \.walkRatio, in: 0...1,
      "length of a step for each step per second: people keep it at 0.39 (Sekiya and Nagasaki 1998)"),
  ]).explained(by: effects)
}

extension GaitParameters {
  /// Length of a step by its time and peak: ℓ = ℓ₀ (a/a₀)^k + r / Δt.
  public func length(of interval: TimeSpan, strength: AccelerationSize) -> Length {
    let harder = strength.value > 0 ? pow(strength / usualStrength, strengthExponent) : 1
    return strideLength * harder + Length(walkRatio.value / max(interval.value, shortestInterval.value))
  }
}
