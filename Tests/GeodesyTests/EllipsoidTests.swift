import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct EllipsoidTests {
  /// TR8350.2 table 3.3 prints the derived constants.
  @Test func derivedConstantsAreThoseOfTheReport() {
    expect((Ellipsoid.semiMinorAxis.value - 6_356_752.3142).magnitude, isBelow: 5e-5)
    expect((Ellipsoid.squaredEccentricity - 6.694_379_990_14e-3).magnitude, isBelow: 5e-15)
    expect((Ellipsoid.secondSquaredEccentricity - 6.739_496_742_28e-3).magnitude, isBelow: 5e-15)
  }

  /// A degree of latitude and of longitude against the difference of positions of neighboring places.
  @Test(arguments: [-90, -66.5, -12, 0, 0.001, 45, 60, 89.9]) func scalesAreDerivativesOfPosition(_ latitude: Double) {
    let step = 1e-3
    for height in [0.0, 4000] {
      let northward = gap(place(latitude - step, 20, height), place(latitude + step, 20, height)) / (2 * step)
      let scale = Ellipsoid.metresPerLatitudeDegree(at: Degrees(latitude), height: .metres(height)).value
      expect((northward - scale).magnitude, isBelow: 2e-4)
      let eastward = gap(place(latitude, 20 - step, height), place(latitude, 20 + step, height)) / (2 * step)
      let along = Ellipsoid.metresPerLongitudeDegree(at: Degrees(latitude), height: .metres(height)).value
      expect((eastward - along).magnitude, isBelow: 2e-4)
    }
  }

  @Test func theMeridiansRadiusAtThePoleIsPublished() {
    let polar = 6_399_593.6258  // TR8350.2 table 3.3: c = a²/b
    expect((Ellipsoid.meridianRadius(at: Degrees(90)).value - polar).magnitude, isBelow: 1e-4)
    expect(Ellipsoid.metresPerLongitudeDegree(at: Degrees(90)).value, equals: 0)
  }

  /// Normal gravity at the equator and at the poles is that of TR8350.2 table 3.4; the mean over latitude is 9.797 643 2222
  /// there.
  @Test func normalGravityAtEquatorPoleAndOnAverage() {
    expect(Ellipsoid.normalGravity(at: Degrees(0)).value, equals: 9.780_325_335_9)
    expect((Ellipsoid.normalGravity(at: Degrees(90)).value - 9.832_184_937_8).magnitude, isBelow: 2e-10)
    expect(Ellipsoid.normalGravity(at: Degrees(-90)), equals: Ellipsoid.normalGravity(at: Degrees(90)))
    // mean over the ellipsoid's area: the weight is the meridian's radius times that of the parallel
    var sum = 0.0, area = 0.0
    for i in 0..<18_000 {
      let latitude = Degrees((Double(i) + 0.5) / 100 - 90)
      let weight =
        Ellipsoid.meridianRadius(at: latitude).value * Ellipsoid.metresPerLongitudeDegree(at: latitude).value
      sum += weight * Ellipsoid.normalGravity(at: latitude).value
      area += weight
    }
    expect((sum / area - 9.797_643_222_2).magnitude, isBelow: 1e-8)
  }

  /// The free-air gradient with normal gravity γ at latitude φ, −2γ/a (1 + f + m − 2f sin²φ), is ≈ −0.308 77 mGal/m at the
  /// equator and −0.308 34 at the poles (Torge and Müller, Geodesy, §4.2), and it weakens with height.
  @Test func gravityFallsWithHeight() {
    func gradient(_ latitude: Double, _ height: Double) -> Double {
      let up = Ellipsoid.normalGravity(at: Degrees(latitude), height: .metres(height + 1)).value
      return (up - Ellipsoid.normalGravity(at: Degrees(latitude), height: .metres(height - 1)).value) / 2
    }
    expect((gradient(0, 0) + 3.0877e-6).magnitude, isBelow: 2e-10)
    expect((gradient(90, 0) + 3.0834e-6).magnitude, isBelow: 4e-10)
    expect(gradient(45, 10_000), isAbove: gradient(45, 0))
  }
}
