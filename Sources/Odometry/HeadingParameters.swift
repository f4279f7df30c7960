public import Geometry
public import Samples

/// Assumptions of the heading filter on the magnetometer and on the fields around it. 1 σ each; µT and s.
public struct HeadingParameters: Sendable {
  public init() {}

  public var initialHeading = Angle.degrees(60)
  public var hardIron = FluxDensity(0.7)
  public var hardIronWalk = FluxDensityWalk(0.02)
  public var distortion = FluxDensity(3)
  public var initialDistortion = FluxDensity(1)
  public var distortionTime = TimeSpan(30)
  public var initialField = FluxDensity(3)
  public var fieldWalk = FluxDensityWalk(0.01)
  public var initialLag = TimeSpan(0.01)
  public var noise = FluxDensity(1.2)
  public var lagNoise = TimeSpan(0.01)
  public var correlationTime = TimeSpan(1.5)
  public var disturbanceWeight = 0.1
  public var disturbanceTime = TimeSpan(0.25)
  public var stepThreshold = 12.0
  public var stepGain = 0.1
  public var startThreshold = FluxDensity(8)
  public var startTime = TimeSpan(10)

  public static let table = ParameterTable<HeadingParameters>([
    .init(degrees: "compass.initial_heading", \.initialHeading, in: 1...180, "how far off the first reading may be"),
    .init(
      "compass.hardiron", \.hardIron, in: 0...500,
      "the device's own field that remains after calibration; 0.7 calibrated, 5 unknown"),
    .init("compass.hardiron_walk", \.hardIronWalk, in: 0...10, "how fast that field changes"),
    .init("compass.distortion", \.distortion, in: 0...100, "field of the surroundings beside the Earth's"),
    .init("compass.initial_distortion", \.initialDistortion, in: 0...100, "the same at the start"),
    .init("compass.distortion_time", \.distortionTime, in: 0.1...10_000, "how long the surroundings' field lasts"),
    .init(
      "compass.initial_field", \.initialField, in: 0...100,
      "error of the first reading as a measure of the Earth's field"),
    .init("compass.field_walk", \.fieldWalk, in: 0...10, "how fast the reference field changes"),
    .init("compass.initial_lag", \.initialLag, in: 0...0.1, "possible delay of the magnetometer against the gyroscope"),
    .init("compass.noise", \.noise, in: 0.01...50, "noise of a window's mean"),
    .init("compass.lag_noise", \.lagNoise, in: 0...0.1, "the part of the delay that cannot be learned"),
    .init("compass.correlation_time", \.correlationTime, in: 0...100, "how long an error lasts while the device turns"),
    .init(
      "compass.disturbance_weight", \.disturbanceWeight, in: 0...10, "how much a field of the wrong size is distrusted"),
    .init("compass.disturbance_time", \.disturbanceTime, in: 0.01...100, "how long that distrust lasts"),
    .init(
      "compass.step_threshold", \.stepThreshold, in: 1...1000, "surprise (χ²) that means a magnet was put on or off"),
    .init("compass.step_gain", \.stepGain, in: 0...10, "how much the device's own field becomes uncertain then"),
    .init("compass.start_threshold", \.startThreshold, in: 0...100, "disturbance up to which a start is trusted"),
    .init("compass.start_time", \.startTime, in: 0...1000, "time in a clean field after which the start ends"),
  ]).explained(by: effects)
}
