public import Geometry
public import Samples

/// How the drawn alignment follows the estimated one (`AppliedAlignment`).
public struct AppliedParameters: Sendable {
  public init() {}

  public var mode = AppliedMode.limit
  public var yawRate = AngularRate.degrees(0.5)
  public var placeRate = Speed(0.1)

  public static let table = ParameterTable<AppliedParameters>([
    .init(
      "applied.mode", \.mode,
      "how the drawn alignment follows the estimated one: at once (snap), or no faster than a rate (limit)"
    ),
    .init(
      degrees: "applied.yaw_rate", \.yawRate, in: 0.1...360,
      "limit: least rate at which the drawing turns; an own turn hides more"),
    .init(
      "applied.place_rate", \.placeRate, in: 0.01...1000,
      "limit: least speed at which the drawing shifts; an own way hides more"),
  ])
}

/// How the drawn alignment follows the estimated one (docs/engine.md, applied and target).
public enum AppliedMode: String, CaseIterable, Sendable { case snap, limit }
