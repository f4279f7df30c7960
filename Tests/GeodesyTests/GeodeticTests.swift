import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct GeodeticTests {
  @Test func axesArePlacedByDefinition() {
    expect(place(0, 0).earthCentred, equals: Displacement<ECEF>(6_378_137, 0, 0))
    expect(place(0, 90, 10).earthCentred, equals: Displacement<ECEF>(0, 6_378_147, 0))
    expect(place(0, -90).earthCentred, equals: Displacement<ECEF>(0, -6_378_137, 0))
    let pole = place(90, 17).earthCentred
    #expect(pole.x == 0 && pole.y == 0 && (pole.z - Ellipsoid.semiMinorAxis.value).magnitude < 2e-9)
  }

  /// The definition, without the forward formula: a point h down the normal is on the ellipsoid.
  @Test func heightIsAlongTheNormal() {
    var g = Generator(seed: 3, stream: "normal")
    let a = Ellipsoid.semiMajorAxis.value, b = Ellipsoid.semiMinorAxis.value
    var worst = Worst()
    for _ in 0..<100_000 {
      let radius = g.uniform(in: 6_300_000...50_000_000)
      let position =
        Displacement<ECEF>(g.gaussian3()).direction.map { Displacement<ECEF>($0.components * radius) } ?? .zero
      let found = Geodetic(position)
      let φ = Angle(found.latitude), λ = Angle(found.longitude)
      let normal = SIMD3(φ.cosine * λ.cosine, φ.cosine * λ.sine, φ.sine)
      let foot = position.components - found.height.value * normal
      // (f − 1) a/2 is the distance from the ellipsoid to first order
      let f = (foot.x * foot.x + foot.y * foot.y) / (a * a) + foot.z * foot.z / (b * b)
      worst.see((f.squareRoot() - 1) * a, found)
    }
    print("geodetic of ECEF, foot of the normal off the ellipsoid by \(worst.value) m at \(worst.at)")
    expect(worst.value, isBelow: 5e-8)
  }

  /// There and back in three shells; degrees of latitude count 111 km each.
  @Test(arguments: [
    ("ground to air", -500.0, 50_000.0, 1e-8), ("orbits", 50_000, 36_000_000, 5e-8), ("far", 4e7, 1e12, 1e-3),
    ("mantle", -6_000_000, -500, 2e-8),
  ]) func roundTrip(_ shell: String, _ lowest: Double, _ highest: Double, _ bar: Double) {
    var g = Generator(seed: 4, stream: "round trip")
    var along = Worst(), up = Worst(), space = Worst()
    for i in 0..<200_000 {
      var latitude = 90 - 180 / .pi * acos(g.uniform(in: -1...1))
      if i % 10 == 0 { latitude = (g.next() & 1 == 0 ? 1 : -1) * (90 - exp(g.uniform(in: -35...0))) }
      if i % 10 == 1 { latitude = exp(g.uniform(in: -700...0)) }
      let start = place(latitude, g.uniform(in: -180...180), g.uniform(in: lowest...highest))
      let position = start.earthCentred
      let found = Geodetic(position)
      let radius = max(1, position.norm.value)
      along.see((found.latitude.value - latitude) * .pi / 180 * radius, start)
      up.see((found.height - start.height).value, start)
      space.see((found.earthCentred - position).norm.value, start)
    }
    print("round trip, \(shell): latitude \(along.value) m, height \(up.value) m, position \(space.value) m", along.at)
    expect(along.value, isBelow: bar)
    expect(up.value, isBelow: bar)
    expect(space.value, isBelow: bar)
  }

  /// Near the center two or more normals meet in a point; any of them leads back to the point.
  @Test func everyPointInsideIsReached() {
    var g = Generator(seed: 5, stream: "inside")
    var space = Worst()
    func check(_ position: Displacement<ECEF>) {
      let found = Geodetic(position)
      expect(found.latitude.value.magnitude, isAtMost: 90)
      space.see((found.earthCentred - position).norm.value, position)
    }
    for _ in 0..<100_000 {
      // the evolute reaches e²a = 42.7 km along the equator and 42.8 km along the axis
      let scale = exp(g.uniform(in: log(1e-200)...log(100_000)))
      check(Displacement<ECEF>(g.gaussian3() * scale))
      let flat = exp(g.uniform(in: -700...10))
      check(Displacement<ECEF>(g.gaussian() * 30_000, g.gaussian() * 30_000, g.gaussian() * flat))
      check(Displacement<ECEF>(g.gaussian() * 60_000, g.gaussian() * 60_000, 0))
      check(Displacement<ECEF>(0, 0, g.gaussian() * 60_000))
      check(Displacement<ECEF>(g.gaussian() * flat, 0, g.gaussian() * 60_000))
    }
    print("round trip, within the evolute: position \(space.value) m at \(space.at)")
    expect(space.value, isBelow: 2e-8)
  }

  @Test func theCentreIsDefined() {
    let center = Geodetic(Displacement<ECEF>.zero)
    expect(center.latitude.value, equals: 90)
    expect(center.longitude.value, equals: 0)
    expect((center.height + Ellipsoid.semiMinorAxis).value.magnitude, isBelow: 2e-9)
    expect(center.earthCentred.norm.value, isBelow: 2e-9)
  }

  @Test func polesKeepTheirLatitudeAndDateLineItsSide() {
    expect(Geodetic(Displacement<ECEF>(0, 0, 7e6)).latitude.value, equals: 90)
    expect(Geodetic(Displacement<ECEF>(0, 0, -7e6)).latitude.value, equals: -90)
    expect(Geodetic(Displacement<ECEF>(-7e6, 0, 0)).longitude.value, equals: 180)
    expect(Geodetic(Displacement<ECEF>(-7e6, -1e-3, 0)).longitude.value, isBelow: -179.99999)
    expect(Geodetic(Displacement<ECEF>(.nan, 0, 0)).isFinite, equals: false)
    expect(Geodetic(Displacement<ECEF>(.infinity, 0, 0)).isFinite, equals: false)
  }

  @Test func checkingRefusesInvalidPlaces() throws {
    let good = try Geodetic(checking: Degrees(-90), longitude: Degrees(200), height: .metres(1))
    expect(good, equals: place(-90, 200, 1))
    func fault(_ latitude: Double, _ longitude: Double, _ height: Double) -> GeodeticFault? {
      do throws(GeodeticFault) {
        _ = try Geodetic(checking: Degrees(latitude), longitude: Degrees(longitude), height: .metres(height))
        return nil
      } catch { return error }
    }
    expect(fault(90.1, 0, 0), equals: .latitude(Degrees(90.1)))
    expect(fault(0, -360.5, 0), equals: .longitude(Degrees(-360.5)))
    expect(fault(0, 0, .infinity), equals: .height(.metres(.infinity)))
    for fault in [fault(.nan, 0, 0), fault(0, .nan, 0), fault(0, 0, .nan)] { #expect(fault != nil) }
  }
}
