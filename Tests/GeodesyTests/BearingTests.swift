import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct BearingTests {
  /// The spherical formula, an independent one, is always within 0.25° of the geodesic.
  @Test func sphericalBearingIsNearTheGeodesic() {
    var g = Generator(seed: 10, stream: "bearing")
    var start = Worst(), end = Worst()
    for _ in 0..<20_000 {
      let a = place(g.uniform(in: -85...85), g.uniform(in: -180...180))
      let b = GeodesicLine(from: a, azimuth: .radians(g.uniform(in: 0...6.28)))
        .point(at: .metres(exp(g.uniform(in: log(1)...log(5_000_000)))))
      let geodesic = Geodesic(from: a, to: b)
      start.see(a.sphericalBearing(to: b).turn(to: geodesic.azimuth).degrees, a)
      end.see(b.sphericalBearing(to: a).reversed.turn(to: geodesic.finalAzimuth).degrees, a)
    }
    print("spherical bearing from the geodesic: \(start.value)°, final \(end.value)°")
    #expect(start.value < 0.25 && start.value > 0.05)
    expect(end.value, isBelow: 0.25)
  }

  @Test func cardinalBearings() {
    let origin = place(0, 179.5)
    expect(origin.sphericalBearing(to: place(1, 179.5)).degrees, equals: 0)
    expect(origin.sphericalBearing(to: place(0, -179.5)).degrees, equals: 90)
    expect(origin.sphericalBearing(to: place(-1, 179.5)).degrees, equals: 180)
    expect(origin.sphericalBearing(to: place(0, 178)).degrees, equals: 270)
  }

  @Test func turnsGoTheShortWay() {
    func turn(_ a: Double, _ b: Double) -> Double { Angle.degrees(a).turn(to: .degrees(b)).degrees }
    expect((turn(350, 10) - 20).magnitude, isBelow: 1e-12)
    expect((turn(10, 350) + 20).magnitude, isBelow: 1e-12)
    expect((turn(0, 180).magnitude - 180).magnitude, isBelow: 1e-12)
    expect((turn(-720, 90) - 90).magnitude, isBelow: 1e-12)
    expect((Angle.degrees(300).reversed.degrees - 120).magnitude, isBelow: 1e-12)
    expect((Angle.degrees(60).reversed.degrees - 240).magnitude, isBelow: 1e-12)
  }
}
