public import Geometry
public import Samples

/// What the step detector takes for a step, and how long it is.
public struct GaitParameters: Sendable {
  public init() {}

  public var bandLow = Frequency(0.7)
  public var bandHigh = Frequency(3)
  public var threshold = AccelerationSize(0.35)
  public var fall = AccelerationSize(0.25)
  public var shortestInterval = TimeSpan(0.33)
  public var longestInterval = TimeSpan(1.3)
  public var runLength = 2.0
  public var wavingRate = AngularRate(1.2)
  public var wavingTime = TimeSpan(1)
  public var strideLength = Length(0.6)
  public var walkRatio = Quantity<MetreSecond>(0)

  public static let table = ParameterTable<GaitParameters>([
    .init("gait.band_low", \.bandLow, in: 0.05...2, "below it vertical motion is no step"),
    .init("gait.band_high", \.bandHigh, in: 2...10, "above it vertical motion is no step"),
    .init(
      "gait.threshold", \.threshold, in: 0.05...5, "smallest peak of a step; lower for a soft walker"),
    .init("gait.fall", \.fall, in: 0...5, "how far the peak must have been left"),
    .init("gait.shortest_interval", \.shortestInterval, in: 0.1...1, "least time between two steps"),
    .init("gait.longest_interval", \.longestInterval, in: 0.5...5, "longest time between two steps of one run"),
    .init("gait.run", \.runLength, in: 1...8, "the step of a run from which its steps count, the earlier ones with it"),
    .init("gait.waving_rate", \.wavingRate, in: 0.1...100, "mean rotation beyond which peaks are the arm's, not steps"),
    .init("gait.waving_time", \.wavingTime, in: 0.05...10, "time over which that rotation is taken"),
    .init("gait.stride", \.strideLength, in: 0...2, "length of a step whatever its pace, beside gait.walk_ratio"),
    .init(
      "gait.walk_ratio", \.walkRatio, in: 0...1,
      "length of a step for each step per second: people keep it at 0.39 (Sekiya and Nagasaki 1998)"),
  ]).explained(by: effects)
}

extension GaitParameters {
  /// Length of a step by its time: ℓ = ℓ₀ + r / Δt.
  public func length(of interval: TimeSpan) -> Length {
    strideLength + Length(walkRatio.value / max(interval.value, shortestInterval.value))
  }
}
