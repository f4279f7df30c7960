public import Geometry
public import Samples

/// When the wearer is asked for something (`GuidanceMonitor`). The limits of "good enough" are in `LocalizationParameters`.
public struct GuidanceParameters: Sendable {
  public init() {}

  public var delay = TimeSpan(2)
  public var patience = TimeSpan(20)
  public var openSky = Length(25)
  public var drift = AngularRate.degrees(0.2)
  public var stillness = TimeSpan(2)
  public var stillnessPatience = TimeSpan(10)
  public var stillRate = AngularRate(0.15)
  public var stillSpeed = Speed(0.2)

  public static let table = ParameterTable<GuidanceParameters>([
    .init("guidance.delay", \.delay, in: 0...600, "how long something has to be missing before it is requested"),
    .init("guidance.patience", \.patience, in: 0...3600, "time without a fix before the wearer is asked to go outside"),
    .init(
      "guidance.open_sky", \.openSky, in: 0.1...1000,
      "radius of fixes (68 %) beyond which an open sky is requested instead of a walk, which would be long"),
    .init(
      degrees: "guidance.drift", \.drift, in: 0.001...90,
      "1 σ of the heading's drift beyond which standing still is requested"),
    .init("guidance.stillness", \.stillness, in: 0.1...600, "how long the wearer has to stand still"),
    .init(
      "guidance.stillness_patience", \.stillnessPatience, in: 0...3600,
      "how long standing still is requested if the wearer does not"),
    .init(
      "guidance.still_rate", \.stillRate, in: 0...10,
      "rate of turn, the gyroscope's bias included, up to which the wearer stands still; smaller: every tremor restarts the countdown"
    ),
    .init(
      "guidance.still_speed", \.stillSpeed, in: 0...10,
      "speed up to which the wearer stands still; larger: slow steps count as standing"),
  ])
}
