public import Geometry

/// The size (1 σ per axis) of the slow part of a fix's error. It takes over a smaller stated error at once and a larger one
/// gradually; the part of the stated error beyond it counts as white noise. (If the bias were scaled by each stated error, a
/// change of that error would be mistaken for information about the bias.)
public struct FixBiasLevel: Sendable {
  public private(set) var value: Double?

  public init() {}

  /// Updates the level with a fix's stated error, 1 σ per axis in meters. Returns the factor by which the known bias shrinks and
  /// the variance that remains as white noise. A stated error up to 1.5 times the level is taken over at once.
  public mutating func ingest(
    _ claim: Double, after span: TimeSpan, rise: TimeSpan
  ) -> (shrink: Double, rest: Double) {
    guard let level = value else {
      value = claim
      return (1, 0)
    }
    if claim <= 1.5 * level {
      value = claim
      return (min(1, claim / level), 0)
    }
    let bounded = min(claim, 10 * level)
    let grown = level * level + (bounded * bounded - level * level) * (1 - exp(-span.value / rise.value))
    value = grown.squareRoot()
    return (1, claim * claim - grown)
  }
}
