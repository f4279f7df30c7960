public import Geometry

// The elements of a field on a tangent plane (WMM2020 technical report, eq. 19).
extension Vector where U == Microtesla, F == ENU {
  /// The azimuth of magnetic north, positive east, in [−π, π]: true azimuth = magnetic azimuth + declination.
  @inlinable public var declination: Angle { .arcTangent(x, y) }
  /// The dip below the horizontal, positive down, in [−π/2, π/2].
  @inlinable public var inclination: Angle { .arcTangent(-z, horizontalStrength.value) }
  @inlinable public var horizontalStrength: FluxDensity { FluxDensity((x * x + y * y).squareRoot()) }
  @inlinable public var totalStrength: FluxDensity { norm }
}
