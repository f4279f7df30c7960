public import Geometry

/// The sun's position in the sky of a place.
///
/// J. Meeus, "Astronomical Algorithms" (2nd edition, 1998): the apparent place by ch. 25's low-accuracy theory (0.01°),
/// sidereal time by eq. 12.4, horizontal coordinates by eq. 13.5 and 13.6, refraction by eq. 16.4. UTC is used for UT1
/// (less than 0.9 s apart), and parallax (0.0024°) is neglected. The error is below 0.02° from 1950 to 2100.
@frozen public struct Sun: Hashable, Sendable {
  /// Azimuth of the disc's center, clockwise from true north, in [0, 2π).
  public var azimuth: Angle
  /// Geometric elevation of the disc's center, without refraction.
  public var elevation: Angle

  @inlinable public init(azimuth: Angle, elevation: Angle) {
    self.azimuth = azimuth
    self.elevation = elevation
  }

  public init(from place: Geodetic, at time: UTC) {
    let days = Self.daysSince2000(time)
    let position = Equatorial(dynamicalDays: days + Self.dynamicalTimeLead / 86_400)
    // Greenwich apparent sidereal time: the mean one (12.4) plus the nutation in right ascension, `nutation · cos(obliquity)`
    let t = days / 36_525
    let wholeDays = days.rounded(.down)
    // Of 360.985 647…° a day, 360° are removed first, so that no digits are lost
    let mean =
      280.460_618_37 + 360 * (days - wholeDays) + 0.985_647_366_29 * days + t * t * (0.000_387_933 - t / 38_710_000)
    let sidereal = Degrees(mean) + Degrees(position.nutation * position.obliquity.cosine)
    let hour = SineCosine(sidereal + place.longitude - position.rightAscension)
    let φ = SineCosine(place.latitude), δ = position.declination
    // 13.5 and 13.6; Meeus measures azimuth from the south
    azimuth =
      Angle.arcTangent(
        -δ.cosine * hour.sine, δ.sine * φ.cosine - δ.cosine * hour.cosine * φ.sine
      ).azimuth
    elevation = .arcSine(φ.sine * δ.sine + φ.cosine * δ.cosine * hour.cosine)
  }

  /// The elevation at which the sun is seen, raised by refraction at 10 °C and 1010 hPa.
  ///
  /// R = 1.02′/tan(h + 10.3/(h + 5.11)), h in degrees (eq. 16.4, Sæmundsson). Below −1°, where the sun is not visible and the
  /// formula does not apply, R decreases as the cotangent of the depth, without a step.
  public var apparentElevation: Angle {
    let h = elevation.degrees
    let floor = max(h, -1)
    let r = 1.02 / 60 / Angle.degrees(floor + 10.3 / (floor + 5.11)).tangent
    let faded = h < -1 ? r * Angle.degrees(1).tangent / Angle.degrees(-h).tangent : r
    return .degrees(min(90, h + max(0, faded)))
  }

  public var daylight: Daylight { Daylight(sunElevation: elevation) }

  /// TT − UTC: 32.184 s and the 37 leap seconds since 2017. The sun moves 0.04″ in a second, so this is sufficient for
  /// decades before and after.
  static let dynamicalTimeLead = 69.184

  /// Returns the days of 86 400 s since 2000-01-01T12:00:00Z (JD 2 451 545).
  static func daysSince2000(_ time: UTC) -> Double {
    Double(time.days - 10_957) - 0.5 + time.timeOfDay.value / 86_400
  }
}

/// The sun's apparent position among the stars (Meeus ch. 25, "low accuracy").
struct Equatorial {
  let rightAscension: Degrees
  let declination: SineCosine
  let obliquity: SineCosine
  /// The largest term of the nutation in longitude, in degrees.
  let nutation: Double

  init(dynamicalDays days: Double) {
    let t = days / 36_525
    // 25.2 to 25.4 and the equation of the center
    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = Degrees((357.52911 + t * (35_999.05029 - t * 0.0001537)).remainder(dividingBy: 360))
    let center =
      (1.914602 - t * (0.004817 + t * 0.000014)) * SineCosine(anomaly).sine
      + (0.019993 - t * 0.000101) * SineCosine(2 * anomaly).sine
      + 0.000289 * SineCosine(3 * anomaly).sine
    // aberration −0.00569° and nutation; 22.2, 25.8
    let node = SineCosine(Degrees((125.04 - 1934.136 * t).remainder(dividingBy: 360)))
    nutation = -0.00478 * node.sine
    let longitude = SineCosine(Degrees((meanLongitude + center - 0.00569 + nutation).remainder(dividingBy: 360)))
    let meanObliquity = 23.439_291_1 - t * (0.013_004_167 + t * (1.639e-7 - t * 5.036e-7))
    obliquity = SineCosine(Degrees(meanObliquity + 0.00256 * node.cosine))
    // 25.6 and 25.7
    rightAscension = SineCosine(sine: obliquity.cosine * longitude.sine, cosine: longitude.cosine).degrees
    let sine = obliquity.sine * longitude.sine
    declination = SineCosine(sine: sine, cosine: (1 - sine * sine).squareRoot())
  }
}
