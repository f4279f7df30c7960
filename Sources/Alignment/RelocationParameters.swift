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
    .init("relocation.distance", \.distance, in: 1...10_000, "how far off it must be at least"),
    .init("relocation.factor", \.factor, in: 1...100, "and beyond how many times both accuracies"),
    .init("relocation.fixes", \.agreeing, in: 2...100, "how many such fixes have to agree"),
  ]).explained(by: effects)
}
