import Fusion
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// A simulated session in which one aiding source has to come into a state, for a reason.
struct AidCase: Sendable, CustomTestStringConvertible {
  var profile: Profile
  var aid: String
  var state: Aid.State
  var reason: AidReason?
  var plan = Plan.straight
  /// The time in seconds in which the state counts: it has to be reached before the end.
  var seconds = 1.0...60.0
  /// Settings `NAME=VALUE` of the pipeline's parameters.
  var parameters: [String] = []
  var faults: [String] = []
  /// The state learned in an earlier session.
  var learned: LearnedState?
  var changes: [Change] = []

  /// A change of the samples from a second on.
  enum Change: Sendable {
    /// The magnetometer reads only this share of the field.
    case weakField(Double, from: Double)
    /// Fixes are moved by this many meters to the east and up.
    case movedFixes(east: Double, up: Double, from: Double)
    /// Fixes have a stamp this many seconds before their arrival.
    case oldFixes(Double, from: Double)
    case noFixVelocity(from: Double)
    /// Fixes state these errors of their place (68 %) and of their speed (95 %).
    case statedErrors(place: Double, speed: Double)
    /// No fix at all before this second.
    case firstFix(Double)
    case pressure(Double, from: Double)
    /// A push of this many m/s² to the right, for two seconds.
    case pushed(Double, from: Double)
    /// An outside tracker: poses at an interval in seconds, up to a second, with a quality, and a step in meters between them.
    case outside(every: Double, until: Double, quality: Double, step: Double)
    case command(String, String, at: Double)
    case without(Kind)
  }

  enum Kind: Sendable { case magnetometer, barometer, fix }

  init(
    _ profile: Profile, _ aid: String, _ state: Aid.State, _ reason: AidReason?, _ plan: Plan = .straight,
    _ seconds: ClosedRange<Double> = 1...60, set parameters: [String] = [], faults: [String] = [],
    learned: LearnedState? = nil, _ changes: Change...
  ) {
    self.profile = profile
    self.aid = aid
    self.state = state
    self.reason = reason
    self.plan = plan
    self.seconds = seconds
    self.parameters = parameters
    self.faults = faults
    self.learned = learned
    self.changes = changes
  }

  var testDescription: String {
    "\(profile.rawValue) \(aid): \(state.rawValue)\(reason.map { ", \($0.name)" } ?? "")"
  }

  func samples() throws -> [Sample] {
    var parameters = SimulationParameters()
    parameters.imuRate = 100
    parameters.magnetometerRate = 25
    parameters.truthRate = 0
    var itinerary = plan.itinerary(parameters)
    if profile == .foot {
      itinerary.carrier = .foot
      parameters.imuRate = 200
    }
    let simulation = Simulation(
      itinerary, parameters: parameters, faults: try faults.map(Fault.init), seed: 3)
    var session = SimulatedSession(simulation), samples: [Sample] = []
    while let line = try session.next() {
      guard case .sample(let sample) = line else { continue }
      if sample.time > BootInstant(seconds: seconds.upperBound) { break }
      samples += changes.reduce([sample]) { kept, change in kept.compactMap(change.applied) }
    }
    for change in changes { change.insert(into: &samples, simulation) }
    return samples
  }
}

extension AidCase.Change {
  /// Returns the changed sample; nil for one that is left out.
  func applied(to sample: Sample) -> Sample? {
    let time = Double(sample.time.nanoseconds) * 1e-9
    switch (self, sample) {
    case (.weakField(let share, let start), .magnetometer(var reading)) where time >= start:
      reading.field.components *= share
      return .magnetometer(reading)
    case (.movedFixes(let east, let up, let start), .fix(var fix)) where time >= start:
      let there = TangentPlane(origin: Geodetic(latitude: fix.latitude, longitude: fix.longitude)).geodetic(
        Displacement<Level>(east, 0, 0))
      (fix.latitude, fix.longitude) = (there.latitude, there.longitude)
      fix.height = fix.height.map { $0 + Length(up) }
      return .fix(fix)
    case (.oldFixes(let age, let start), .fix(var fix)) where time >= start:
      fix.time = fix.arrival - TimeSpan(age)
      return .fix(fix)
    case (.noFixVelocity(let start), .fix(var fix)) where time >= start:
      (fix.velocityEast, fix.velocityNorth, fix.velocityUp) = (nil, nil, nil)
      return .fix(fix)
    case (.statedErrors(let place, let speed), .fix(var fix)):
      fix.horizontalError = Length(place)
      fix.speedError = Speed(speed)
      return .fix(fix)
    case (.firstFix(let start), .fix): return time >= start ? sample : nil
    case (.pressure(let pascal, let start), .barometer(var reading)) where time >= start:
      reading.pressure = Pressure(pascal)
      return .barometer(reading)
    case (.pushed(let push, let start), .accelerometer(var reading)) where time >= start && time < start + 2:
      reading.force.components.x += push
      return .accelerometer(reading)
    case (.without(.magnetometer), .magnetometer), (.without(.barometer), .barometer), (.without(.fix), .fix):
      return nil
    default: return sample
    }
  }

  func insert(into samples: inout [Sample], _ simulation: Simulation) {
    func insert(_ sample: Sample) {
      samples.insert(sample, at: samples.firstIndex { $0.time > sample.time } ?? samples.count)
    }
    switch self {
    case .command(let kind, let json, let second):
      insert(.input(InputEvent(time: BootInstant(seconds: second), kind: kind, json: json)))
    case .outside(let interval, let end, let quality, let step):
      for (index, second) in Swift.stride(from: 2, to: end, by: interval).enumerated() {
        let truth = simulation.trajectory.instant(at: TimeSpan(second))
        let position = Displacement<OutsideFrame>(truth.position.x + step * Double(index), 0, -truth.position.y)
        let q = truth.levelOrientation.quaternion
        guard let orientation = StatedRotation<Body, OutsideFrame>(x: q.x, y: q.y, z: q.z, w: q.w) else { continue }
        insert(
          .outsidePose(
            OutsidePose(
              time: BootInstant(seconds: second), position: position, orientation: orientation, quality: quality)))
      }
    default: break
    }
  }
}

extension AidCase {
  /// State with a wrong bias: 2°/s on each axis.
  static func wrongBias(_ profile: Profile) -> LearnedState {
    var state = LearnedState(profile: profile)
    let rate = Angle.degrees(2).radians
    state.gyroscope = LearnedBias(
      BiasBelief(bias: AngularVelocity(rate, rate, rate), sigma: AngularVelocity(3e-4, 3e-4, 3e-4)))
    return state
  }
  private static func leg(_ bearing: Double, length: Double, followed: Double, at second: Double) -> Change {
    let json = #"{"bearing_deg":\#(bearing),"length_m":\#(length),"followed_m":\#(followed)}"#
    return .command("leg", json, at: second)
  }
  private static let ahead = Plan.straight.itinerary(SimulationParameters()).azimuth.degrees

  /// Cases on foot.
  static let walking: [AidCase] = [
    AidCase(.head, "stillness", .waiting, .inMotion, .straight, 20...30),
    AidCase(.hand, "rest-bias", .refused, .memoryRefuted, .benchRest, learned: wrongBias(.hand)),
    AidCase(.head, "rest-bias", .waiting, .inMotion, .straight, 20...30),
    AidCase(.head, "gravity", .refused, .noForce, .straight, 20...30, faults: ["gap:accelerometer@20+9"]),
    AidCase(.hand, "gravity", .waiting, .notNeeded, .benchRest, 5...20),
    AidCase(
      .hand, "relaxed-rest-bias", .refused, .memoryRefuted, .benchRest, set: ["rest.time=60"],
      learned: wrongBias(.hand)),
    AidCase(.head, "relaxed-rest-bias", .off, .switchedOff, .straight, 3...9, set: ["relaxed.rate=0"]),
    AidCase(.head, "fix", .fusing, .trustedLess, .straight, 30...40, .movedFixes(east: 300, up: 0, from: 30)),
    AidCase(.head, "fix", .timedOut, nil, .straight, 20...50, faults: ["gap:gnss@20+60"]),
    AidCase(.head, "fix", .waiting, .noMeasurement, .straight, 3...9, .without(.fix)),
    AidCase(.head, "compass", .refused, .tooWeak, .straight, 3...9, .weakField(0.01, from: 0)),
    AidCase(.head, "compass", .off, .switchedOff, .straight, 3...9, set: ["compass.use=off"]),
    AidCase(.head, "compass", .waiting, .noMeasurement, .straight, 3...9, .without(.magnetometer)),
    AidCase(.head, "compass", .timedOut, nil, .straight, 9...40, faults: ["gap:magnetometer@9+60"], .without(.fix)),
    AidCase(.head, "gait", .refused, .incoherent, .straight, 5...30, set: ["travel.coherence=1"]),
    AidCase(.hand, "gait", .waiting, .noMeasurement, .benchRest, 5...9),
    AidCase(.head, "gaze", .waiting, .notStarted, .benchRest, 9...15),
    AidCase(.head, "receiver-velocity", .waiting, .noMeasurement, .straight, 9...15, .noFixVelocity(from: 0)),
    AidCase(
      .hand, "receiver-velocity", .refused, .poorQuality, .straight, 9...60, .statedErrors(place: 9, speed: 0.5)),
    AidCase(.hand, "receiver-velocity", .fusing, nil, .straight, 9...60, .statedErrors(place: 9, speed: 0.2)),
    AidCase(.hand, "steps", .fusing, nil, .straight, 20...60, .statedErrors(place: 0.02, speed: 9)),
    AidCase(.head, "given-heading", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(.hand, "rest-drift", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(
      .head, "outside-turn", .timedOut, nil, .straight, 20...40,
      .outside(every: 0.05, until: 20, quality: 1, step: 0)),
    AidCase(.head, "outside-turn", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(
      .head, "leg", .refused, .legTooShort, .straight, 9...30, set: ["compass.use=off"],
      leg(ahead, length: 5, followed: 0, at: 9)),
    AidCase(
      .head, "leg", .refused, .notFollowed, .straight, 9...30, set: ["compass.use=off"],
      leg(ahead, length: 100, followed: 0, at: 9)),
    AidCase(
      .head, "leg", .refused, .walkTooShort, .straight, 2...30, set: ["compass.use=off"],
      leg(ahead, length: 100, followed: 50, at: 2)),
    AidCase(
      .head, "leg", .refused, .againstLeg, .straight, 6...40, set: ["compass.room=25"],
      leg(ahead + 180, length: 100, followed: 0, at: 6), .without(.fix)),
    AidCase(.head, "leg", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(.head, "remembered-heading", .waiting, .noMeasurement, .straight, 3...9),
    AidCase(.head, "fix-height", .fusing, .trustedLess, .straight, 30...40, .movedFixes(east: 0, up: 500, from: 30)),
    AidCase(.head, "fix-height", .timedOut, nil, .straight, 20...50, faults: ["gap:gnss@20+60"]),
    AidCase(.head, "barometer", .refused, .poorQuality, .straight, 9...15, .pressure(500, from: 9)),
    AidCase(.head, "barometer", .waiting, .noMeasurement, .straight, 9...15, .without(.barometer)),
    AidCase(
      .head, "outside-odometry", .refused, .poorQuality, .straight, 3...15,
      .outside(every: 0.05, until: 15, quality: 0, step: 0)),
    AidCase(
      .head, "outside-odometry", .refused, .tooFarApart, .straight, 3...15,
      .outside(every: 1, until: 15, quality: 1, step: 0)),
    AidCase(
      .head, "outside-odometry", .refused, .tooFast, .straight, 3...15,
      .outside(every: 0.05, until: 15, quality: 1, step: 100)),
    AidCase(.head, "outside-odometry", .waiting, .noMeasurement, .straight, 9...15),
  ]

  /// Cases on the shoe.
  static let shoe: [AidCase] = [
    AidCase(.foot, "foot-standing", .fusing, nil, .straight, 9...30),
    AidCase(.foot, "given-heading", .waiting, .noMeasurement, .straight, 9...30),
    AidCase(.foot, "foot-rest", .waiting, .inMotion, .straight, 9...30),
    AidCase(.foot, "foot-rest", .fusing, nil, .straight, 2...30),
    AidCase(.foot, "foot-lift", .waiting, .noMeasurement, .straight, 3...30),
    AidCase(.foot, "foot-floor", .waiting, .noMeasurement, .straight, 3...30),
    AidCase(.foot, "foot-level", .waiting, .noMeasurement, .straight, 3...30),
    AidCase(.foot, "foot-level", .fusing, nil, .stairs, 45...80),
    AidCase(.foot, "foot-floating", .waiting, .noMeasurement, .straight, 3...30),
    AidCase(.foot, "fix", .fusing, .trustedLess, .straight, 30...40, .movedFixes(east: 300, up: 0, from: 30)),
    AidCase(.foot, "fix", .waiting, .noMeasurement, .straight, 3...9, .without(.fix)),
    AidCase(.foot, "compass", .refused, .tooWeak, .straight, 3...9, .weakField(0.01, from: 0)),
    AidCase(.foot, "leg", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(.foot, "remembered-heading", .waiting, .noMeasurement, .straight, 3...9),
    AidCase(.foot, "fix-height", .waiting, .noMeasurement, .straight, 3...9, .without(.fix)),
    AidCase(.foot, "barometer", .timedOut, nil, .straight, 9...30, faults: ["gap:barometer@9+60"]),
    AidCase(.foot, "outside-odometry", .off, .notInProfile, .straight, 3...9),
  ]

  /// Cases without an assumption on motion.
  static let free: [AidCase] = [
    AidCase(.free, "stillness", .waiting, .inMotion, .straight, 20...30),
    AidCase(.free, "rest-bias", .waiting, .inMotion, .straight, 20...30),
    AidCase(.free, "gravity", .refused, .noForce, .straight, 20...30, faults: ["gap:accelerometer@20+9"]),
    AidCase(.free, "relaxed-rest-bias", .off, .switchedOff, .straight, 3...9),
    AidCase(.free, "compass", .off, .headingElsewhere, .straight, 3...9, set: ["heading.start=none"]),
    AidCase(.free, "compass", .timedOut, nil, .straight, 20...50, faults: ["gap:magnetometer@20+60"]),
    AidCase(.free, "compass", .waiting, .noMeasurement, .straight, 3...9, .without(.magnetometer)),
    AidCase(.free, "fix", .timedOut, nil, .straight, 20...50, faults: ["gap:gnss@20+60"]),
    AidCase(
      .free, "outside-odometry", .refused, .tooFast, .straight, 3...15,
      .outside(every: 0.05, until: 15, quality: 1, step: 100)),
    AidCase(
      .free, "outside-odometry", .timedOut, nil, .straight, 12...20,
      .outside(every: 0.05, until: 12, quality: 1, step: 0)),
    AidCase(.free, "barometer", .timedOut, nil, .straight, 9...30, faults: ["gap:barometer@9+60"]),
    AidCase(.free, "fix-height", .waiting, .noMeasurement, .straight, 3...9, .without(.fix)),
    AidCase(.free, "given-heading", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(.free, "outside-turn", .waiting, .noMeasurement, .straight, 9...15),
    AidCase(.free, "leg", .off, .notInProfile, .straight, 3...9),
    AidCase(.free, "remembered-heading", .off, .notInProfile, .straight, 3...9),
  ]

  /// Cases in a vehicle.
  static let driving: [AidCase] = [
    AidCase(.vehicle, "standing", .waiting, .inMotion, .ride, 45...60),
    AidCase(.vehicle, "standing-bias", .waiting, .inMotion, .ride, 45...60),
    AidCase(.vehicle, "rolling", .waiting, .notStarted, .ride, 3...9),
    AidCase(.vehicle, "rolling", .fusing, .trustedLess, .ride, 45...60, .pushed(15, from: 45)),
    AidCase(.vehicle, "gravity", .waiting, .notNeeded, .ride, 45...60),
    AidCase(.vehicle, "fix", .waiting, .notStarted, .ride, 3...9),
    AidCase(
      .vehicle, "fix", .refused, .tooOld, .ride, 60...80, faults: ["gap:gnss@45+14"], .oldFixes(10, from: 59)),
    AidCase(.vehicle, "fix", .fusing, .trustedLess, .ride, 60...80, .movedFixes(east: 500, up: 0, from: 60)),
    AidCase(.vehicle, "fix", .timedOut, nil, .ride, 60...80, faults: ["gap:gnss@45+60"]),
    AidCase(.vehicle, "fix-velocity", .waiting, .noMeasurement, .ride, 60...80, .noFixVelocity(from: 60)),
    AidCase(
      .vehicle, "fix-velocity", .refused, .tooOld, .ride, 60...80, faults: ["gap:gnss@45+14"],
      .oldFixes(10, from: 59)),
    AidCase(.vehicle, "compass", .off, .notInProfile, .ride, 3...9),
    AidCase(.vehicle, "barometer", .off, .notInProfile, .ride, 3...9),
    AidCase(.vehicle, "outside-odometry", .off, .notInProfile, .ride, 3...9),
    AidCase(.vehicle, "leg", .off, .notInProfile, .ride, 3...9),
    AidCase(.vehicle, "remembered-heading", .off, .notInProfile, .ride, 3...9),
  ]

  static let all = walking + shoe + free + driving
}
