import Geometry
import Odometry
import Samples
import Simulation

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
        var start = ShoeStart(ShoeParameters()), filter: ShoeOdometry?
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

  /// Runs the attitude filter over steps.
  static func runAttitude(
    _ filter: inout AttitudeFilter, _ steps: [(rate: AngularVelocity<Body>, force: Acceleration<Body>)]
  ) {
    for step in steps { filter.advance(rate: step.rate, over: interval, force: step.force) }
  }

  /// Runs the attitude filter and the heading filter over steps, with a magnetometer sample at every fourth.
  static func runHeading(
    _ filter: inout AttitudeFilter, _ compass: inout HeadingFilter,
    _ steps: [(rate: AngularVelocity<Body>, force: Acceleration<Body>)]
  ) {
    var count = 0
    for step in steps {
      filter.advance(rate: step.rate, over: interval, force: step.force)
      count += 1
      if count % 4 == 0 {
        compass.add(MagneticField(20, Double(count % 7), -40), orientation: filter.orientation, rate: filter.rate)
      }
      if let window = filter.closedWindow {
        compass.closeWindow(window.time, headingGrowth: window.headingGrowth)
      }
    }
  }

  static func odometry() throws {
    let steps = try inertialSteps()
    let beside = ("quaternion strapdown", strapdown(steps))
    var filter = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5))
    report("attitude filter, a gyroscope sample", measure(steps.count) { runAttitude(&filter, steps) }, beside: beside)
    try shoe()
    var second = AttitudeFilter(.init(), orientation: .aligned, tilt: .degrees(5))
    var compass = HeadingFilter(.init())
    report(
      "attitude and heading, a gyroscope sample",
      measure(steps.count) { runHeading(&second, &compass, steps) }, beside: beside)
  }

  /// The whole pipeline over a simulated session, by profile.
  static func tracking() throws {
    let beside = ("quaternion strapdown", strapdown(try inertialSteps()))
    for profile in [Profile.free, .head, .hand, .vehicle] {
      var session = try TrackedSession(profile)
      report(
        "tracker as \(profile.rawValue), a gyroscope sample", measure(session.gyroscopes) { session.run() },
        beside: beside)
    }
  }
}
