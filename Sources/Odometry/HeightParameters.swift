public import Geometry
public import Samples

/// Assumptions of the height filter. 1 σ.
public struct HeightParameters: Sendable {
  public init() {}

  public var assumedError = Length(25)
  public var rate = Speed(1)
  public var terrainNoise = Length(1)
  public var terrainError = Length(3)

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
