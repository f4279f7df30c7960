import Alignment
import EngineSettings
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Simulation
import Tracking

/// A short simulated session whose poses are committed (`Tests/Golden/NAME.csv`). Its samples depend only on this definition.
struct GoldenSession: Sendable {
  /// Name of the session and of its file.
  let name: String
  let profile: Profile
  let plan: Plan
  let seed: UInt64
  let seconds: Double
  /// Settings `NAME=VALUE` of the simulation, in addition to `common`.
  var simulation: [String] = []
  var faults: [String] = []
  /// Settings `NAME=VALUE` of the pipeline.
  var pipeline: [String] = []
  var inputs: [Input] = []
  var start = Start.cold
  /// Where the wearer has the device; nil is where the profile wears it.
  var carrier: Itinerary.Carrier?

  /// A change to the samples that the simulation alone cannot make.
  enum Input: String, Sendable {
    /// An outside tracker's poses, 30 a second, for the first 50 s.
    case outsidePoses = "outside-poses"
    /// Fixes without the receiver's velocity.
    case noReceiverVelocity = "no-receiver-velocity"
    /// A nudge by 30° at 25 s, a release at 40 s, a reset at 50 s.
    case commands
    /// The magnetometer's chip is turned by 40° about the device's up.
    case turnedChip = "turned-chip"
    /// Fixes 60 m to the east, and 40 m too high, from 40 to 70 s.
    case jumpingFixes = "jumping-fixes"
  }

  enum Start: String, Sendable {
    case cold
    /// With a learned gyroscope bias, stride and heading.
    case warm
  }

  static let all: [GoldenSession] = [
    .init(name: "head-blocks", profile: .head, plan: .cityBlocks, seed: 2, seconds: 90),
    .init(name: "head-no-fixes", profile: .head, plan: .straight, seed: 3, seconds: 60, simulation: ["gnss.rate=0"]),
    .init(
      name: "head-disturbed-compass", profile: .head, plan: .outAndBack, seed: 4, seconds: 80,
      simulation: ["magnetometer.disturbance=12"], faults: ["magnet@30+25=40"]),
    .init(name: "head-outside", profile: .head, plan: .outAndBack, seed: 5, seconds: 70, inputs: [.outsidePoses]),
    .init(name: "head-warm", profile: .head, plan: .straight, seed: 6, seconds: 50, start: .warm),
    .init(
      name: "head-bad-fixes", profile: .head, plan: .straight, seed: 7, seconds: 80,
      simulation: ["gnss.first_fix_error=800", "gnss.outliers=0.1"]),
    .init(
      name: "head-new-scene", profile: .head, plan: .straight, seed: 8, seconds: 60, faults: ["gap:gyroscope@30+2"]),
    .init(name: "head-stand", profile: .head, plan: .lookAround, seed: 24, seconds: 70, inputs: [.commands]),
    .init(
      name: "head-turned-chip", profile: .head, plan: .outAndBack, seed: 25, seconds: 80, inputs: [.turnedChip]),
    .init(
      name: "head-metro", profile: .head, plan: .cityBlocks, seed: 26, seconds: 100,
      simulation: ["gnss.first_fix_after=45", "gnss.first_fix_error=60", "magnetometer.disturbance=10"]),
    .init(name: "head-jump", profile: .head, plan: .outAndBack, seed: 27, seconds: 100, inputs: [.jumpingFixes]),
    .init(name: "torso-blocks", profile: .torso, plan: .cityBlocks, seed: 9, seconds: 90),
    .init(
      name: "torso-stairs-barometer", profile: .torso, plan: .stairs, seed: 10, seconds: 70,
      simulation: ["barometer.noise=3"]),
    .init(
      name: "hand-late-fixes", profile: .hand, plan: .cityBlocks, seed: 12, seconds: 90,
      simulation: ["gaze.style=ahead", "gnss.latency=1.6"]),
    .init(
      name: "hand-no-compass", profile: .hand, plan: .outAndBack, seed: 13, seconds: 70,
      simulation: ["gaze.style=ahead", "magnetometer.rate=0"]),
    .init(
      name: "hand-commands", profile: .hand, plan: .straight, seed: 14, seconds: 70, simulation: ["gaze.style=ahead"],
      inputs: [.commands]),
    .init(
      name: "hand-pocket", profile: .hand, plan: .cityBlocks, seed: 28, seconds: 120,
      simulation: ["gnss.latency=1.5", "gnss.velocity=unstated"], carrier: .pocket),
    .init(
      name: "hand-pocket-bicycle", profile: .hand, plan: .bicycle, seed: 29, seconds: 120,
      simulation: ["gnss.latency=1.5", "gnss.velocity=none", "magnetometer.rate=0"], carrier: .pocket),
    .init(
      name: "hand-bag", profile: .hand, plan: .cityBlocks, seed: 33, seconds: 120,
      simulation: ["gnss.latency=1.5", "gnss.velocity=unstated", "magnetometer.rate=50"], carrier: .bag),
    .init(name: "head-ring", profile: .head, plan: .loop, seed: 34, seconds: 120),
    .init(name: "head-bicycle", profile: .head, plan: .bicycle, seed: 30, seconds: 120),
    .init(name: "head-bus", profile: .head, plan: .bus, seed: 31, seconds: 220),
    .init(
      name: "torso-wheelchair", profile: .torso, plan: .wheelchair, seed: 32, seconds: 90,
      simulation: ["gnss.velocity=unstated"]),
    .init(name: "foot-straight", profile: .foot, plan: .straight, seed: 15, seconds: 45),
    .init(name: "free-look-around", profile: .free, plan: .lookAround, seed: 16, seconds: 60),
    .init(
      name: "free-turns-no-fixes", profile: .free, plan: .benchTurns, seed: 17, seconds: 60, simulation: ["gnss.rate=0"]
    ),
    .init(name: "free-outside", profile: .free, plan: .outAndBack, seed: 18, seconds: 60, inputs: [.outsidePoses]),
    .init(name: "vehicle-ride", profile: .vehicle, plan: .ride, seed: 19, seconds: 90),
    .init(
      name: "vehicle-no-velocity", profile: .vehicle, plan: .ride, seed: 20, seconds: 90,
      inputs: [.noReceiverVelocity]),
    .init(
      name: "vehicle-outage", profile: .vehicle, plan: .ride, seed: 21, seconds: 90, simulation: ["mount.yaw=90"],
      faults: ["gap:gnss@60+20"]),
    .init(
      name: "vehicle-circle", profile: .vehicle, plan: .circle, seed: 22, seconds: 60,
      faults: ["gap:gyroscope@30+1.5", "gap:accelerometer@30+1.5"]),
  ]

  /// Rates that keep the test short.
  private static let common = ["imu.rate=100", "magnetometer.rate=25", "truth.rate=0"]

  /// The whole definition in a line; a file made from another definition is refused.
  var definition: String {
    var words = ["\(plan.rawValue)", "seed \(seed)", "profile \(profile.rawValue)", "\(Int(seconds)) s"]
    words += Self.common + simulation + faults + pipeline + inputs.map(\.rawValue)
    if profile == .foot { words.append("on the foot") }
    if let carrier { words.append("in the \(carrier.rawValue)") }
    if start != .cold { words.append("\(start.rawValue) start") }
    return words.joined(separator: ", ")
  }

  /// Returns the poses of the session, one a second. `change` is applied to each sample before the tracker.
  func rows(_ change: (Sample) -> Sample = { $0 }) throws -> [GoldenRow] {
    var parameters = SimulationParameters(), settings = TrackerParameters(profile: profile)
    for setting in Self.common + simulation { try SimulationParameters.table.set(setting, in: &parameters) }
    for setting in pipeline { try TrackerParameters.table.set(setting, in: &settings) }
    var itinerary = plan.itinerary(parameters)
    if profile == .foot { itinerary.carrier = .foot }
    if let carrier { itinerary.carrier = carrier }
    let simulation = Simulation(
      itinerary, parameters: parameters, faults: try faults.map { try Fault($0) }, seed: seed)
    var tracker = Tracker(
      profile: profile, parameters: settings, state: start == .warm ? Self.learned(profile) : nil,
      age: start == .warm ? TimeSpan(30) : nil)
    let plane = simulation.trajectory.plane
    var rows: [GoldenRow] = [], next = 1.0
    for sample in try samples(simulation) {
      guard let pose = tracker.ingest(change(sample)), pose.time.seconds >= next else { continue }
      rows.append(GoldenRow(second: Int(pose.time.seconds.rounded(.down)), pose, plane))
      next = pose.time.seconds.rounded(.down) + 1
    }
    return rows
  }

  private func samples(_ simulation: Simulation) throws -> [Sample] {
    var samples: [Sample] = [], waiting = inputs.flatMap { extra($0, simulation) }[...]
    var session = SimulatedSession(simulation)
    while let line = try session.next() {
      guard case .sample(var sample) = line else { continue }
      if sample.time.seconds > seconds { break }
      while let first = waiting.first, first.time <= sample.time { samples.append(waiting.removeFirst()) }
      if case .fix(var fix) = sample, inputs.contains(.noReceiverVelocity) {
        fix.velocityEast = nil
        fix.velocityNorth = nil
        fix.velocityUp = nil
        fix.speedError = nil
        sample = .fix(fix)
      }
      if case .fix(var fix) = sample, inputs.contains(.jumpingFixes), (40..<70).contains(sample.time.seconds) {
        let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude, height: .zero)
        fix.longitude = place.moved(by: Displacement(60, 0, 0)).longitude
        fix.height = fix.height.map { $0 + Length(40) }
        sample = .fix(fix)
      }
      if case .magnetometer(var magnetic) = sample, inputs.contains(.turnedChip) {
        magnetic.field = Rotation<Body, Body>(about: Direction(0, 1, 0), by: .degrees(40))(magnetic.field)
        sample = .magnetometer(magnetic)
      }
      samples.append(sample)
    }
    return samples
  }

  /// Returns the samples to insert among the simulated ones, in order of time.
  private func extra(_ input: Input, _ simulation: Simulation) -> [Sample] {
    switch input {
    case .noReceiverVelocity, .turnedChip, .jumpingFixes: return []
    case .commands:
      return [(25.0, "nudge", #"{"degrees":30}"#), (40, "release", "{}"), (50, "reset", "{}")].map { time, kind, json in
        .input(InputEvent(time: BootInstant(seconds: time), kind: kind, json: json))
      }
    case .outsidePoses:
      // A frame turned by 70°, with a different origin.
      let half = Angle.degrees(35)
      guard let turn = Rotation<Level, OutsideFrame>(x: 0, y: half.sine, z: 0, w: half.cosine) else { return [] }
      return (0..<1500).map { index in
        let time = Double(index) / 30, truth = simulation.trajectory.instant(at: TimeSpan(time))
        return .outsidePose(
          OutsidePose(
            time: BootInstant(seconds: time),
            position: turn(Displacement<Level>(truth.position)) + Displacement(40, -3, 7),
            orientation: StatedRotation(turn * truth.levelOrientation), quality: 0.9))
      }
    }
  }

  private static func learned(_ profile: Profile) -> LearnedState {
    var state = LearnedState(profile: profile)
    state.gyroscope = LearnedBias(
      BiasBelief(bias: AngularVelocity(0.004, -0.006, 0.002), sigma: AngularVelocity(0.002, 0.002, 0.002)),
      at: Temperature(25))
    state.stride = LearnedStride(logarithm: 0.05, sigma: 0.03, length: .zero, walkRatio: 0.39)
    state.heading = LearnedHeading(.degrees(40), sigma: .degrees(8))
    return state
  }
}
