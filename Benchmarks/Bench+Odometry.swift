import Geometry
import Odometry
import Samples
import Simulation
import Tracking

extension Bench {
  /// The inertial steps of a simulated walk at 200 Hz, as samples.
  static func inertialSteps() throws -> [(rate: AngularVelocity<Body>, force: Acceleration<Body>)] {
    let parameters = SimulationParameters()
    var force = Acceleration<Body>.zero
    var steps: [(rate: AngularVelocity<Body>, force: Acceleration<Body>)] = []
    try Simulation(Plan.straight.itinerary(parameters), parameters: parameters).run { line in
      switch line {
      case .sample(.accelerometer(let sample)): force = sample.force
      case .sample(.gyroscope(let sample)): steps.append((sample.rate, force))
      default: break
      }
    }
    return steps
  }

  private static let interval = TimeSpan(0.005)

  /// The reference: the integration that every strapdown needs, and nothing else.
  static func strapdown(_ steps: [(rate: AngularVelocity<Body>, force: Acceleration<Body>)]) -> Measurement {
    measure(steps.count) {
      var orientation = Rotation<Body, Scene>.aligned, velocity = Velocity<Scene>.zero
      for step in steps {
        orientation = orientation * Rotation<Body, Body>.exp(step.rate * interval)
        velocity += orientation(step.force) * interval
      }
      consume(orientation)
      consume(velocity)
    }
  }

  /// The filter of a shoe, over a simulated walk on the foot.
  private static func shoe() throws {
    let parameters = SimulationParameters()
    var itinerary = Plan.straight.itinerary(parameters)
    itinerary.carrier = .foot
    var force = Acceleration<Body>.zero
    var samples: [(time: BootInstant, rate: AngularVelocity<Body>, force: Acceleration<Body>)] = []
    try Simulation(itinerary, parameters: parameters).run { line in
      switch line {
      case .sample(.accelerometer(let sample)): force = sample.force
      case .sample(.gyroscope(let sample)): samples.append((sample.time, sample.rate, force))
      default: break
      }
    }
    report(
      "shoe filter, a gyroscope sample",
      measure(samples.count) {
        var start = ShoeStart(ShoeParameters()), filter: ShoeFilter?
        for sample in samples {
          if filter == nil {
            filter = start.add(rate: sample.rate, force: sample.force, at: sample.time, over: interval)
          } else {
            filter?.advance(to: sample.time, rate: sample.rate, over: interval, force: sample.force)
          }
        }
        consume(filter?.place)
      })
  }

  static func odometry() throws {
    let steps = try inertialSteps()
    let beside = ("quaternion strapdown", strapdown(steps))
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5))
    report(
      "attitude filter, a gyroscope sample",
      measure(steps.count) {
        for step in steps { filter.advance(rate: step.rate, over: interval, force: step.force) }
      }, beside: beside)
    try shoe()
    var second = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5))
    var compass = HeadingFilter(.init())
    report(
      "attitude and heading, a gyroscope sample",
      measure(steps.count) {
        var count = 0
        for step in steps {
          second.advance(rate: step.rate, over: interval, force: step.force)
          count += 1
          if count % 4 == 0 {
            let output = second.output
            compass.add(MagneticField(20, Double(count % 7), -40), orientation: output.sampled, rate: output.rate)
          }
          if let window = second.output.closedWindow {
            compass.closeWindow(window.time, headingGrowth: window.headingGrowth)
          }
        }
      }, beside: beside)
  }

  /// The whole pipeline over a simulated session, by profile.
  static func tracking() throws {
    let steps = try inertialSteps()
    let beside = ("quaternion strapdown", strapdown(steps))
    for (profile, plan) in [
      (Profile.free, Plan.straight), (.head, .cityBlocks), (.hand, .cityBlocks), (.vehicle, .ride),
    ] {
      let parameters = SimulationParameters()
      var samples: [Sample] = []
      var gyroscopes = 0
      try Simulation(plan.itinerary(parameters), parameters: parameters).run { line in
        guard case .sample(let sample) = line else { return }
        samples.append(sample)
        if case .gyroscope = sample { gyroscopes += 1 }
      }
      // The measurement starts warm: only the start may allocate.
      var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
      let warmth = samples.count / 4
      for sample in samples.prefix(warmth) { consume(tracker.ingest(sample)) }
      let warm = tracker
      let share = Double(samples.count - warmth) / Double(samples.count)
      let measured = measure(Int(Double(gyroscopes) * share)) {
        tracker = warm
        // Access by index: an iterator would copy each sample three times more.
        for i in warmth..<samples.count { consume(tracker.ingest(samples[i])) }
      }
      report(
        "tracker as \(profile.rawValue), a gyroscope sample", measured, beside: beside)
    }
  }
}
