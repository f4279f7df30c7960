/// One state of a filter for display: its name, value and 1 σ, in the given unit.
public struct FilterState: Sendable, Equatable {
  public var name: String
  public var unit: String
  public var value: Double
  public var sigma: Double

  /// Converts the filter's value and variance from SI units; angles are shown in degrees.
  public init(_ name: String, unit: String, _ value: Double, variance: Double) {
    let shown = ShownUnit(unit)
    self.name = name
    self.unit = shown.symbol
    self.value = value * shown.factor
    sigma = max(0, variance).squareRoot() * shown.factor
  }
}

/// Unit in which a value is displayed, and its factor: degrees for radians.
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
