/// One state of a filter as people look at it: its name, its value and 1 σ, in the unit given.
public struct FilterState: Sendable, Equatable {
  public var name: String
  public var unit: String
  public var value: Double
  public var sigma: Double

  /// From the filter's own value and variance in SI units; angles are shown in degrees.
  public init(_ name: String, unit: String, _ value: Double, variance: Double) {
    let shown = ShownUnit(unit)
    self.name = name
    self.unit = shown.symbol
    self.value = value * shown.factor
    sigma = max(0, variance).squareRoot() * shown.factor
  }
}

/// The unit in which people see a value, and its factor: degrees for radians.
public struct ShownUnit: Sendable, Equatable {
  public var symbol: String
  public var factor: Double

  public init(_ unit: String) {
    switch unit {
    case "rad": (symbol, factor) = ("°", 180 / .pi)
    case "rad/s": (symbol, factor) = ("°/s", 180 / .pi)
    default: (symbol, factor) = (unit, 1)
    }
  }
}
