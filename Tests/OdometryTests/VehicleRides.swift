import Expectations
import Geodesy
import Geometry
import Samples
import Simulation
import Testing

@testable import Odometry

/// Runs a simulated ride through a vehicle filter, with an inspection at intervals.
func ride(
  _ plan: Plan, _ parameters: SimulationParameters, filter settings: VehicleParameters = .init(),
  latency: TimeSpan = TimeSpan(0.1), faults: [Fault] = [], seed: UInt64 = 1, every interval: Double = 1,
  _ look: (VehicleOdometry, Trajectory.Instant, Double) -> Void
) throws -> VehicleOdometry? {
  var parameters = parameters
  parameters.imuRate = 100
  parameters.magnetometerRate = 0
  parameters.barometerRate = 0
  parameters.truthRate = 0
  let simulation = Simulation(plan.itinerary(parameters), parameters: parameters, faults: faults, seed: seed)
  var filter: VehicleOdometry?
  var force: Acceleration<Body>?
  var last: BootInstant?
  var next = 0.0
  try simulation.run { line in
    switch line {
    case .sample(.accelerometer(let sample)): force = sample.force
    case .sample(.gyroscope(let sample)):
      guard let felt = force else { return }
      if let last {
        filter?.advance(to: sample.time, rate: sample.rate, over: sample.time - last, force: felt)
      } else {
        filter = VehicleOdometry(settings, at: sample.time, up: felt)
      }
      last = sample.time
      let t = Double(sample.time.nanoseconds) * 1e-9
      if let filter, t >= next {
        look(filter, simulation.trajectory.instant(at: TimeSpan(t)), t)
        next += interval
      }
    case .sample(.fix(let fix)):
      var reading = FixReading(fix, assuming: FixAssumptions(), precise: Length(0.5))
      if fix.time < fix.arrival { reading.timing = .stamped } else { reading.held = fix.arrival - latency }
      filter?.ingest(reading)
    default: break
    }
  }
  return filter
}

/// xᵀ P⁻¹ x of three states in a row.
func normalized(_ error: SIMD3<Double>, _ covariance: SymmetricMatrix, _ index: Int) -> Double {
  var block = Matrix3.zero
  for i in 0..<3 { for j in 0..<3 { block[i, j] = covariance[index + i, index + j] } }
  return block.inverse.map { dot(error, $0 * error) } ?? .infinity
}

@Suite struct VehicleRides {
  /// Returns the filter's errors: position, velocity and orientation against the truth in its plane.
  private func errors(
    _ filter: VehicleOdometry, _ truth: Trajectory.Instant, in plane: TangentPlane
  ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>, turn: SIMD3<Double>)? {
    guard let own = filter.plane, filter.isStarted else { return nil }
    let position = own.level(truth.place).components - filter.position
    let toOwn = own.earthFromLevel.inverse * TangentPlane(origin: truth.place).earthFromLevel
    let orientation = toOwn * truth.levelOrientation
    let velocity = own.earthFromENU.inverse(plane.earthFromENU(truth.velocity))
    let level = Velocity<Level>(velocity).components - filter.velocity
    return (position, level, (orientation * filter.orientation.inverse).logarithm.components)
  }

  /// A receiver with a latency other than the assumed one: in two minutes of a ride with bends and stops it is learned, and the
  /// place is as good as with the right latency.
  @Test(arguments: [1, 2] as [UInt64], [0.2, 0.35])
  func latencyIsLearned(seed: UInt64, latency: Double) throws {
    var parameters = SimulationParameters()
    parameters.receiver.latency = TimeSpan(latency)
    parameters.receiver.rate = 5
    parameters.receiver.bias = Length(0.02)
    parameters.receiver.noise = Length(0.02)
    parameters.receiver.velocityNoise = Speed(0.03)
    let plane = TangentPlane(
      origin: Geodetic(latitude: parameters.latitude, longitude: parameters.longitude, height: parameters.height))
    var sum = 0.0, count = 0.0, within = 0.0
    let end = try ride(.ride, parameters, seed: seed) { filter, truth, t in
      guard t > 120, let error = errors(filter, truth, in: plane) else { return }
      let (x, z) = (error.position.x, error.position.z)
      sum += x * x + z * z
      count += 1
      let wrong = latency - 0.1 - filter.latencyError.value, i = VehicleOdometry.Index.latency
      if wrong * wrong < 9 * filter.covariance[i, i] { within += 1 }
    }
    let rms = (sum / count).squareRoot(), learned = try #require(end).latencyError.value + 0.1
    expect(rms, isBelow: 0.25, "\(rms) m")
    expect((learned - latency).magnitude, isBelow: 0.03, "\(learned) s of \(latency) s")
    expect(within / count, isAbove: 0.8, "\(within / count)")
  }

  /// The mean of the normalized squared error over rides is 3 for three states with a right covariance. Errors last for minutes,
  /// so few rides leave wide bounds; with standard deviations three times too small it is 27.
  @Test func statedVariancesMatchTheErrors() throws {
    var sums = SIMD3<Double>.zero, count = 0.0
    for seed in 1...4 as ClosedRange<UInt64> {
      var parameters = SimulationParameters()
      parameters.receiver.isStamped = true
      let plane = TangentPlane(
        origin: Geodetic(latitude: parameters.latitude, longitude: parameters.longitude, height: parameters.height))
      _ = try ride(.ride, parameters, seed: seed, every: 5) { filter, truth, t in
        guard t > 60, let error = errors(filter, truth, in: plane) else { return }
        sums.x += normalized(error.position, filter.covariance, VehicleOdometry.Index.position)
        sums.y += normalized(error.velocity, filter.covariance, VehicleOdometry.Index.velocity)
        sums.z += normalized(error.turn, filter.covariance, VehicleOdometry.Index.theta)
        count += 1
      }
    }
    let mean = sums / count
    expect(count, isAbove: 200)
    for i in 0..<3 { #expect(mean[i] > 0.2 && mean[i] < 9, "\(mean)") }
  }

  @Test(arguments: [(0.0, 0.0), (25, 15), (-40, -20), (90, 10), (180, 30)])
  func mountIsFound(yaw: Double, pitch: Double) throws {
    var parameters = SimulationParameters()
    parameters.mountYaw = .degrees(yaw)
    parameters.mountPitch = .degrees(pitch)
    let end = try ride(.ride, parameters, seed: 3) { _, _, _ in }
    let mount = try #require(end?.mountAttitude)
    expect((mount.heading - .degrees(yaw)).wrapped.degrees.magnitude, isBelow: 2, "\(mount)")
    expect((mount.elevation - .degrees(pitch)).degrees.magnitude, isBelow: 2, "\(mount)")
  }

  @Test func biasesAreLearned() throws {
    var parameters = SimulationParameters()
    parameters.makeIdeal()
    parameters.receiver.velocityNoise = Speed(0.1)
    let end = try #require(try ride(.circle, parameters) { _, _, _ in })
    // Ideal sensors through sixty seconds of circles: nothing false is learned.
    expect(end.bias.norm.value, isBelow: 0.002)
    expect(end.strapdown.accelerometerBias.norm.value, isBelow: 0.1)
  }

  /// With a receiver that is a second late, the estimate is the vehicle's present place, not the past one, once the delay is
  /// known.
  @Test func fixesHoldAtTheirOwnTime() throws {
    var parameters = SimulationParameters()
    parameters.makeIdeal()
    parameters.receiver.bias = Length(0.1)
    parameters.receiver.velocityNoise = Speed(0.05)
    parameters.receiver.latency = TimeSpan(1)
    var settings = VehicleParameters()
    settings.velocityLag = .zero
    var worst = 0.0
    _ = try ride(.ride, parameters, filter: settings, latency: TimeSpan(1)) { filter, truth, t in
      guard t > 60, let place = filter.place else { return }
      worst = max(worst, truth.place.smallOffset(to: place).norm.value)
    }
    expect(worst, isBelow: 4)  // 14 without the second of delay
  }

  @Test func standingIsRecognizedWithoutFalseAlarms() throws {
    var still = 0.0, imagined = 0, seen = 0, stops = 0
    _ = try ride(.ride, SimulationParameters(), faults: [try Fault("gap:gnss@195+30")]) { filter, truth, t in
      let speed = truth.velocity.norm.value
      still = speed < 0.01 ? still + 1 : 0
      if speed > 2, filter.standing.isStanding { imagined += 1 }
      guard still > 4 else { return }
      stops += 1
      if filter.standing.isStanding { seen += 1 }
    }
    expect(imagined, equals: 0)
    #expect(stops > 50 && Double(seen) > 0.9 * Double(stops), "\(seen) of \(stops)")
  }

  @Test func attitudeComesWithoutFixes() throws {
    var worst = 0.0
    _ = try ride(.ride, SimulationParameters(), faults: [try Fault("gap:gnss@0+1000")]) { filter, truth, t in
      guard t > 20 else { return }
      let up = filter.orientation(truth.levelOrientation.inverse(Direction<Level>(0, 1, 0)))
      worst = max(worst, Direction<Level>(0, 1, 0).angle(to: up).degrees)
      #expect(filter.place == nil && filter.headingSigma == nil)
    }
    expect(worst, isBelow: 12, "\(worst)")
  }

  @Test func accuracyGrowsInATunnel() throws {
    var before = 0.0, last = 0.0, isGrowing = true
    _ = try ride(.ride, SimulationParameters(), faults: [try Fault("gap:gnss@150+60")]) { filter, _, t in
      let accuracy = filter.horizontalAccuracy?.value ?? 0
      if t < 150 { before = accuracy }
      if t > 155, t < 209 {
        isGrowing = isGrowing && accuracy > last + 0.49
        last = accuracy
      }
    }
    #expect(isGrowing)
    expect(last, isAbove: before + 25)
  }
}
