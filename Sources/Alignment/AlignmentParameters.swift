public import Geometry
public import Samples

/// Source of the heading.
public struct AlignmentParameters: Sendable {
  public init() {}

  public var start = HeadingStart.compass
  public var given = Angle.zero
  public var givenSigma = Angle.degrees(15)
  public var sceneHeading = Angle.degrees(40)
  public var sceneWait = TimeSpan(0.6)
  public var applied = AppliedParameters()
  public var localization = LocalizationParameters()
  public var guidance = GuidanceParameters()
  public var pin = PinParameters()
  public var leg = LegParameters()

  public static let table = ParameterTable<AlignmentParameters>(own + parts)

  private static let own: [Parameter<AlignmentParameters>] = [
    .init("heading.start", \.start, "where the heading comes from at first: compass, given, or none"),
    .init(degrees: "heading.given", \.given, in: -360...360, "true heading of the wearer at the start, if given"),
    .init(degrees: "heading.given_sigma", \.givenSigma, in: 0.1...180, "possible error of the given heading"),
    .init(
      degrees: "scene.heading", \.sceneHeading, in: 0...180,
      "σ of the heading up to which a scene begins with −z to the north"),
    .init(
      "scene.heading_wait", \.sceneWait, in: 0...10, "how long the first pose waits for a heading from the compass"
    ),
  ]

  private static let parts: [Parameter<AlignmentParameters>] = {
    var parts = AppliedParameters.table.parameters.map { $0.lifted(\AlignmentParameters.applied) }
    parts += LocalizationParameters.table.parameters.map { $0.lifted(\.localization) }
    parts += GuidanceParameters.table.parameters.map { $0.lifted(\.guidance) }
    parts += PinParameters.table.parameters.map { $0.lifted(\.pin) }
    parts += LegParameters.table.parameters.map { $0.lifted(\.leg) }
    return parts
  }()
}

public enum HeadingStart: String, CaseIterable, Sendable { case compass, given, none }
