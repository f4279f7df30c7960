public import Geometry
public import Samples

/// When fixes overrule the place (`RelocationWatch`).
public struct RelocationParameters: Sendable {
  public init() {}

  public var radius = Length(25)
  public var distance = Length(30)
  public var factor = 4.0
  public var agreeing = 4.0

  public static let table = ParameterTable<RelocationParameters>([
    .init("relocation.radius", \.radius, in: 0.1...1000, "largest radius (68 %) of a fix that may overrule the place"),
    .init("relocation.distance", \.distance, in: 1...10_000, "least distance of such a fix from the place"),
    .init(
      "relocation.factor", \.factor, in: 1...100, "additional distance, in multiples of the sum of both accuracies"),
    .init("relocation.fixes", \.agreeing, in: 2...100, "how many such fixes have to agree"),
  ]).explained(by: effects)
}
