public import Geometry
import Samples

// What two independent fixes say of a heading. A fix whose circle of radius r holds the truth in 68 % of cases errs by
// σ = r/1.515 along each axis (Rayleigh: r = σ √(−2 ln 0.32); 1.515 is that of the 68.27 % of one σ). The difference of two
// errs by σ√2 across the line between them, so that over a baseline b the line's direction errs by θ = σ√2/b, in radians.
// With a 95 % radius of 5 m: 11 m for 15° and 33 m for 5° (features.md §4).

/// How far apart two independent fixes of that 68 % radius must be for a heading of that 1 σ: b = √2 r/(1.515 θ).
public func baseline(for heading: Angle, radius: Length) -> Length {
  Length(2.0.squareRoot() * radius.value / (RadiusPerSigma.of68 * heading.radians))
}

/// The 1 σ of the heading between two independent fixes of that 68 % radius: θ = √2 r/(1.515 b), at most 180°.
public func headingSigma(over baseline: Length, radius: Length) -> Angle {
  let sigma = 2.0.squareRoot() * radius.value / (RadiusPerSigma.of68 * baseline.value)
  return Angle(sigma < .pi ? sigma : .pi)
}
