public import Geometry

/// The WGS 84 ellipsoid: an ellipse with semi-axes a and b, rotated about its short axis, which is the Earth's axis.
///
/// NIMA TR8350.2, "Department of Defense World Geodetic System 1984" (3rd edition, 2000), tables 3.1 and 3.3. a and f
/// define it; the other values are derived here, and become constants when compiled.
public enum Ellipsoid {
  /// a
  @inlinable public static var semiMajorAxis: Length { .metres(a) }
  /// b = a(1 − f)
  @inlinable public static var semiMinorAxis: Length { .metres(b) }
  /// f = (a − b)/a
  @inlinable public static var flattening: Double { 1 / 298.257_223_563 }
  /// n = (a − b)/(a + b) = f/(2 − f)
  @inlinable public static var thirdFlattening: Double { flattening / (2 - flattening) }
  /// e² = (a² − b²)/a² = f(2 − f)
  @inlinable public static var squaredEccentricity: Double { flattening * (2 - flattening) }
  /// e′² = (a² − b²)/b² = e²/(1 − e²)
  @inlinable public static var secondSquaredEccentricity: Double { squaredEccentricity / (1 - squaredEccentricity) }

  @inlinable static var a: Double { 6_378_137 }
  @inlinable static var b: Double { a * (1 - flattening) }
}
