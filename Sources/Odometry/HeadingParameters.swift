public import Geometry
public import Samples

/// Assumptions of the heading filter on the magnetometer and on the fields around it. 1 σ each; µT and s.
public struct HeadingParameters: Sendable {
  public init() {}

  public var hardIron = FluxDensity(0.7)
  public var distortion = FluxDensity(3)
  public var distortionTime = TimeSpan(30)
  public var initialLag = TimeSpan(0.01)
  public var noise = FluxDensity(1.2)
  public var correlationTime = TimeSpan(1.5)
  public var stepThreshold = 12.0

  public static let table = ParameterTable<HeadingParameters>([
    .init(
      "compass.hardiron", \.hardIron, in: 0...500,
      "the device's own field that remains after calibration; 0.7 calibrated, 5 unknown"),
    .init("compass.distortion", \.distortion, in: 0...100, "field of the surroundings beside the Earth's"),
    .init("compass.distortion_time", \.distortionTime, in: 0.1...10_000, "how long the surroundings' field lasts"),
    .init("compass.initial_lag", \.initialLag, in: 0...0.1, "possible delay of the magnetometer against the gyroscope"),
    .init("compass.noise", \.noise, in: 0.01...50, "noise of a window's mean"),
    .init("compass.correlation_time", \.correlationTime, in: 0...100, "how long an error lasts while the device turns"),
    .init(
      "compass.step_threshold", \.stepThreshold, in: 1...1000, "surprise (χ²) that means a magnet was put on or off"),
  ])
}
