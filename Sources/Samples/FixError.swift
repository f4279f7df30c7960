public import Geometry

/// What radii say of a circular normal error of 1 σ per axis: 68.3 % lie within √(−2 ln 0.317) σ and 95 % within
/// √(−2 ln 0.05) σ. gpsd states 95 %, gnomon 68 %. Heights and speeds along one axis: 95 % within 1.960 σ.
public enum RadiusPerSigma {
  public static let of68 = 1.515
  public static let of95 = 2.448
  public static let axisOf95 = 1.960
  /// How much larger the radius of 95 % is than that of 68 %.
  public static let of95Per68 = of95 / of68
}

extension Fix {
  /// The radius, 68 %, of what is stated; of `assumed` where nothing is, or nothing that can be meant: a radius of zero.
  public func radius(assuming assumed: FixAssumptions) -> Length {
    let silent = mode == .threeDimensional ? assumed.error3D : assumed.error2D
    let stated = statesRadius ? horizontalError ?? silent : silent
    return stated * (RadiusPerSigma.of68 / RadiusPerSigma.of95)
  }

  /// Whether it says how far off it may be: an error of zero says nothing.
  public var statesRadius: Bool { horizontalError.map { $0.isFinite && $0.value > 0 } ?? false }
}

/// The radius, 95 %, of fixes that state none.
public struct FixAssumptions: Sendable {
  public var error3D = Length(5)
  public var error2D = Length(25)
  public init() {}
}

/// The size, 1 σ per axis, of the slow part of a fix's error. It follows better claims at once and worse ones hesitantly;
/// what a fix claims beyond it is white. (Scaling a bias by every claim would let a change of the claim pass for knowledge
/// of the bias.)
public struct FixBiasLevel: Sendable {
  public private(set) var value: Double?

  public init() {}

  /// Takes a claim in, 1 σ per axis in metres; returns by how much the bias known so far shrinks, and the variance that is
  /// left over as white. A claim up to half as large again is followed.
  public mutating func take(
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
