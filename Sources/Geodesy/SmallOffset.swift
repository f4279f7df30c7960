public import Geometry

extension Geodetic {
  /// The level displacement to a near place by differences of latitude and longitude: Δx = Δλ · metresPerLonDegree,
  /// Δy = Δh, Δz = −Δφ · metresPerLatDegree, both scales at the midpoint's latitude and height (features.md §2).
  ///
  /// The ground counts as flat, so this is for distances over which the Earth's curve does not matter (8 cm of height
  /// in a kilometre); farther points go through `TangentPlane`. The midpoint makes lengths exact to third order; north is
  /// the midpoint's, which differs from the start's by half the convergence of the meridians, Δx tan φ/2R.
  @inlinable public func smallOffset(to other: Geodetic) -> Displacement<Level> {
    let middle = Degrees((latitude.value + other.latitude.value) / 2)
    let height = (self.height + other.height) / 2
    let east =
      Ellipsoid.metresPerLongitudeDegree(at: middle, height: height)
      * longitudeDifference(from: longitude, to: other.longitude)
    let north = Ellipsoid.metresPerLatitudeDegree(at: middle, height: height) * (other.latitude - latitude)
    return .init(east.value, other.height.value - self.height.value, -north.value)
  }

  /// The near place a level displacement leads to: the inverse of `smallOffset(to:)`, its midpoint by three rounds.
  ///
  /// Not for use within a few kilometres of a pole, where a degree of longitude has no length.
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

/// The shortest way from one longitude to another, in [−180°, 180°], as if the subtraction did not round:
/// b − a = d + e exactly (Knuth, TAOCP vol. 2, §4.2.2, theorem B), d is reduced without rounding, then e is given back.
@inlinable func longitudeDifference(from a: Degrees, to b: Degrees) -> Degrees {
  let d = b.value - a.value
  let back = d - b.value
  let e = (b.value - (d - back)) - (a.value + back)
  let reduced = d.remainder(dividingBy: 360) + e
  return Degrees(reduced.magnitude <= 180 ? reduced : reduced.remainder(dividingBy: 360))
}

/// The same meridian in [−180°, 180°]; longitudes already there keep their bits.
@inlinable func normalizedLongitude(_ longitude: Degrees) -> Degrees {
  longitude.value.magnitude <= 180 ? longitude : Degrees(longitude.value.remainder(dividingBy: 360))
}
