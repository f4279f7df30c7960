public import Geometry

extension Geodetic {
  /// Returns the level displacement to a nearby place from differences of latitude and longitude: Δx = Δλ · metresPerLonDegree,
  /// Δy = Δh, Δz = −Δφ · metresPerLatDegree, both scales at the midpoint's latitude and height.
  ///
  /// The ground is treated as flat, so use it only for distances over which the Earth's curvature does not matter (8 cm of height
  /// in a kilometer), and `TangentPlane` for farther points. The midpoint makes lengths exact to third order. North is
  /// that at the midpoint, which differs from the start's by half the convergence of the meridians, Δx tan φ/2R.
  @inlinable public func smallOffset(to other: Geodetic) -> Displacement<Level> {
    let middle = Degrees((latitude.value + other.latitude.value) / 2)
    let height = (self.height + other.height) / 2
    let east =
      Ellipsoid.metresPerLongitudeDegree(at: middle, height: height)
      * longitudeDifference(from: longitude, to: other.longitude)
    let north = Ellipsoid.metresPerLatitudeDegree(at: middle, height: height) * (other.latitude - latitude)
    return .init(east.value, other.height.value - self.height.value, -north.value)
  }

  /// Returns the place at a level displacement: the inverse of `smallOffset(to:)`. The midpoint is found in three iterations.
  ///
  /// Not valid within a few kilometers of a pole, where a degree of longitude has no length.
  @inlinable public func moved(by offset: Displacement<Level>) -> Geodetic {
    var result = Geodetic(latitude: latitude, longitude: longitude, height: height + .metres(offset.y))
    let height = (self.height + result.height) / 2
    for _ in 0..<3 {
      let middle = Degrees((latitude.value + result.latitude.value) / 2)
      let north = Length.metres(-offset.z) / Ellipsoid.metresPerLatitudeDegree(at: middle, height: height)
      result.latitude = latitude + north
    }
    let middle = Degrees((latitude.value + result.latitude.value) / 2)
    let east = Length.metres(offset.x) / Ellipsoid.metresPerLongitudeDegree(at: middle, height: height)
    result.longitude = normalizedLongitude(longitude + east)
    return result
  }
}

/// Returns the shortest difference of two longitudes, in [−180°, 180°], without the rounding error of the subtraction:
/// b − a = d + e exactly (Knuth, TAOCP vol. 2, §4.2.2, theorem B), d is reduced without rounding, then e is added.
@inlinable func longitudeDifference(from a: Degrees, to b: Degrees) -> Degrees {
  let d = b.value - a.value
  let back = d - b.value
  let e = (b.value - (d - back)) - (a.value + back)
  let reduced = d.remainder(dividingBy: 360) + e
  return Degrees(reduced.magnitude <= 180 ? reduced : reduced.remainder(dividingBy: 360))
}

/// Returns the same meridian in [−180°, 180°]; a longitude already in range stays bit for bit.
@inlinable func normalizedLongitude(_ longitude: Degrees) -> Degrees {
  longitude.value.magnitude <= 180 ? longitude : Degrees(longitude.value.remainder(dividingBy: 360))
}
