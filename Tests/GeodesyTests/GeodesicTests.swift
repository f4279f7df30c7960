import Expectations
import Geodesy
import Geometry
import Testing

/// Classes of random pairs of places: each is a special case of the inverse problem.
enum PairClass: String, CaseIterable, Sendable {
  case random, short, tiny, meridional, equatorial, alongParallel, poles, dateLine, nearEquator, nearlyAntipodal,
    antipodal

  func draw(_ g: inout Generator) -> (Geodetic, Geodetic) {
    let a = place(90 - 180 / .pi * acos(g.uniform(in: -1...1)), g.uniform(in: -180...180))
    func offset(_ metres: Double) -> Geodetic {
      let direction = g.uniform(in: 0...(2 * .pi))
      let latitude = max(-90, min(90, a.latitude.value + metres * cos(direction) / 111_000))
      let along = 111_000 * max(1e-3, cos(a.latitude.value * .pi / 180))
      return place(latitude, a.longitude.value + metres * sin(direction) / along)
    }
    switch self {
    case .random:
      return (a, place(90 - 180 / .pi * acos(g.uniform(in: -1...1)), g.uniform(in: -180...180)))
    case .short: return (a, offset(exp(g.uniform(in: log(1)...log(100_000)))))
    case .tiny: return (a, offset(exp(g.uniform(in: log(1e-3)...log(10)))))
    case .meridional:
      let turned = g.next() & 1 == 0 ? a.longitude.value : a.longitude.value + 180
      return (a, place(g.uniform(in: -90...90), turned))
    case .equatorial: return (place(0, a.longitude.value), place(0, g.uniform(in: -180...180)))
    case .alongParallel:
      let sign: Double = g.next() & 1 == 0 ? 1 : -1
      return (a, place(sign * a.latitude.value, g.uniform(in: -180...180)))
    case .poles:
      let pole: Double = g.next() & 1 == 0 ? 90 : -90
      let near = g.next() & 1 == 0 ? pole : pole * (1 - exp(g.uniform(in: -35 ... -5)))
      let pair = (place(near, a.longitude.value), place(g.uniform(in: -90...90), g.uniform(in: -180...180)))
      return g.next() & 1 == 0 ? pair : (pair.1, pair.0)
    case .dateLine:
      let span = exp(g.uniform(in: -20...2))
      return (
        place(a.latitude.value, 180 - span),
        place(max(-90, min(90, a.latitude.value + span * g.uniform(in: -1...1))), -180 + span * g.uniform())
      )
    case .nearEquator:
      let tiny = exp(g.uniform(in: -35...0))
      return (
        place(tiny * g.uniform(in: -1...1), a.longitude.value),
        place(tiny * g.uniform(in: -1...1), g.uniform(in: -180...180))
      )
    case .nearlyAntipodal:
      let latitude = a.latitude.value
      let spread = exp(g.uniform(in: -25...1.5))
      return (
        a,
        place(
          max(-90, min(90, -latitude + spread * g.uniform(in: -1...1))),
          a.longitude.value + 180 + spread * g.uniform(in: -1...1))
      )
    case .antipodal: return (a, place(-a.latitude.value, a.longitude.value + 180))
    }
  }
}

@Suite struct GeodesicTests {
  /// 20 000 pairs of each of eleven classes. Distances agree to 50 nm (a double at 20 000 km is 4 nm wide), azimuths to 1e-9° or
  /// 1 µm across the line, and the line reaches the other place at that distance.
  @Test(arguments: PairClass.allCases) func inverseAgreesWithLibproj(_ pairs: PairClass) {
    let oracle = GeodesicOracle()
    var g = Generator(seed: 20_250_101, stream: "geodesic")
    var distance = Worst(), across = Worst(), angle = Worst(), arrival = Worst()
    var compared = 0, beyond = 0
    for _ in 0..<20_000 {
      let (a, b) = pairs.draw(&g)
      let mine = Geodesic(from: a, to: b)
      let theirs = oracle.inverse(a, b)
      distance.see(mine.distance.value - theirs.distance, (a, b))
      arrival.see(gap(mine.line.point(at: mine.distance), b), (a, b))
      // Where the ends are nearly conjugate the azimuth is ill-conditioned; there only distance and arrival are tested.
      guard theirs.distance > 0, theirs.distance < 19_900_000 else { continue }
      compared += 1
      for (m, t) in [(mine.azimuth, theirs.azimuth), (mine.finalAzimuth, theirs.final)] {
        let turn = m.turn(to: .degrees(t)).magnitude
        let metres = turn.radians * min(theirs.distance, 6.4e6)
        across.see(metres, (a, b))
        angle.see(metres > 1e-6 ? turn.degrees : 0, (a, b))
        if !(turn.degrees <= 1e-9 || metres <= 1e-6) { beyond += 1 }
      }
    }
    print(
      "inverse, \(pairs.rawValue): distance \(distance.value) m, across \(across.value) m, arrival \(arrival.value) m,",
      "azimuths compared in \(compared)")
    expect(distance.value, isAtMost: 5e-8, "at \(distance.at)")
    expect(arrival.value, isAtMost: 5e-8, "at \(arrival.at)")
    expect(beyond, equals: 0, "at \(across.at), up to \(angle.value)°")
  }

  /// Every pair of the special values: the equator, poles and meridians, their neighbors by a few units in the last place, and
  /// numbers whose square is zero.
  @Test func edgesAgreeWithLibproj() {
    let oracle = GeodesicOracle()
    let ulp = 90 - (90.0).nextDown
    let latitudes = [
      0, .leastNonzeroMagnitude, 1e-300, 1e-160, 1e-20, 1e-15, 1e-14, 1e-12, 1e-9, 1e-3, 0.6, 30, 89, 90 - 1e-9,
      90 - 3 * ulp,
      90 - ulp, 90,
    ]
    let longitudes = [
      0, .leastNonzeroMagnitude, 1e-200, 1e-15, 1e-12, 1e-6, 1, 90, 179, 179.39, 179.396_494, 179.5, 180 - 1e-6,
      180 - 1e-12,
      (180.0).nextDown, 180, 180 + 1e-12, 359.9, 360,
    ]
    var distance = Worst(), arrival = Worst()
    for first in latitudes {
      for second in latitudes + latitudes.map({ -$0 }) {
        for longitude in longitudes + longitudes.map({ -$0 }) {
          for start in [0.0, -180, 77.7] {
            let a = place(-first, start), b = place(second, start + longitude)
            let mine = Geodesic(from: a, to: b)
            distance.see(mine.distance.value - oracle.inverse(a, b).distance, (a, b))
            arrival.see(gap(mine.line.point(at: mine.distance), b), (a, b))
          }
        }
      }
    }
    print("inverse, edges: distance \(distance.value) m, arrival \(arrival.value) m")
    expect(distance.value, isAtMost: 5e-8, "at \(distance.at)")
    expect(arrival.value, isAtMost: 5e-8, "at \(arrival.at)")
  }

  /// Karney 2013 tables 3 and 4: λ₁₂ = 179.8° nearly antipodal, and its short example of ω₁₂.
  @Test func thePapersInverseExamples() {
    let far = Geodesic(from: place(-30, 0), to: place(29.9, 179.8))
    expect((far.azimuth.degrees - 161.890_524_736_33).magnitude, isBelow: 1e-9)
    expect((far.finalAzimuth.degrees - 18.090_737_245_74).magnitude, isBelow: 1e-9)
    expect((far.distance.value - 19_989_832.827_61).magnitude, isBelow: 1e-5)
    let near = Geodesic(from: place(-30.123_45, 0), to: place(-30.123_44, 0.000_05))
    expect((near.azimuth.degrees - 77.043_533_542_37).magnitude, isBelow: 1e-7)
    expect((near.finalAzimuth.degrees - 77.043_508_449_13).magnitude, isBelow: 1e-7)
    expect((near.distance.value - 4.944_208).magnitude, isBelow: 1e-6)
  }

  @Test func cornerCases() {
    func line(_ a: Geodetic, _ b: Geodetic) -> (Double, Double, Double) {
      let found = Geodesic(from: a, to: b)
      return (found.distance.value, found.azimuth.degrees, found.finalAzimuth.degrees)
    }
    let quarter = 10_001_965.729_3  // a quarter of the meridian
    #expect(line(place(12, 34), place(12, 34)) == (0, 0, 0))
    #expect(line(place(12, 34), place(12, 394)) == (0, 0, 0))
    #expect(line(place(0, 0), place(0, 0)) == (0, 0, 0))
    expect(line(place(90, 10), place(90, -70)).0, isBelow: 1e-8)
    expect((line(place(0, 0), place(90, 77)).0 - quarter).magnitude, isBelow: 1e-4)
    expect(line(place(0, 0), place(90, 0)).1, equals: 0)
    expect(line(place(0, 0), place(-90, 0)).1, equals: 180)
    expect((line(place(90, 0), place(-90, 0)).0 - 2 * quarter).magnitude, isBelow: 2e-4)
    expect((line(place(0, 0), place(0, 180)).0 - 2 * quarter).magnitude, isBelow: 2e-4)
    #expect(line(place(0, -5), place(0, 5)).1 == 90 && line(place(0, 5), place(0, -5)).1 == 270)
    expect((line(place(0, 179), place(0, -179)).0 - 222_638.981_6).magnitude, isBelow: 1e-3)
    expect((line(place(-20, 30), place(-20, -150)).1 - 180).magnitude, isBelow: 1e-12)
    // at a pole, the azimuth is relative to the stated meridian
    expect((line(place(90, 0), place(0, 90)).1 - 90).magnitude, isBelow: 1e-12)
    expect((line(place(-90, 0), place(0, 90)).1 - 90).magnitude, isBelow: 1e-12)
    for bad in [place(.nan, 0), place(0, .infinity), place(0, .nan)] {
      #expect(line(bad, place(1, 1)).0.isNaN && line(place(1, 1), bad).1.isNaN)
    }
  }

  /// The same line from its other end: the same azimuths, and bit for bit the same distance.
  @Test func theWayBackIsTheSameWay() {
    var g = Generator(seed: 13, stream: "reverse")
    var turned = Worst()
    for _ in 0..<20_000 {
      let (a, b) = PairClass.random.draw(&g)
      let there = Geodesic(from: a, to: b), back = Geodesic(from: b, to: a)
      expect((there.distance - back.distance).value.magnitude, isAtMost: 8e-9)
      guard there.distance.value < 19_900_000 else { continue }
      turned.see(there.azimuth.turn(to: back.finalAzimuth.reversed).radians, (a, b))
      turned.see(there.finalAzimuth.turn(to: back.azimuth.reversed).radians, (a, b))
    }
    expect(turned.value, isBelow: 1e-13, "at \(turned.at)")
  }
}
