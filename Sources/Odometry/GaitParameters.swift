public import Geometry
public import Samples

/// Parameters of the step detector: the criteria of a step, and its length.
public struct GaitParameters: Sendable {
  public init() {}

  public var bandHigh = Frequency(3)
  public var threshold = AccelerationSize(0.5)
  public var shortestInterval = TimeSpan(0.33)
  public var longestInterval = TimeSpan(1.3)
  public var runLength = 2.0
  public var wavingRate = AngularRate(1.2)
  public var wavingTime = TimeSpan(1)
  public var strideLength = Length(0.6)
  public var walkRatio = Quantity<MetreSecond>(0)

  public static let table = ParameterTable<GaitParameters>([
    .init("gait.band_high", \.bandHigh, in: 2...10, "above it vertical motion is not a step"),
    .init(
      "gait.threshold", \.threshold, in: 0.05...5, "smallest peak of a single step"),
    .init("gait.shortest_interval", \.shortestInterval, in: 0.1...1, "least time between two steps"),
    .init("gait.longest_interval", \.longestInterval, in: 0.5...5, "longest time between two steps of one run"),
    .init("gait.run", \.runLength, in: 1...8, "the step of a run from which its steps count, the earlier ones with it"),
    .init("gait.waving_rate", \.wavingRate, in: 0.1...100, "mean rotation beyond which peaks are the arm's, not steps"),
    .init("gait.waving_time", \.wavingTime, in: 0.05...10, "time over which that rotation is taken"),
    .init("gait.stride", \.strideLength, in: 0...2, "length of a step whatever its pace, beside gait.walk_ratio"),
    .init(
      "gait.walk_ratio", \.walkRatio, in: 0...1,
      "length of a step for each step per second: people keep it at 0.39 (Sekiya and Nagasaki 1998)"),
  ])
}

extension GaitParameters {
  /// Length of a step for each step per second that people keep (N. Sekiya, H. Nagasaki, "Reproducibility of the walking patterns
  /// of normal young adults: test-retest reliability of the walk ratio", Gait & Posture 7, 1998).
  public static let usualWalkRatio = Quantity<MetreSecond>(0.39)

  /// Length of a step. The time of a thigh's stride is known well, its peak is the landing's.
  public func length(of event: StepDetector.Event) -> Length {
    guard event.isSwung else { return length(of: event.interval, strength: event.strength) }
    return Length(Self.usualWalkRatio.value / max(event.interval.value, shortestInterval.value))
  }

  /// Peak a₀ of a step that is `strideLength` long, and the power k with which a harder step is longer.
  private static let usualStrength = AccelerationSize(1.3), strengthExponent = 0.05

  /// Length of a step by its time and peak: ℓ = ℓ₀ (a/a₀)^k + r / Δt.
  public func length(of interval: TimeSpan, strength: AccelerationSize) -> Length {
    let harder = strength.value > 0 ? pow(strength / Self.usualStrength, Self.strengthExponent) : 1
    return strideLength * harder + Length(walkRatio.value / max(interval.value, shortestInterval.value))
  }
}
