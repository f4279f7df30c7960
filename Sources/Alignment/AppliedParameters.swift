public import Geometry
public import Samples

/// How the drawn alignment follows the estimated one (`AppliedAlignment`).
public struct AppliedParameters: Sendable {
  public init() {}

  public var mode = AppliedMode.limit
  public var yawRate = AngularRate.degrees(5)
  public var placeRate = Speed(1)
  public var placeTime = TimeSpan(5)
  public var easeTime = TimeSpan(1.5)
  public var snapAngle = Angle.degrees(120)
  public var snapDistance = Length(100)

  public static let table = ParameterTable<AppliedParameters>([
    .init(
      "applied.mode", \.mode,
      "how the drawn alignment follows the estimated one: at once (snap), as an exponential (ease), or no faster than a rate (limit)"
    ),
    .init(degrees: "applied.yaw_rate", \.yawRate, in: 0.1...360, "limit: rate at which the drawing turns"),
    .init(
      "applied.place_rate", \.placeRate, in: 0.01...1000,
      "limit: least speed at which the drawing shifts; below walking speed the wearer's own motion hides it"),
    .init(
      "applied.place_time", \.placeTime, in: 0.1...1000,
      "limit: time in which a large shift would end at its first speed; smaller: the estimated place is reached sooner"
    ),
    .init("applied.ease_time", \.easeTime, in: 0.01...100, "ease: time constant of the exponential"),
    .init(
      degrees: "applied.snap_angle", \.snapAngle, in: 1...180,
      "a heading that is further off is drawn at once; 180: never"),
    .init(
      "applied.snap_distance", \.snapDistance, in: 1...1_000_000, "a place that is further off is drawn at once"),
  ]).explained(by: effects)
}

/// How the drawn alignment follows the estimated one (docs/alignment.md, applied and target).
public enum AppliedMode: String, CaseIterable, Sendable { case snap, ease, limit }
