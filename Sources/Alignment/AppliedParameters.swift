public import Geometry
public import Samples

/// How the drawn alignment follows the estimated one (`AppliedAlignment`).
public struct AppliedParameters: Sendable {
  public init() {}

  public var mode = AppliedMode.limit
  public var yawRate = AngularRate.degrees(1)
  public var yawTime = TimeSpan(3)
  public var placeRate = Speed(0.2)
  public var placeTime = TimeSpan(5)
  public var easeTime = TimeSpan(1.5)
  public var snapDistance = Length(100)

  public static let table = ParameterTable<AppliedParameters>([
    .init(
      "applied.mode", \.mode,
      "how the drawn alignment follows the estimated one: at once (snap), as an exponential (ease), or no faster than a rate (limit)"
    ),
    .init(
      degrees: "applied.yaw_rate", \.yawRate, in: 0.1...360,
      "limit: least rate at which the drawing turns; an own turn hides more"),
    .init(
      "applied.yaw_time", \.yawTime, in: 0.1...1000,
      "limit: time in which a heading beyond the known error would end at its first rate"),
    .init(
      "applied.place_rate", \.placeRate, in: 0.01...1000,
      "limit: least speed at which the drawing shifts; an own way hides more"),
    .init(
      "applied.place_time", \.placeTime, in: 0.1...1000,
      "limit: time in which a shift beyond the known error would end at its first speed"),
    .init("applied.ease_time", \.easeTime, in: 0.01...100, "ease: time constant of the exponential"),
    .init(
      "applied.snap_distance", \.snapDistance, in: 1...1_000_000, "a place that is further off is drawn at once"),
  ])
}

/// How the drawn alignment follows the estimated one (docs/alignment.md, applied and target).
public enum AppliedMode: String, CaseIterable, Sendable { case snap, ease, limit }
