import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct TangentPlaneTests {
  /// The limit: 1 µm from −500 m to 50 km, worldwide, for offsets of millimeters to hundreds of kilometers.
  @Test func roundTripsToAMicrometre() {
    var g = Generator(seed: 6, stream: "tangent")
    var fromENU = Worst(), fromPlace = Worst()
    for i in 0..<20_000 {
      let latitude = i % 20 == 0 ? 90 : i % 20 == 1 ? -90 : 90 - 180 / .pi * acos(g.uniform(in: -1...1))
      let longitude = i % 20 == 2 ? 180 : g.uniform(in: -180...180)
      let plane = TangentPlane(origin: place(latitude, longitude, g.uniform(in: -500...50_000)))
      for _ in 0..<10 {
        let offset = Displacement<ENU>(g.gaussian3() * exp(g.uniform(in: log(1e-3)...log(100_000))))
        let there = plane.geodetic(offset)
        fromENU.see((plane.enu(there) - offset).norm.value, plane.origin)
        let back = plane.geodetic(plane.level(there))
        fromPlace.see(gap(back, there), there)
      }
    }
    print("tangent plane round trips: \(fromENU.value) m, by level \(fromPlace.value) m, at \(fromENU.at)")
    expect(fromENU.value, isBelow: 1e-6)
    expect(fromPlace.value, isBelow: 1e-6)
  }

  @Test(arguments: [(90.0, 0.0), (90, 120), (-90, 33), (0, 180), (0, -180), (45, 179.999), (-33.9, 18.4)])
  func axesPointEastNorthAndUp(_ latitude: Double, _ longitude: Double) {
    let plane = TangentPlane(origin: place(latitude, longitude))
    let φ = Angle.degrees(latitude), λ = Angle.degrees(longitude)
    let east = SIMD3(-λ.sine, λ.cosine, 0)
    let up = SIMD3(φ.cosine * λ.cosine, φ.cosine * λ.sine, φ.sine)
    let north = SIMD3(-φ.sine * λ.cosine, -φ.sine * λ.sine, φ.cosine)
    func off(_ found: Direction<ECEF>, _ wanted: SIMD3<Double>) -> Double {
      (found - Direction<ECEF>(wanted)).norm.value
    }
    expect(off(plane.earthFromENU(Direction(1, 0, 0)), east), isBelow: 1e-15)
    expect(off(plane.earthFromENU(Direction(0, 1, 0)), north), isBelow: 1e-15)
    expect(off(plane.earthFromENU(Direction(0, 0, 1)), up), isBelow: 1e-15)
    expect(off(plane.earthFromLevel(Direction(1, 0, 0)), east), isBelow: 1e-15)
    expect(off(plane.earthFromLevel(Direction(0, 1, 0)), up), isBelow: 1e-15)
    expect(off(plane.earthFromLevel(Direction(0, 0, 1)), -north), isBelow: 1e-15)
  }

  /// A place with the height of the eye is seen below the horizontal by half the angle of its distance, d/2R.
  @Test func theEarthFallsAway() {
    let plane = TangentPlane(origin: place(47, 8, 500))
    let peak = GeodesicLine(from: plane.origin, azimuth: .degrees(135)).point(at: .metres(100_000))
    let seen = plane.sighting(of: peak)
    let half = Angle.radians(100_000 / (2 * 6_380_000))
    expect((seen.elevation + half).radians.magnitude, isBelow: 3e-5)
    expect((seen.azimuth - .degrees(135)).degrees.magnitude, isBelow: 0.01)
    expect((seen.distance.value - 100_000).magnitude, isBelow: 10)
    expect(seen.elevation.degrees, isBelow: -0.44)
  }

  @Test func sightingsOfTheAxes() {
    func sighting(_ e: Double, _ n: Double, _ u: Double) -> Sighting { Sighting(Displacement<ENU>(e, n, u)) }
    expect(sighting(0, 2, 0), equals: sighting(0, 1, 0).farther(by: 1))
    expect(sighting(1, 0, 0).azimuth.degrees, equals: 90)
    expect(sighting(-1, 0, 0).azimuth.degrees, equals: 270)
    expect(sighting(0, -1, 0).azimuth.degrees, equals: 180)
    #expect(sighting(0, 0, 3).elevation.degrees == 90 && sighting(0, 0, 3).azimuth == .zero)
    expect(sighting(0, 0, -3).elevation.degrees, equals: -90)
    #expect(sighting(0, 0, 0).distance == .zero && sighting(0, 0, 0).elevation == .zero)
  }
}

extension Sighting {
  fileprivate func farther(by metres: Double) -> Sighting {
    var copy = self
    copy.distance += .metres(metres)
    return copy
  }
}
