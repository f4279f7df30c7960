public import Geometry
public import Samples

/// Assumptions on the height. 1 σ.
public struct HeightParameters: Sendable {
  public init() {}

  public var assumedError = Length(25)
  public var rate = Speed(1)
  public var terrainNoise = Length(1)
  public var terrainError = Length(3)

  /// Time for which the tiles' noise lasts on a walk: that from post to post.
  private static let terrainTime = TimeSpan(20)

  /// Variance of the height of the ground below a place.
  func groundVariance(_ slopeSigma: Length) -> Double {
    terrainNoise.value * terrainNoise.value + slopeSigma.value * slopeSigma.value
  }

  /// Share of a measurement of the ground that is independent of the one before.
  func independence(after interval: TimeSpan) -> Double {
    max(0.01, min(1, interval.value / (2 * Self.terrainTime.value)))
  }

  /// 1 σ of a measurement of the ground so long after the one before, for a filter that takes its measurements as independent.
  public func groundSigma(_ slopeSigma: Length, after interval: TimeSpan) -> Length {
    Length((groundVariance(slopeSigma) / independence(after: interval)).squareRoot())
  }

  public static let table = ParameterTable<HeightParameters>([
    .init("height.assumed", \.assumedError, in: 0.1...1000, "error (95 %) of a fix's height that states none"),
    .init(
      "height.rate", \.rate, in: 0.01...1000,
      "how fast the published height follows the fixes, in every profile"),
    .init(
      "height.terrain_noise", \.terrainNoise, in: 0.01...100,
      "how far the ground under the wearer is from the tiles beside their error at large"),
    .init(
      "height.terrain_error", \.terrainError, in: 0...100,
      "error of the tiles at large, which is added to the stated accuracy"),
  ])
}
