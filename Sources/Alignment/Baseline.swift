public import Geometry
import Samples

// The heading from two independent fixes. A fix whose circle of radius r contains the true place in 68 % of cases has an error of
// σ = r/1.515 along each axis (Rayleigh: r = σ √(−2 ln 0.32); 1.515 is that of the 68.27 % of one σ). The difference of two has
// an error of σ√2 across the line between them, so that over a baseline b the line's direction has an error of θ = σ√2/b, in
// radians. With a 95 % radius of 5 m: 11 m for 15° and 33 m for 5°.

/// Returns the distance between two independent fixes of that 68 % radius that gives a heading of that 1 σ: b = √2 r/(1.515 θ).
public func baseline(for heading: Angle, radius: Length) -> Length {
  Length(2.0.squareRoot() * radius.value / (RadiusPerSigma.of68 * heading.radians))
}

/// Returns the 1 σ of the heading between two independent fixes of that 68 % radius: θ = √2 r/(1.515 b), at most 180°.
public func headingSigma(over baseline: Length, radius: Length) -> Angle {
  let sigma = 2.0.squareRoot() * radius.value / (RadiusPerSigma.of68 * baseline.value)
  return Angle(sigma < .pi ? sigma : .pi)
}
