public import Geometry

/// Ratios of a radius to the standard deviation per axis, σ, for a circular normal error: 68.3 % lie within r = √(−2 ln 0.317) σ
/// and 95 % within r = √(−2 ln 0.05) σ. gpsd reports 95 %, gnomon 68 %. Heights and speeds along one axis: 95 % within 1.960 σ.
public enum RadiusPerSigma {
  public static let of68 = 1.515
  public static let of95 = 2.448
  public static let axisOf95 = 1.960
  /// The ratio of the 95 % radius to the 68 % radius.
  public static let of95Per68 = of95 / of68
}

extension Fix {
  /// Returns the 68 % radius of the stated error; of the `assumed` one if none is stated or the stated one is zero.
  public func radius(assuming assumed: FixAssumptions) -> Length {
    let silent = mode == .threeDimensional ? assumed.error3D : assumed.error2D
    let stated = statesRadius ? horizontalError ?? silent : silent
    return stated * (RadiusPerSigma.of68 / RadiusPerSigma.of95)
  }

  /// True if the fix states a usable error; some receivers report 0 when they have no estimate.
  public var statesRadius: Bool { horizontalError.map { $0.isFinite && $0.value > 0 } ?? false }
}

/// Errors of fixes that state none: the 95 % radius, and 1 σ per axis of the velocity.
public struct FixAssumptions: Sendable {
  public var error3D = Length(5)
  public var error2D = Length(25)
  public var speed = Speed(0.3)
  public init() {}
}

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
