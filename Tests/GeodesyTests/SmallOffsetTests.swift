import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct SmallOffsetTests {
  @Test func northIsMinusZAndEastIsX() {
    let origin = place(50, 10, 100)
    let north = origin.smallOffset(to: place(50.001, 10, 103))
    #expect(north.x == 0 && (north.y - 3).magnitude < 1e-12 && (north.z + 111.23).magnitude < 0.01)
    let east = origin.smallOffset(to: place(50, 10.001, 100))
    #expect((east.x - 71.70).magnitude < 0.01 && east.y == 0 && east.z == 0)
  }

  /// Against the tangent plane: within a kilometer the horizontal parts differ by half the convergence of the meridians, d · x ·
  /// tan(latitude) / 2R with x to the east, and hardly more; the height by the Earth's curve, d²/2R.
  @Test func agreesWithTheTangentPlaneNearby() {
    var g = Generator(seed: 7, stream: "small offset")
    var horizontal = Worst(), curve = Worst()
    for _ in 0..<20_000 {
      let origin = place(g.uniform(in: -80...80), g.uniform(in: -180...180), g.uniform(in: 0...3000))
      let plane = TangentPlane(origin: origin)
      let there = plane.geodetic(
        Displacement<ENU>(g.uniform(in: -700...700), g.uniform(in: -700...700), g.uniform(in: -5...5)))
      let level = plane.level(there)
      let flat = origin.smallOffset(to: there)
      // the start's north is this much clockwise of the midpoint's
      let half = level.x * Angle(origin.latitude).tangent / (2 * 6_378_000)
      let turned = (x: flat.x + half * flat.z, z: flat.z - half * flat.x)
      horizontal.see(hypot(turned.x - level.x, turned.z - level.z), origin)
      let d2 = level.x * level.x + level.z * level.z
      curve.see(flat.y - level.y - d2 / 2 / 6_378_000, origin)
    }
    print("small offsets against the tangent plane within 1 km: \(horizontal.value) m, height \(curve.value) m")
    expect(horizontal.value, isBelow: 2e-3)
    expect(curve.value, isBelow: 1e-3)
  }

  /// Against the geodesic: with the scales of the midpoint the error is of third order, 1e-8 of a kilometer and less.
  @Test func lengthIsThatOfTheGeodesic() {
    var g = Generator(seed: 8, stream: "small offset length")
    var worst = Worst()
    for _ in 0..<20_000 {
      let origin = place(g.uniform(in: -70...70), g.uniform(in: -180...180))
      let there = GeodesicLine(from: origin, azimuth: .radians(g.uniform(in: 0...6.28))).point(at: .metres(1000))
      worst.see(origin.smallOffset(to: there).norm.value - 1000, origin)
    }
    print("small offsets against a geodesic of 1 km: \(worst.value) m at \(worst.at)")
    expect(worst.value, isBelow: 2e-5)
  }

  @Test func movingIsTheInverse() {
    var g = Generator(seed: 9, stream: "moved")
    var worst = Worst()
    for _ in 0..<20_000 {
      let origin = place(g.uniform(in: -85...85), g.uniform(in: -180...180), g.uniform(in: -100...9000))
      let offset = Displacement<Level>(g.gaussian() * 1000, g.gaussian() * 30, g.gaussian() * 1000)
      worst.see((origin.smallOffset(to: origin.moved(by: offset)) - offset).norm.value, origin)
    }
    expect(worst.value, isBelow: 1e-8)
  }

  @Test func offsetsCrossTheDateLine() {
    let east = place(-17, 179.9995).smallOffset(to: place(-17, -179.9995))
    let same = place(-17, 10).smallOffset(to: place(-17, 10.001))
    #expect((east.x - same.x).magnitude < 1e-8 && east.z == 0)
    let moved = place(-17, 179.9995).moved(by: Displacement<Level>(same.x, 0, 0))
    expect((moved.longitude.value + 179.9995).magnitude, isBelow: 1e-12)
  }
}
