public import Geometry

/// The area between two parallels and two meridians, as used in requests to an index of places or a map server.
@frozen public struct GeodeticBox: Hashable, Sendable {
  public var south: Degrees
  public var north: Degrees
  /// Western edge in [−180°, 180°]; east of `east` if the box crosses the date line.
  public var west: Degrees
  public var east: Degrees

  public init(south: Degrees, north: Degrees, west: Degrees, east: Degrees) {
    self.south = south
    self.north = north
    self.west = west
    self.east = east
  }

  /// The smallest simple box that contains all places within a distance of a place.
  ///
  /// A geodesic of length s changes the latitude by at most s / M at the equator, where the meridian is most curved. On the
  /// auxiliary sphere (Karney 2013, see `GeodesicSeries`) its arc is at most σ = s/b, the longitude of its end is at most that on
  /// the sphere, and the reduced latitude is nearer to the equator than the latitude, so sin Δλ ≤ sin σ / cos φ (tangent
  /// meridians of a small circle; Bronshtein et al., Handbook of Mathematics, 2015, §3.4.3).
  public init(around place: Geodetic, radius: Length) {
    let climb = Degrees(Angle(radius.value / Ellipsoid.meridianRadius(at: .zero).value))
    south = max(Degrees(-90), place.latitude - climb)
    north = min(Degrees(90), place.latitude + climb)
    let arc = Angle(radius / Ellipsoid.semiMinorAxis)
    let ratio = arc.sine / SineCosine(place.latitude).cosine
    guard south > Degrees(-90), north < Degrees(90), arc.radians < .pi / 2, ratio < 1 else {
      (west, east) = (Degrees(-180), Degrees(180))
      return
    }
    let aside = Degrees(Angle.arcSine(ratio))
    west = normalizedLongitude(place.longitude - aside)
    east = normalizedLongitude(place.longitude + aside)
  }

  /// The same area as boxes that do not cross the date line: two boxes if it crosses or touches it, because a place on that line
  /// may have the longitude 180° or −180°.
  public var pieces: [GeodeticBox] {
    let whole = Degrees(180)
    if west > east {
      return [
        Self(south: south, north: north, west: west, east: whole),
        Self(south: south, north: north, west: -whole, east: east),
      ]
    }
    if east - west >= whole + whole { return [self] }
    if east >= whole { return [self, Self(south: south, north: north, west: -whole, east: -whole)] }
    if west <= -whole { return [self, Self(south: south, north: north, west: whole, east: whole)] }
    return [self]
  }

  public func contains(_ place: Geodetic) -> Bool {
    let longitude = normalizedLongitude(place.longitude)
    return pieces.contains {
      $0.south <= place.latitude && place.latitude <= $0.north && $0.west <= longitude && longitude <= $0.east
    }
  }
}
