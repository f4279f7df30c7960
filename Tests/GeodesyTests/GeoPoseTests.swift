import CAllocations
import Expectations
import Geodesy
import Geometry
import Testing
import Text

/// GeoPoses against values computed by hand from OGC 21-056r11: axes east, north, up; turns about z, y, x in that order,
/// right-handed, in degrees.
@Suite struct GeoPoseTests {
  private static let half = 0.5.squareRoot()

  /// Attitudes in common terms (roll positive with the right side up) and in those of the standard.
  struct Known: Sendable {
    var what: String
    var heading, elevation, roll: Double
    var quaternion: SIMD4<Double>
    var angles: SIMD3<Double>
  }

  static let known: [Known] = {
    let s = half, c15 = cos(.pi / 12), s15 = sin(.pi / 12), c10 = cos(.pi / 18), s10 = sin(.pi / 18)
    return [
      Known(
        what: "facing east", heading: 90, elevation: 0, roll: 0, quaternion: SIMD4(0, 0, 0, 1), angles: SIMD3(0, 0, 0)),
      Known(
        what: "facing north", heading: 0, elevation: 0, roll: 0, quaternion: SIMD4(0, 0, s, s), angles: SIMD3(90, 0, 0)),
      Known(
        what: "facing south", heading: 180, elevation: 0, roll: 0, quaternion: SIMD4(0, 0, -s, s),
        angles: SIMD3(-90, 0, 0)),
      Known(
        what: "facing west", heading: 270, elevation: 0, roll: 0, quaternion: SIMD4(0, 0, 1, 0),
        angles: SIMD3(180, 0, 0)),
      Known(
        what: "nose up by 30°, facing east", heading: 90, elevation: 30, roll: 0, quaternion: SIMD4(0, -s15, 0, c15),
        angles: SIMD3(0, -30, 0)),
      Known(
        what: "nose down by 30°, facing north", heading: 0, elevation: -30, roll: 0,
        quaternion: SIMD4(-s * s15, s * s15, s * c15, s * c15), angles: SIMD3(90, 30, 0)),
      Known(
        what: "rolled right by 20°, facing east", heading: 90, elevation: 0, roll: -20,
        quaternion: SIMD4(s10, 0, 0, c10), angles: SIMD3(0, 0, 20)),
      Known(
        what: "upside down, facing east", heading: 90, elevation: 0, roll: 180, quaternion: SIMD4(1, 0, 0, 0),
        angles: SIMD3(0, 0, 180)),
      Known(
        what: "upside down, facing north", heading: 0, elevation: 0, roll: 180, quaternion: SIMD4(s, s, 0, 0),
        angles: SIMD3(90, 0, 180)),
      Known(
        what: "looking straight up, the top to the west", heading: 90, elevation: 90, roll: 0,
        quaternion: SIMD4(0, -s, 0, s), angles: SIMD3(0, -90, 0)),
      Known(
        what: "looking straight down, the top to the north", heading: 0, elevation: -90, roll: 0,
        quaternion: SIMD4(-0.5, 0.5, 0.5, 0.5), angles: SIMD3(90, 90, 0)),
    ]
  }()

  func pose(_ heading: Double, _ elevation: Double, _ roll: Double) throws -> GeoPose {
    let attitude = Attitude(heading: .degrees(heading), elevation: .degrees(elevation), roll: .degrees(roll))
    return try GeoPose(place: place(48.2, 16.37, 200), orientation: Rotation(attitude))
  }

  @Test(arguments: known) func knownAttitudes(_ known: Known) throws {
    let pose = try pose(known.heading, known.elevation, known.roll)
    let found = Rotation<ForwardLeftUp, ENU>(
      x: known.quaternion.x, y: known.quaternion.y, z: known.quaternion.z, w: known.quaternion.w)
    let wanted = try #require(found)
    expect(
      pose.rotation.difference(to: wanted).norm.value, isBelow: 1e-14, "\(known.what): \(pose.rotation.quaternion)")
    expect(pose.rotation.quaternion.w, isAtLeast: 0)
    // 180° and −180° are one angle
    let angles = [pose.angles.yaw, pose.angles.pitch, pose.angles.roll]
    for i in 0..<3 {
      expect(
        (angles[i] - .degrees(known.angles[i])).wrapped.degrees.magnitude, isBelow: 1e-12, "\(known.what): \(angles)")
    }
    expect(Rotation(pose.angles).difference(to: wanted).norm.value, isBelow: 1e-14)
  }

  @Test func forwardLeftAndUpAreTheBodysOwn() throws {
    var g = Generator(seed: 3, stream: "geopose")
    for _ in 0..<1000 {
      let orientation = try #require(
        Rotation<Body, Level>(x: g.gaussian(), y: g.gaussian(), z: g.gaussian(), w: g.gaussian()))
      let pose = try GeoPose(place: place(1, 2), orientation: orientation)
      for (inner, body) in [
        (Direction<ForwardLeftUp>(1, 0, 0), Direction<Body>(0, 0, -1)), (Direction(0, 1, 0), Direction(-1, 0, 0)),
        (Direction(0, 0, 1), Direction(0, 1, 0)),
      ] {
        let outer = pose.rotation(inner), level = orientation(body)
        expect((outer - Direction<ENU>(level.x, -level.z, level.y)).norm.value, isBelow: 1e-14)
      }
      expect(pose.orientation.difference(to: orientation).norm.value, isBelow: 1e-14)
    }
  }

  /// The angles give the same rotation again everywhere, also very close to straight up and straight down.
  @Test func anglesAndQuaternionAgree() throws {
    var g = Generator(seed: 4, stream: "geopose")
    var worst = Worst()
    for i in 0..<20_000 {
      let near = pow(10, -g.uniform(in: 0...18))
      let elevation = i % 3 == 0 ? g.uniform(in: -90...90) : i % 3 == 1 ? 90 - near : near - 90
      let pose = try pose(g.uniform(in: 0...360), elevation, g.uniform(in: -180...180))
      let angles = pose.angles
      worst.see(Rotation(angles).difference(to: pose.rotation).norm.value, (elevation, angles))
      expect(angles.pitch.degrees.magnitude, isAtMost: 90)
      #expect(angles.yaw.degrees.magnitude <= 180 && angles.roll.degrees.magnitude <= 180)
      let q = pose.rotation.quaternion
      #expect(((q * q).sum() - 1).magnitude <= 4.5e-16 && q.w >= 0)
    }
    expect(worst.value, isBelow: 3e-14, "\(worst.at)")
  }

  @Test func straightUpAndDownTheYawTakesTheRoll() throws {
    for (elevation, pitch, sign) in [(90.0, -90.0, -1.0), (-90, 90, 1)] {
      let angles = try pose(30, elevation, 40).angles
      #expect(angles.roll == .zero && (angles.pitch.degrees - pitch).magnitude < 1e-12)
      // The top of a body that looks up from heading 30° is at azimuth 210°, its right side at 120°; rolling the right side up by
      // 40° turns that to 160°, as heading 70° would. Looking down the top is at 30°, and 120° becomes 80°.
      expect((angles.yaw - .degrees(60 + sign * 40)).wrapped.degrees.magnitude, isBelow: 1e-10, "\(angles)")
    }
  }

  /// North is north on both sides of the Earth, and ENU follows the stated longitude, at a pole too.
  @Test(arguments: [(0.0, 0.0), (0, 180), (48.2, 16.37), (-48.2, -163.63), (0, -180), (90, 0), (90, 120), (-90, -45)])
  func northIsNorthEverywhere(_ latitude: Double, _ longitude: Double) throws {
    let facing = Rotation<Body, Level>.aligned
    let pose = try GeoPose(place: place(latitude, longitude), orientation: facing)
    expect(pose.place, equals: place(latitude, longitude))
    let plane = TangentPlane(origin: pose.place)
    let forward = plane.earthFromENU(pose.rotation(Direction(1, 0, 0)))
    let north = plane.earthFromLevel(facing(Direction<Body>(0, 0, -1)))
    expect((forward - north).norm.value, isBelow: 1e-15)
    expect((forward.z - Angle.degrees(latitude).cosine).magnitude, isBelow: 1e-15)
  }

  @Test func longitudesAreBroughtIntoOneTurn() throws {
    func longitude(_ value: Double) throws -> Double {
      try GeoPose(place: place(0, value), orientation: .aligned).place.longitude.value
    }
    try expect(longitude(180), equals: 180)
    try expect(longitude(-180), equals: -180)
    try expect(longitude(180.25), equals: -179.75)
    try expect(longitude(-180.25), equals: 179.75)
    try expect(longitude(360), equals: 0)
    try expect(longitude(16.123456789012345), equals: 16.123456789012345)
  }

  @Test func invalidPlacesAndRotationsAreRefused() throws {
    func fault(_ place: Geodetic, _ orientation: Rotation<Body, Level> = .aligned) -> GeoPoseFault? {
      do throws(GeoPoseFault) {
        _ = try GeoPose(place: place, orientation: orientation)
        return nil
      } catch {
        return error
      }
    }
    expect(fault(place(90.001, 0)), equals: .place(.latitude(Degrees(90.001))))
    expect(fault(place(0, .infinity)), equals: .place(.longitude(Degrees(.infinity))))
    expect(fault(place(0, 0, .infinity)), equals: .place(.height(.metres(.infinity))))
    expect(fault(place(0, 0), Rotation(about: Direction(0, 1, 0), by: .radians(.nan))), equals: .orientation)
    #expect(fault(place(90, 180)) == nil)
  }

  func text(_ pose: GeoPose, _ form: GeoPose.Form) -> String {
    var writer = JSONWriter()
    pose.write(to: &writer, as: form)
    return writer.buffer.string
  }

  @Test func formsAreWrittenAsTheStandardHasThem() throws {
    let east = try #require(Rotation<ForwardLeftUp, ENU>(x: 0, y: 0, z: -0.0, w: -1))
    var pose = try GeoPose(place: place(-48.25, 16.5, -0.0), rotation: east)
    let position = #""position":{"lat":-48.25,"lon":16.5,"h":0}"#
    let quaternion = #""quaternion":{"x":0,"y":0,"z":0,"w":1}"#
    let unknown =
      #""accuracy":{"horizontal_m":null,"vertical_m":null,"heading_deg":null},"valid":false,"time_boot_ns":0"#
    let frame =
      #""frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":"longitude=16.5&latitude=-48.25&height=0"}"#
    expect(text(pose, .strict), equals: "{\(position),\(quaternion)}")
    expect(text(pose, .quaternion), equals: "{\(position),\(quaternion),\(unknown)}")
    expect(text(pose, .ypr), equals: #"{\#(position),"angles":{"yaw":0,"pitch":0,"roll":0},\#(unknown)}"#)
    expect(text(pose, .advanced), equals: "{\(frame),\(quaternion),\(unknown)}")

    pose.horizontalAccuracy = .metres(4.25)
    pose.verticalAccuracy = .metres(7)
    pose.headingAccuracy = .degrees(3.5)
    pose.isValid = true
    pose.nanosecondsSinceBoot = 42_105_000_000
    pose.utc = UTC(nanosecondsSince1970: 1_780_304_441_855_600_000)
    let ours =
      #""accuracy":{"horizontal_m":4.25,"vertical_m":7,"heading_deg":3.5},"valid":true,"time_boot_ns":42105000000,"time_utc_ns":1780304441855600000"#
    expect(text(pose, .strict), equals: "{\(position),\(quaternion)}")
    expect(text(pose, .quaternion), equals: "{\(position),\(quaternion),\(ours)}")
    expect(text(pose, .advanced), equals: "{\"validTime\":1780304441856,\(frame),\(quaternion),\(ours)}")
    // an accuracy of NaN is left out
    pose.headingAccuracy = .radians(.nan)
    #expect(text(pose, .ypr).contains(#""heading_deg":null"#))
  }

  @Test func millisecondsAreTheNearest() {
    for (nanoseconds, milliseconds) in [
      (0, 0), (499_999, 0), (500_000, 1), (1_500_000, 2), (-499_999, 0), (-500_000, 0), (-500_001, -1),
      (-1_500_001, -2),
      (Int64.max, 9_223_372_036_855), (Int64.min, -9_223_372_036_855),
    ] as [(Int64, Int64)] {
      expect(UTC(nanosecondsSince1970: nanoseconds).millisecondsSince1970, equals: milliseconds)
    }
  }

  /// A written number is read back with the same bits.
  @Test func numbersRoundTrip() throws {
    var g = Generator(seed: 5, stream: "geopose")
    for _ in 0..<1000 {
      let there = place(g.uniform(in: -90...90), g.uniform(in: -180...180), g.uniform(in: -400...9000))
      let orientation = try #require(
        Rotation<Body, Level>(x: g.gaussian(), y: g.gaussian(), z: g.gaussian(), w: g.gaussian()))
      let pose = try GeoPose(place: there, orientation: orientation)
      let json = try JSONValue(reading: Array(text(pose, .strict).utf8))
      let position = try #require(json["position"]), q = try #require(json["quaternion"])
      #expect(position["lat"]?.double == there.latitude.value && position["lon"]?.double == there.longitude.value)
      expect(position["h"]?.double, equals: there.height.value)
      let read = SIMD4(
        q["x"]?.double ?? .nan, q["y"]?.double ?? .nan, q["z"]?.double ?? .nan, q["w"]?.double ?? .nan)
      expect(read, equals: pose.rotation.quaternion)
    }
  }

  /// The formulas of docs/protocol.md for other programs' frames.
  @Test func engineFrames() throws {
    var g = Generator(seed: 6, stream: "geopose")
    for _ in 0..<1000 {
      let orientation = try #require(
        Rotation<Body, Level>(x: g.gaussian(), y: g.gaussian(), z: g.gaussian(), w: g.gaussian()))
      let q = try GeoPose(place: place(1, 2), orientation: orientation).rotation.quaternion
      // x right, y up, z back in x east, y up, z south
      let s = Self.half
      let engine = try #require(
        Rotation<Body, Level>(x: s * (q.x - q.y), y: s * (q.z - q.w), z: -s * (q.x + q.y), w: s * (q.z + q.w)))
      expect(engine.difference(to: orientation).norm.value, isBelow: 1e-14)
      // Left-handed, z forward, in x east, y up, z north: the z of every vector changes its sign before and after.
      let unity = try #require(
        Rotation<Body, Level>(x: s * (q.y - q.x), y: s * (q.w - q.z), z: -s * (q.x + q.y), w: s * (q.z + q.w)))
      for axis in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] {
        let mirrored = unity(Direction<Body>(axis)), plain = orientation(Direction<Body>(axis.x, axis.y, -axis.z))
        expect((mirrored - Direction<Level>(plain.x, plain.y, -plain.z)).norm.value, isBelow: 1e-14)
      }
    }
  }

  @Test(arguments: GeoPose.Form.allCases) func writingAllocatesNothing(_ form: GeoPose.Form) throws {
    var pose = try pose(12, 3, 4)
    pose.utc = UTC(nanosecondsSince1970: 1_780_304_441_855_600_000)
    var writer = JSONWriter(capacity: 1 << 12)
    func pass() {
      writer.removeAll()
      pose.write(to: &writer, as: form)
    }
    pass()
    let before = allocations_of_this_thread()
    for _ in 0..<1000 { pass() }
    expect(allocations_of_this_thread() - before, equals: 0)
  }
}
