import Alignment
import Expectations
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Testing
import Text

@testable import Tracking

/// The state that is stored between sessions: written, read, refused and widened.
@Suite struct LearnedStateTests {
  static let full: LearnedState = {
    var state = LearnedState(profile: .head)
    state.saved = UTC("2026-11-20T09:15:00Z")
    state.place = Geodetic(latitude: Degrees(48.21), longitude: Degrees(16.37))
    state.gyroscope = LearnedBias(
      BiasBelief(bias: AngularVelocity(0.002, -0.004, 0.008), sigma: AngularVelocity(0.001, 0.001, 0.0005)),
      at: Temperature(31))
    state.stride = LearnedStride(logarithm: 0.07, sigma: 0.02, length: .zero, walkRatio: 0.39)
    state.heading = LearnedHeading(.degrees(120), sigma: .degrees(6))
    state.deviceField = LearnedField(MagneticField(1.5, -0.5, 0.25), sigma: MagneticField(0.5, 0.75, 1))
    state.fixAge = LearnedFixAge(TimeSpan(1.4), sigma: TimeSpan(0.2))
    return state
  }()

  func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool { dot(a - b, a - b) < 1e-24 }

  @Test func writtenAndReadAgain() throws {
    let full = Self.full
    var buffer = TextBuffer()
    full.json.write(to: &buffer, layout: .indented)
    let (read, faults) = LearnedState.read(try JSONValue(reading: buffer.string))
    let state = try #require(read)
    #expect(faults.isEmpty)
    #expect(state.profile == full.profile && state.saved == full.saved && state.place == full.place)
    #expect(near(state.gyroscope!.belief.bias.components, full.gyroscope!.belief.bias.components))
    #expect(near(state.gyroscope!.belief.sigma.components, full.gyroscope!.belief.sigma.components))
    expect(state.gyroscope?.temperature, equals: full.gyroscope?.temperature)
    #expect(state.stride == full.stride && state.deviceField == full.deviceField && state.fixAge == full.fixAge)
    expect((state.heading!.heading - full.heading!.heading).magnitude, isBelow: .degrees(1e-9))
    expect(LearnedState.read(LearnedState(profile: .hand).json).state, equals: LearnedState(profile: .hand))
    var forgotten = full
    forgotten.forgetPlaces()
    #expect(forgotten.json["place"] == nil)
  }

  @Test(arguments: [
    ("[]", ""), ("{}", "schema"), ("{\"schema\":2,\"profile\":\"head\"}", "schema"), ("{\"schema\":1}", "profile"),
    ("{\"schema\":1,\"profile\":\"heed\"}", "profile"),
  ]) func aStateWithoutSchemaOrProfileIsNotUsed(text: String, field: String) throws {
    let (state, faults) = LearnedState.read(try JSONValue(reading: text))
    #expect(state == nil && faults.map(\.field) == [field])
  }

  /// A damaged entry is dropped and named, the others are read.
  @Test(arguments: [
    ("saved", "\"yesterday\"", "saved"), ("place", "[91,0]", "place"), ("place", "[1]", "place"),
    ("gyroscope_bias", "3", "gyroscope_bias"), ("gyroscope_bias", "{}", "gyroscope_bias.value"),
    ("gyroscope_bias", "{\"value\":[0,0,99],\"sigma\":[1,1,1]}", "gyroscope_bias.value"),
    ("gyroscope_bias", "{\"value\":[0,0,1],\"sigma\":[1,0,1]}", "gyroscope_bias.sigma"),
    ("gyroscope_bias", "{\"value\":[0,0,1],\"sigma\":[1,1,1],\"celsius\":\"warm\"}", "gyroscope_bias.celsius"),
    ("stride", "{\"log_scale\":5,\"sigma\":0.1,\"length\":0,\"walk_ratio\":0.39}", "stride.log_scale"),
    ("stride", "{\"log_scale\":0}", "stride.sigma"),
    ("heading", "{\"degrees\":1e300,\"sigma\":3}", "heading.degrees"),
    ("device_field", "{\"value\":[1,2],\"sigma\":[1,1,1]}", "device_field.value"),
    ("fix_age", "{\"seconds\":-3,\"sigma\":1}", "fix_age.seconds"),
  ]) func damageIsNamedAndTheRestUsed(member: String, text: String, field: String) throws {
    var members = try #require(Self.full.json.object)
    let index = try #require(members.firstIndex { $0.name == member })
    members[index].value = try JSONValue(reading: text)
    members.append(JSONMember("later", .array([.null])))
    let (read, faults) = LearnedState.read(.object(members))
    expect(faults.map(\.field), equals: [field])
    let state = try #require(read), kept = try #require(state.json.object)
    expect(kept.count, equals: members.count - 2)
  }

  @Test func numbersThatAreNotFiniteDoNotReachTheTracker() {
    var state = Self.full
    state.gyroscope?.belief.bias.x = .nan
    state.stride?.sigma = .infinity
    state.heading?.heading = .radians(.nan)
    let tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head), state: state, age: .zero)
    expect(
      tracker.notRemembered.map(\.field).sorted(), equals: ["gyroscope_bias.value", "heading.degrees", "stride.sigma"])
    expect(tracker.refusals.filter { $0.reason.hasPrefix("remembered and not used: ") }.count, equals: 3)
    #expect(state.json["stride"] == nil && state.json["device_field"] != nil)
  }

  @Test func anotherProfileKeepsOnlyTheDevicesOwn() {
    let tracker = Tracker(profile: .hand, parameters: TrackerParameters(profile: .hand), state: Self.full)
    expect(tracker.notRemembered.map(\.field), equals: ["stride", "heading", "device_field"])
  }

  @Test func entriesOfAnotherDeviceAreNotUsed() {
    let here = DeviceIdentity(machine: "m", sensors: "s", mounts: "r")
    var state = Self.full
    state.compass = LearnedCompass(.degrees(2), sigma: .degrees(3), walked: Length(300))
    state.device = here
    func dropped(_ device: DeviceIdentity?, _ calibration: CalibrationSet = .init()) -> [String] {
      Tracker(
        profile: state.profile, parameters: TrackerParameters(profile: state.profile), calibration: calibration,
        state: state, age: .zero, device: device
      ).notRemembered.map(\.description)
    }
    #expect(dropped(here).isEmpty)
    expect(dropped(nil), equals: ["compass is of a device that is not known"])
    var other = here
    other.mounts = "t"
    expect(dropped(other).count, equals: 2)
    other.sensors = "t"
    expect(dropped(other).count, equals: 3)
    other.machine = "n"
    #expect(dropped(other).contains("compass is from another machine") && dropped(other).count == 4)
    let turned = try? Calibration<Microtesla>(
      validating: .zero, matrix: Matrix3(rows: SIMD3(1, 0.01, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))
    expect(
      dropped(here, CalibrationSet(magnetometer: turned)), equals: ["compass was learned with another calibration"])
    let read = LearnedState.read(state.json).state
    #expect(read?.device == here && (read?.compass?.walked).map { $0 == Length(300) } == true)
  }

  // Widening.

  let ages = [0.0, 1, 60, 3600, 86_400, 1e6, 1e7, 1e9].map { TimeSpan($0) }

  @Test func widerWithAge() {
    let full = Self.full
    var bias = 0.0, stride = 0.0, field = 0.0, heading = 0.0
    for age in ages {
      let b = full.gyroscope!.widened(age: age, temperature: nil, cold: .degrees(1)).sigma.z
      let s = full.stride!.widened(age: age), f = full.deviceField!.widened(age: age, cold: FluxDensity(2)).sigma.x
      #expect(b >= bias && s.sigma >= stride && f >= field)
      #expect(b <= Angle.degrees(1).radians && s.sigma < 0.11 && f < 2.1)
      if let h = full.heading!.widened(age: age) {
        #expect(h.sigma.radians > heading && age.value <= 100)
        heading = h.sigma.radians
      }
      (bias, stride, field) = (b, s.sigma, f)
    }
    // After a very long time the state is as if never learned.
    let old = ages.last
    expect(full.stride!.widened(age: old).logarithm.magnitude, isBelow: 1e-6)
    expect(full.gyroscope!.widened(age: old, temperature: nil, cold: .degrees(1)).bias.norm.value, isBelow: 1e-4)
    // Immediately afterward the state is nearly as saved, and an unknown age counts as a long one.
    expect(full.stride!.widened(age: .zero).sigma, isBelow: 0.04)
    #expect(full.heading!.widened(age: nil) == nil && full.heading!.widened(age: TimeSpan(120)) == nil)
    expect(
      full.gyroscope!.widened(age: nil, temperature: nil, cold: .degrees(1)),
      equals: full.gyroscope!.widened(age: TimeSpan(30 * 86_400), temperature: nil, cold: .degrees(1)))
  }

  @Test func widerWithTemperature() {
    let bias = Self.full.gyroscope!
    var last = 0.0
    for change in [0.0, 1, 5, 10, 40] {
      let up = bias.widened(age: .zero, temperature: Temperature(31 + change), cold: .degrees(1)).sigma
      let down = bias.widened(age: .zero, temperature: Temperature(31 - change), cold: .degrees(1)).sigma
      #expect(up == down && up.x > last)
      last = up.x
      if change == 10 {
        expect(up, equals: bias.widened(age: .zero, temperature: nil, cold: .degrees(1)).sigma)
      }
    }
  }
}
