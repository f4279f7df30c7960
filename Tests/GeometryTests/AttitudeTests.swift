import Expectations
import Geometry
import Testing

@Suite struct AttitudeTests {
  @Test func identityIsLevelUprightFacingNorth() {
    let a = Attitude(.aligned)
    #expect(a.heading.degrees == 0 && a.elevation.degrees == 0 && a.roll.degrees == 0)
  }

  @Test func signsAsDefined() {
    let east = Rotation<Body, Level>(Attitude(heading: .degrees(90), elevation: .zero, roll: .zero))
    expect((east(Direction<Body>(0, 0, -1)) - Direction(1, 0, 0)).norm.value, isBelow: 1e-15)  // forward is east
    expect((east(Direction<Body>(1, 0, 0)) - Direction(0, 0, 1)).norm.value, isBelow: 1e-15)  // right is south

    let up = Rotation<Body, Level>(Attitude(heading: .zero, elevation: .degrees(30), roll: .zero))
    expect(abs(up(Direction<Body>(0, 0, -1)).y - 0.5), isBelow: 1e-15)

    // Positive roll: the world's up leans to the body's right, so the right side is the higher one.
    let rolled = Rotation<Body, Level>(Attitude(heading: .zero, elevation: .zero, roll: .degrees(20)))
    expect(rolled(Direction<Body>(1, 0, 0)).y, isAbove: 0)
  }

  @Test func roundTrip() {
    var g = Generator(seed: 6)
    for _ in 0..<10_000 {
      let a = Attitude(
        heading: .degrees(g.uniform(in: 0...359.999)), elevation: .degrees(g.uniform(in: -89.9...89.9)),
        roll: .degrees(g.uniform(in: -179.9...179.9)))
      let b = Attitude(Rotation<Body, Level>(a))
      expect((a.heading - b.heading).wrapped.magnitude.degrees, isBelow: 1e-10)
      expect((a.elevation - b.elevation).magnitude.degrees, isBelow: 1e-10)
      expect((a.roll - b.roll).magnitude.degrees, isBelow: 1e-10)
    }
  }

  @Test(arguments: [90.0, -90.0]) func straightUpAndDownKeepTheHeading(elevation: Double) {
    for heading in stride(from: 0.0, to: 360, by: 30) {
      let r = Rotation<Body, Level>(
        Attitude(heading: .degrees(heading), elevation: .degrees(elevation), roll: .zero))
      let a = Attitude(r)
      expect((a.heading - .degrees(heading)).wrapped.magnitude.degrees, isBelow: 1e-6)
      var body = BodyHeading()
      let answer = body.update(r)
      expect(((answer ?? .degrees(777)) - .degrees(heading)).wrapped.magnitude.degrees, isBelow: 1e-6)
    }
  }

  @Test func azimuthsStayInRange() {
    expect(Angle.degrees(-1e-20).azimuth.degrees, isBelow: 360)
    expect(Angle.degrees(-90).azimuth.degrees, equals: 270)
    expect(Angle.degrees(725).azimuth.degrees.rounded(), equals: 5)
    expect(Angle.degrees(190).wrapped.degrees.rounded(), equals: -170)
  }

  @Test func bodyHeadingIsContinuousOnAnyPath() {
    var g = Generator(seed: 7)
    for _ in 0..<200 {
      var body = BodyHeading()
      var r = Rotation<Body, Level>(
        Attitude(heading: .degrees(g.uniform(in: 0...360)), elevation: .zero, roll: .degrees(g.uniform(in: -20...20))))
      var last = body.update(r)
      let rate = RotationVector<Body>(0.002 * (g.uniform() < 0.5 ? 1 : -1), 0.0005 * g.gaussian(), 0)
      for _ in 0..<700 {  // nods through the zenith or nadir
        r = r * Rotation<Body, Body>.exp(rate)
        let next = body.update(r)
        if let last, let next { expect((next - last).wrapped.magnitude.degrees, isBelow: 3) }
        last = next
      }
    }
  }

  @Test func bodyHeadingHasPlay() {
    func orientation(_ elevation: Double) -> Rotation<Body, Level> {
      // The roll makes the azimuths of the two axes differ, so that the blend is visible.
      Rotation(Attitude(heading: .degrees(40), elevation: .degrees(elevation), roll: .degrees(15)))
    }
    var body = BodyHeading()
    func degrees(_ a: Angle?) -> Double { a?.degrees ?? -1 }
    expect(abs(degrees(body.update(orientation(59))) - 40), isBelow: 1e-9)
    let steep = degrees(body.update(orientation(80)))
    expect(abs(steep - 40), isAbove: 5)
    let back = degrees(body.update(orientation(62)))
    expect(abs(back - 40), isAbove: 5)  // not yet blended back
    expect(abs(degrees(body.update(orientation(44))) - 40), isBelow: 1e-9)
  }
}

@Suite struct QuantityTests {
  @Test func nanPassesNoGate() {
    let nan = Length(.nan)
    #expect(!(nan <= .metres(1)) && !(nan >= .metres(1)) && !(nan < .metres(1)) && !(nan > .metres(1)))
    #expect(Length(1) <= Length(1) && Length(2) >= Length(1) && Length(2) > Length(1) && Length(1) < Length(2))
  }
}
