public import Geometry
public import Samples

/// Use of a route's leg for the heading (`LegBearing`).
public struct LegParameters: Sendable {
  public init() {}

  public var isUsed = true
  public var walk = Length(8)
  public var corridor = Length(20)
  public var sigma = Angle.degrees(5)

  public static let table = ParameterTable<LegParameters>([
    .init("leg.use", \.isUsed, "whether the leg of the followed route may correct the heading"),
    .init(
      "leg.walk", \.walk, in: 2...30,
      "straight distance to walk before a leg counts; also the shortest leg and the shortest way along it"),
    .init("leg.corridor", \.corridor, in: 0...1000, "width in which the wearer may walk and still follow the leg"),
    .init(degrees: "leg.sigma", \.sigma, in: 0.1...90, "1 σ of the leg's own bearing"),
  ])
}
