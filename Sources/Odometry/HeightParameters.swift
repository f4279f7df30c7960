public import Geometry
public import Samples

/// Assumptions of the height filter. 1 σ.
public struct HeightParameters: Sendable {
  public init() {}

  public var walk = LengthWalk(0.3)
  public var weather = LengthWalk(0.03)
  public var fixNoise = Length(3)
  public var assumedError = Length(25)
  public var biasTime = TimeSpan(35)
  public var outlier = 3.0
  public var smoothing = 0.15
  public var patience = TimeSpan(5)
  public var rate = Speed(1)
  public var terrainNoise = Length(1)
  public var terrainError = Length(3)
  public var terrainTime = TimeSpan(20)
  public var terrainWalk = LengthWalk(0.05)

  public static let table = ParameterTable<HeightParameters>([
    .init("height.walk", \.walk, in: 0...100, "how fast the ground rises and falls, without a barometer"),
    .init("height.weather", \.weather, in: 0...100, "how fast a barometer's height wanders by itself"),
    .init("height.fix_noise", \.fixNoise, in: 0.01...1000, "least error of a fix's height"),
    .init("height.assumed", \.assumedError, in: 0.1...1000, "error (95 %) of a fix's height that states none"),
    .init("height.bias_time", \.biasTime, in: 1...10_000, "how long the error of a fix's height lasts"),
    .init("height.outlier", \.outlier, in: 1...1000, "surprise, in σ, beyond which a fix's height counts less"),
    .init("height.smoothing", \.smoothing, in: 0.001...1, "share of a new pressure reading in the smoothed height"),
    .init(
      "height.patience", \.patience, in: 0...1000,
      "time after which fixes with similar surprises are accepted in full"),
    .init(
      "height.rate", \.rate, in: 0.01...1000,
      "how fast the published height follows the fixes, in every profile"),
    .init(
      "height.terrain_noise", \.terrainNoise, in: 0.01...100,
      "how far the ground under the wearer is from the tiles beside their error at large"),
    .init(
      "height.terrain_error", \.terrainError, in: 0...100,
      "error of the tiles at large, which is added to the stated accuracy"),
    .init("height.terrain_time", \.terrainTime, in: 1...10_000, "how long the tiles' noise lasts on a walk"),
    .init(
      "height.terrain_walk", \.terrainWalk, in: 0...100,
      "how fast the wearer's height above the tiles changes, without a barometer"),
  ]).explained(by: effects)
}
