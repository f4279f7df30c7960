import EngineSettings
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Tracking

/// Whether the accuracies that the whole pipeline states are true: simulated straight walks with a cheap sensor and a receiver
/// with a slow error (3 m, 30 s) and a little white noise (0.5 m), over many seeds.
extension Bench {
  struct Walker {
    let name: String
    let profile: Profile
    /// Whether an outside tracker measures the walk, with a scale error of 3 % (standard deviation).
    let outside: Bool
  }

  static let walkers = [
    Walker(name: "torso, odometry given", profile: .torso, outside: true),
    Walker(name: "torso, its own steps", profile: .torso, outside: false),
    Walker(name: "head, its own steps", profile: .head, outside: false),
  ]

  /// Prints the figures. `settings` are parameters in the form of `--set`.
  static func honesty(seeds: Int = 400, settings: [String] = []) throws {
    print(
      "\nthe whole pipeline over \(seeds) walks: errors, stated 68 % and 95 % that hold, median σ beside the rms error")
    print(
      "walker                   after   heading median / 95 %   68 %   95 %     σ/rms   place rms   68 %   95 %     σ/rms"
    )
    for walker in walkers {
      var trials: [[Stated]] = []
      for seed in 1...seeds { trials.append(try honestyTrial(walker, seed: UInt64(seed), settings)) }
      for (k, moment) in statedMoments.enumerated() {
        let at = trials.compactMap { $0.count > k ? $0[k] : nil }
        func share(_ test: (Stated) -> Bool) -> Double { Double(at.count(where: test)) / Double(at.count) }
        func percent(_ test: (Stated) -> Bool) -> String { padded(rounded(100 * share(test), 1), 7) }
        func rms(_ value: (Stated) -> Double) -> Double {
          (at.reduce(0) { $0 + value($1) * value($1) } / Double(at.count)).squareRoot()
        }
        func median(_ value: (Stated) -> Double) -> Double { at.map(value).sorted()[at.count / 2] }
        let worst = at.indices.max { at[$0].heading < at[$1].heading } ?? 0
        let heading = at.map(\.heading).sorted()
        let figures = "\(rounded(heading[at.count / 2], 1)) / \(rounded(heading[at.count * 95 / 100], 1))"
        let label = "\(walker.name), after \(Int(moment)) s"
        figure("\(label), heading, median", heading[at.count / 2], "degrees")
        figure("\(label), heading, stated 68 % that hold", 100 * share { $0.heading <= $0.headingSigma }, "%")
        figure("\(label), place, stated 68 % that hold", 100 * share { $0.place <= $0.radius }, "%")
        print(
          "\(padded(walker.name, 24)) \(padded("\(Int(moment)) s", 7)) \(padded(figures, 22))"
            + percent { $0.heading <= $0.headingSigma } + percent { $0.heading <= 1.96 * $0.headingSigma }
            + padded(rounded(median(\.headingSigma) / rms(\.heading), 2), 9) + padded(rounded(rms(\.place), 2), 9)
            + percent { $0.place <= $0.radius } + percent { $0.place <= RadiusPerSigma.of95Per68 * $0.radius }
            + padded(rounded(median(\.radius) / RadiusPerSigma.of68 * 1.4142 / rms(\.place), 2), 9)
            + "worst: \(rounded(at[worst].heading, 0))° ± \(rounded(at[worst].headingSigma, 0))°, seed \(worst + 1)")
      }
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// Stated accuracies and true errors at a moment, in degrees and meters.
  struct Stated {
    var heading: Double, headingSigma: Double, place: Double, radius: Double
  }

  static let statedMoments = [20.0, 30, 60, 120]

  private static func honestyTrial(_ walker: Walker, seed: UInt64, _ settings: [String]) throws -> [Stated] {
    var parameters = SimulationParameters()
    parameters.imuRate = 100
    parameters.gaze = walker.profile == .head ? .wandering : .ahead
    parameters.truthRate = 0
    parameters.barometerRate = 0
    parameters.magnetometerRate = 20
    parameters.receiver.bias = Length(3)
    parameters.receiver.biasTime = TimeSpan(30)
    parameters.receiver.noise = Length(0.5)
    parameters.receiver.outliers = 0
    let simulation = Simulation(Plan.straight.itinerary(parameters), parameters: parameters, seed: seed)
    var generator = Generator(seed: seed, stream: "odometry")
    let scale = 1 + 0.03 * generator.gaussian()
    var believed = TrackerParameters(profile: walker.profile)
    for setting in settings { try TrackerParameters.table.set(setting, in: &believed) }
    var tracker = Tracker(profile: walker.profile, parameters: believed)
    var result: [Stated] = []
    var next = 0.0
    struct Done: Error {}
    let standing = 5.0  // the wearer stands this long at the start of the plan
    do {
      try simulation.run { line in
        guard case .sample(let sample) = line else { return }
        let seconds = Double(sample.time.nanoseconds) * 1e-9
        if walker.outside, seconds >= next {
          let truth = simulation.trajectory.instant(at: TimeSpan(next))
          let frame = Rotation<Level, OutsideFrame>(x: 0, y: 0.3, z: 0, w: 0.9) ?? .aligned
          let position = frame(Displacement<Level>(truth.position)) * scale
          consume(
            tracker.ingest(
              .outsidePose(
                OutsidePose(
                  time: BootInstant(seconds: next), position: Displacement<OutsideFrame>(position.components),
                  orientation: StatedRotation(frame * truth.levelOrientation), quality: 1))))
          next += 0.1
        }
        guard let pose = tracker.ingest(sample), result.count < statedMoments.count,
          seconds >= standing + statedMoments[result.count]
        else { return }
        let truth = simulation.trajectory.instant(at: TimeSpan(seconds))
        let turn = (Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation * truth.levelOrientation.inverse)
          .logarithm
        let place = pose.place.map { simulation.trajectory.plane.enu($0) - truth.position }
        result.append(
          Stated(
            heading: Angle.radians(turn.y).degrees.magnitude, headingSigma: pose.yawSigma?.degrees ?? 180,
            place: place.map { hypot($0.x, $0.y) } ?? 1e3, radius: pose.horizontalAccuracy?.value ?? 1e3))
        if result.count == statedMoments.count { throw Done() }
      }
    } catch is Done {}
    return result
  }
}
