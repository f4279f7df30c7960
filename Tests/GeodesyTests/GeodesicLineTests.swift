import Expectations
import Geodesy
import Geometry
import Testing

@Suite struct GeodesicLineTests {
  @Test func directAgreesWithLibproj() {
    let oracle = GeodesicOracle()
    var g = Generator(seed: 12, stream: "direct")
    var apart = Worst(), turn = Worst()
    for i in 0..<100_000 {
      var latitude = 90 - 180 / .pi * acos(g.uniform(in: -1...1))
      if i % 20 == 0 { latitude = (g.next() & 1 == 0 ? 1 : -1) * (90 - exp(g.uniform(in: -40...0))) }
      if i % 20 == 1 { latitude = 0 }
      if i % 20 == 2 { latitude = g.next() & 1 == 0 ? 90 : -90 }
      let start = place(latitude, g.uniform(in: -180...180))
      let azimuth = i % 7 == 0 ? Double(g.next() % 8) * 45 : g.uniform(in: -180...360)
      // backward, short, and more than once around
      let distance = i % 3 == 0 ? g.uniform(in: -20e6...60e6) : exp(g.uniform(in: log(1e-3)...log(2e7)))
      let station = GeodesicLine(from: start, azimuth: .degrees(azimuth)).station(at: .metres(distance))
      let theirs = oracle.direct(start, azimuth: azimuth, distance: distance)
      let across = max(1e-6, cos(theirs.latitude * .pi / 180))
      apart.see(gap(station.place, place(theirs.latitude, theirs.longitude)), start)
      turn.see(station.azimuth.turn(to: .degrees(theirs.final)).radians * across, start)
    }
    print("direct: apart \(apart.value) m at \(apart.at); azimuth × cos φ \(turn.value) rad at \(turn.at)")
    expect(apart.value, isBelow: 1e-7)
    expect(turn.value, isBelow: 1e-14)
  }

  @Test func pointsLieOnTheLine() {
    let a = place(52.5, 13.4, 40), b = place(-33.9, 151.2, 7)
    let geodesic = Geodesic(from: a, to: b)
    let line = geodesic.line
    for part in [0.0, 0.1, 0.5, 0.9, 1] {
      let middle = line.point(at: geodesic.distance * part)
      expect(middle.height, equals: a.height)
      let first = Geodesic(from: a, to: middle), second = Geodesic(from: middle, to: b)
      expect((first.distance + second.distance - geodesic.distance).value.magnitude, isBelow: 2e-8)
      if part > 0 && part < 1 {
        expect((first.finalAzimuth.turn(to: second.azimuth)).radians.magnitude, isBelow: 1e-12)
      }
    }
    let far = Geodesic(from: a, azimuth: geodesic.azimuth, distance: geodesic.distance)
    expect((far.finalAzimuth.turn(to: geodesic.finalAzimuth)).radians.magnitude, isBelow: 1e-14)
    expect(gap(far.end, place(-33.9, 151.2, 40)), isBelow: 1e-8)
  }

  /// Jan. 2013 paper, §3: the worked example of table 2 (start 40° N, azimuth 30°, 10 000 km).
  @Test func thePapersDirectExample() {
    let line = GeodesicLine(from: place(40, 0), azimuth: .degrees(30))
    let station = line.station(at: .metres(10_000_000))
    expect((station.place.latitude.value - 41.793_310_205_06).magnitude, isBelow: 1e-10)
    expect((station.place.longitude.value - 137.844_900_043_77).magnitude, isBelow: 1e-10)
    expect((station.azimuth.degrees - 149.090_169_318_07).magnitude, isBelow: 1e-10)
  }
}
