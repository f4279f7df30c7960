public import Geometry

/// The shortest line on the ellipsoid between two places, with its length and its azimuth at both ends.
///
/// Karney 2013 (see `GeodesicSeries`). Heights are ignored. Both azimuths point forward along the line, in [0, 2π); at a
/// pole they are measured from the meridian of the stated longitude; between equal places they are 0.
/// If two lines are equally short (between opposite ends of a meridian, for example), one of them is returned. Numbers that are
/// not finite give NaN.
@frozen public struct Geodesic: Sendable {
  public let start: Geodetic
  public let end: Geodetic
  public let distance: Length
  /// Azimuth at the start.
  public let azimuth: Angle
  /// Azimuth at the end.
  public let finalAzimuth: Angle

  @usableFromInline init(start: Geodetic, end: Geodetic, distance: Length, azimuth: Angle, finalAzimuth: Angle) {
    self.start = start
    self.end = end
    self.distance = distance
    self.azimuth = azimuth
    self.finalAzimuth = finalAzimuth
  }

  /// The direct problem: a line from a place, with an azimuth and a distance.
  public init(from start: Geodetic, azimuth: Angle, distance: Length) {
    let line = GeodesicLine(from: start, azimuth: azimuth)
    let station = line.station(at: distance)
    self.init(
      start: start, end: station.place, distance: distance, azimuth: line.azimuth, finalAzimuth: station.azimuth)
  }

  /// The inverse problem: the line between two places.
  ///
  /// By the symmetries of the ellipsoid the problem is mirrored so that the first point is south of the equator and farther from
  /// it than the second, and the second is to the east: φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁, 0 ≤ λ₁₂ ≤ π (eq. 44). The solution is mirrored
  /// back.
  public init(from start: Geodetic, to end: Geodetic) {
    guard (start.latitude + end.latitude).isFinite && (start.longitude + end.longitude).isFinite else {
      let none = Angle(.nan)
      self.init(start: start, end: end, distance: .metres(.nan), azimuth: none, finalAzimuth: none)
      return
    }
    let λ12 = longitudeDifference(from: start.longitude, to: end.longitude)
    let φ1 = notable(start.latitude), φ2 = notable(end.latitude)
    let exchanged = φ1.magnitude < φ2.magnitude
    let sign: Double = (exchanged ? φ2 : φ1).value > 0 ? -1 : 1
    let solution = CanonicalGeodesic.solve(
      Degrees(sign * (exchanged ? φ2 : φ1).value), Degrees(sign * (exchanged ? φ1 : φ2).value), λ12.magnitude)

    // Exchanging the ends reverses the line and, to keep it eastbound, mirrors it: only the cosines change sign.
    let first = exchanged ? solution.α2 : solution.α1, last = exchanged ? solution.α1 : solution.α2
    let north = exchanged ? -sign : sign
    let east: Double = λ12.value < 0 ? -1 : 1
    let coincident = solution.distance == 0
    self.init(
      start: start, end: end, distance: .metres(solution.distance),
      azimuth: coincident ? .zero : Angle.arcTangent(east * first.sine, north * first.cosine).azimuth,
      finalAzimuth: coincident ? .zero : Angle.arcTangent(east * last.sine, north * last.cosine).azimuth)
  }

  /// The whole line, to compute points on it.
  public var line: GeodesicLine { GeodesicLine(from: start, azimuth: azimuth) }
}

/// Moves latitudes within 0.1 nm of the equator onto it: their squares are lost beside 1, and the quadrants with them.
private func notable(_ latitude: Degrees) -> Degrees { latitude.value.magnitude < 0x1p-50 ? .zero : latitude }
