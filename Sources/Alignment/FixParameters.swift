public import Geometry
public import Samples

/// Assumptions on fixes that apply to all their uses.
public struct FixParameters: Sendable {
  public init() {}
  public var latency = TimeSpan.zero
  public var preciseLatency = TimeSpan(0.1)
  public var precise = Length(0.5)
  public var assumptions = FixAssumptions()

  public static let table = ParameterTable<FixParameters>([
    .init(
      "fix.latency", \.latency, in: 0...5,
      "from a fix's moment to its arrival, without a hardware time stamp; 0: learned"),
    .init(
      "fix.precise_latency", \.preciseLatency, in: 0...5,
      "the same for a precise fix, which the receiver does not smooth"),
    .init("fix.precise", \.precise, in: 0...100, "radius (68 %) below which a fix is precise: used as stated"),
    .init(
      "fix.assumed_3d", \.assumptions.error3D, in: 0.1...1000, "radius (95 %) of a 3D fix that states none"),
    .init(
      "fix.assumed_2d", \.assumptions.error2D, in: 0.1...1000, "radius (95 %) of a 2D fix that states none"),
    .init("fix.assumed_speed", \.assumptions.speed, in: 0.01...10, "σ of a velocity whose error is not stated"),
  ])
}
