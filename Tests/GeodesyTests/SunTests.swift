import Expectations
import Geometry
import Testing

@testable import Geodesy

@Suite struct SunTests {
  /// Meeus, example 25.a: 1992 October 13, 0h TD: α = 198.38083°, δ = −7.78507°.
  @Test func meeusExample() {
    let sun = Equatorial(dynamicalDays: 2_448_908.5 - 2_451_545)
    expect((sun.rightAscension.value + 360 - 198.380_83).magnitude, isBelow: 1e-4)
    expect((sun.declination.degrees.value + 7.785_07).magnitude, isBelow: 1e-4)
  }

  /// Meeus, examples 12.a and 12.b, through the hour angle: Greenwich mean sidereal time on 1987 April 10 at 0h is
  /// 13h10m46.3668s (apparent 13h10m46.1351s). On the equator at longitude 0 a sun of declination δ stands at
  /// elevation h with sin h = cos δ cos H.
  @Test func siderealTime() throws {
    let time = try #require(UTC("1987-04-10T00:00:00Z"))
    let equatorial = Equatorial(dynamicalDays: Sun.daysSince2000(time) + Sun.dynamicalTimeLead / 86_400)
    let sidereal = (13 + 10 / 60.0 + 46.1351 / 3600) * 15
    let hour = Angle.degrees(sidereal - equatorial.rightAscension.value)
    let sun = Sun(from: place(0, 0), at: time)
    expect((sun.elevation.sine - equatorial.declination.cosine * hour.cosine).magnitude, isBelow: 1e-5)
  }

  /// Astropy 7 (ERFA, full theory, topocentric, without refraction).
  @Test(arguments: [
    ("2026-11-20T09:15:00Z", 52.52, 13.405, 156.4431, 14.7364), ("2026-06-21T12:00:00Z", 0, 0, 1.0478, 66.5571),
    ("2025-03-20T09:01:30Z", -33.86, 151.21, 261.6629, -12.1965),
    ("2024-02-29T23:59:59Z", 40.71, -74, 272.7188, -14.6574), ("2026-12-21T03:00:00Z", 69.65, 18.96, 74.3372, -30.6861),
    ("2026-06-21T23:30:00Z", 78.22, 15.65, 7.1849, 11.7523), ("1992-10-13T00:00:00Z", 35.68, 139.69, 133.9005, 34.3823),
    ("2015-07-04T18:20:10Z", 19.43, -99.13, 53.8335, 84.0742),
    ("2030-01-01T00:00:00Z", -77.85, 166.67, 15.9113, 34.7479),
    ("2026-09-23T05:00:00Z", 89.9, 45, 121.8813, -0.0292), ("2000-01-01T12:00:00Z", 51.48, 0, 179.2170, 15.4817),
    ("2050-08-15T06:30:00Z", 28.61, 77.21, 156.5171, 74.1784), ("1970-01-01T00:00:00Z", -54.8, -68.3, 240.1264, 7.5217),
    ("2026-03-01T18:00:00Z", -22.9, -43.2, 283.1728, 45.2347),
  ]) func agreesWithFullTheory(
    _ text: String, _ latitude: Double, _ longitude: Double, _ azimuth: Double, _ elevation: Double
  ) throws {
    let sun = Sun(from: place(latitude, longitude), at: try #require(UTC(text)))
    let off = (sun.elevation.degrees - elevation).magnitude
    let across = (sun.azimuth.turn(to: .degrees(azimuth)) * sun.elevation.cosine).degrees.magnitude
    print("sun, \(text): azimuth × cos h off by \(across)°, elevation by \(off)°")
    expect(off, isBelow: 0.02)
    expect(across, isBelow: 0.02)
  }

  /// The year's turning points, by almanac (USNO: equinox 2026-03-20 14:46, solstices 06-21 08:25 and 12-21 20:50 UTC).
  @Test func seasons() throws {
    func declination(_ text: String) throws -> Double {
      Sun(from: place(90, 0), at: try #require(UTC(text))).elevation.degrees  // at the pole this is the declination
    }
    try expect(declination("2026-03-20T14:46:00Z").magnitude, isBelow: 0.005)
    try expect((declination("2026-06-21T08:25:00Z") - 23.436).magnitude, isBelow: 0.005)
    try expect((declination("2026-12-21T20:50:00Z") + 23.436).magnitude, isBelow: 0.005)
    try expect(declination("2026-03-20T14:46:00Z"), isAbove: declination("2026-03-20T08:46:00Z"))
  }

  /// Mirrored about the equator, on an equinox, the sun has the same elevation; and it culminates due south or due north.
  @Test func symmetries() throws {
    let noon = try #require(UTC("2026-03-20T14:46:00Z"))
    for latitude in [10.0, 45, 80] {
      let north = Sun(from: place(latitude, 0), at: noon), south = Sun(from: place(-latitude, 0), at: noon)
      expect((north.elevation - south.elevation).degrees.magnitude, isBelow: 0.01)
      expect((north.azimuth.degrees + south.azimuth.degrees - 540).magnitude, isBelow: 0.02)
    }
    // through a day: highest where the azimuth passes south, and as many degrees of azimuth east before as west after
    let start = try #require(UTC("2026-06-21T00:00:00Z"))
    var highest = Sun(from: place(50, 0), at: start)
    for minute in 0..<1440 {
      let time = UTC(nanosecondsSince1970: start.nanosecondsSince1970 + Int64(minute) * 60_000_000_000)
      let sun = Sun(from: place(50, 0), at: time)
      if sun.elevation > highest.elevation { highest = sun }
      expect((sun.azimuth.degrees > 180), equals: (minute > 721 || minute < 2))
    }
    expect((highest.azimuth.degrees - 180).magnitude, isBelow: 0.5)
    expect((highest.elevation.degrees - (90 - 50 + 23.436)).magnitude, isBelow: 0.01)
  }

  /// Meeus: 28.75′ at a true elevation of 0.5541° (the inverse of example 16.a: at an apparent 0.5° the refraction is 28.754′);
  /// 34′ lifts the limb at the horizon. The apparent elevation never falls with the true one and has no step.
  @Test func refraction() {
    func lift(_ degrees: Double) -> Double {
      let sun = Sun(azimuth: .zero, elevation: .degrees(degrees))
      return (sun.apparentElevation - sun.elevation).degrees * 60
    }
    expect((lift(0.5 - 28.754 / 60) - 28.754).magnitude, isBelow: 0.4)
    expect((lift(45) - 1.01).magnitude, isBelow: 0.01)
    expect(lift(90).magnitude, isBelow: 1e-3)
    expect(lift(-90).magnitude, isBelow: 1e-3)
    expect((lift(-1.000_001) - lift(-0.999_999)).magnitude, isBelow: 1e-3)
    var before = -91.0
    for step in 0...18_000 {
      let sun = Sun(azimuth: .zero, elevation: .degrees(Double(step) / 100 - 90))
      #expect(sun.apparentElevation.degrees >= before && sun.apparentElevation.degrees <= 90)
      before = sun.apparentElevation.degrees
    }
  }

  @Test(arguments: [
    (10.0, Daylight.day), (-0.8329, .day), (-0.8331, .twilight), (-5.999, .twilight), (-6.001, .night), (-90, .night),
  ]) func daylight(_ elevation: Double, _ light: Daylight) {
    expect(Daylight(sunElevation: .degrees(elevation)), equals: light)
    expect(Sun(azimuth: .zero, elevation: .degrees(elevation)).daylight, equals: light)
  }
}
