/// An angle, stored in radians. Azimuths (bearings, headings) are angles clockwise from true north seen from above.
public typealias Angle = Quantity<Radian>

extension Quantity where U: AngularUnit {
  @inlinable public static func degrees(_ value: Double) -> Self { Self(value * (.pi / 180)) }
  @inlinable public var radians: Double { value }
  @inlinable public var degrees: Double { value * (180 / .pi) }
}

extension Quantity where U == Radian {
  @inlinable public static func radians(_ value: Double) -> Self { Self(value) }
  @inlinable public init(_ degrees: Degrees) { self = .degrees(degrees.value) }

  @inlinable public var sine: Double { sin(value) }
  @inlinable public var cosine: Double { cos(value) }
  @inlinable public var tangent: Double { tan(value) }

  @inlinable public static func arcTangent(_ y: Double, _ x: Double) -> Self { Self(atan2(y, x)) }
  /// Returns the arcsine of a ratio, clamped to ±1 against rounding.
  @inlinable public static func arcSine(_ ratio: Double) -> Self { Self(asin(max(-1, min(1, ratio)))) }

  /// The same direction in [−π, π]: the shortest way to turn.
  @inlinable public var wrapped: Self {
    value.magnitude < .pi ? self : Self(value.remainder(dividingBy: 2 * .pi))
  }
  /// The same direction in [0, 2π), the usual range of azimuths.
  @inlinable public var azimuth: Self {
    let turn = value.magnitude < 2 * .pi ? value : value.truncatingRemainder(dividingBy: 2 * .pi)
    let positive = turn < 0 ? turn + 2 * .pi : turn
    return Self(positive < 2 * .pi ? positive : 0)  // −1e-20 + 2π rounds to 2π
  }
}
