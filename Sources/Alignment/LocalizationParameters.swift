public import Geometry
public import Samples

/// Limits for being localized or lost, and for the reasons (`LocalizationMonitor`).
public struct LocalizationParameters: Sendable {
  public init() {}

  public var radius = Length(10)
  public var heading = Angle.degrees(15)
  public var lostRadius = Length(20)
  public var lostHeading = Angle.degrees(25)
  public var dwell = TimeSpan(2)
  public var reasonDwell = TimeSpan(1)
  public var fixAge = TimeSpan(5)
  public var assumedRadius = Length(3.1)
  public var disturbance = FluxDensity(5)

  public static let table = ParameterTable<LocalizationParameters>([
    .init("localized.radius", \.radius, in: 0.1...1000, "accuracy of the place (68 %) that counts as localized"),
    .init(
      degrees: "localized.heading", \.heading, in: 0.1...180, "accuracy of the heading (1 σ) that counts as localized"),
    .init("localized.lost_radius", \.lostRadius, in: 0.1...10_000, "accuracy of the place beyond which it is lost"),
    .init(
      degrees: "localized.lost_heading", \.lostHeading, in: 0.1...180,
      "accuracy of the heading beyond which it is lost; 180 never"),
    .init("localized.dwell", \.dwell, in: 0...600, "how long the accuracies have to hold before the state changes"),
    .init("localized.reason_dwell", \.reasonDwell, in: 0...600, "how long a reason has to come or go"),
    .init("localized.fix_age", \.fixAge, in: 0.1...600, "age of the newest fix beyond which a new one is waited for"),
    .init(
      "localized.assumed_radius", \.assumedRadius, in: 0.1...1000,
      "radius (68 %) expected of fixes before the first, to say how far to walk"),
    .init(
      "localized.disturbance", \.disturbance, in: 0.1...500,
      "field beside the Earth's beyond which the compass counts as disturbed"),
  ])
}
