import Geodesy
import Geometry
import Samples

/// A simulated GNSS receiver: the truth, delayed, with a slowly varying error, white noise and outliers.
struct SimulatedReceiver {
  private let trajectory: Trajectory
  private let parameters: SimulationParameters.Receiver
  private let started: UTC
  private var wander: GaussMarkov
  private var generator: Generator
  private var count = 0
  private let firstOffset: SIMD3<Double>

  /// Ratio of vertical to horizontal errors; vertical ones are larger, because all satellites are above.
  private static let vertical = 1.7

  init(_ trajectory: Trajectory, _ parameters: SimulationParameters.Receiver, started: UTC, seed: UInt64) {
    self.trajectory = trajectory
    self.parameters = parameters
    self.started = started
    var generator = Generator(seed: seed, stream: "receiver")
    wander = GaussMarkov(
      sigma: parameters.bias.value, timeConstant: parameters.biasTime.value, interval: 1 / max(1e-3, parameters.rate),
      generator: &generator)
    let direction = generator.uniform(in: 0...(2 * .pi))
    firstOffset = parameters.firstFixError.value * SIMD3(sin(direction), cos(direction), 0)
    self.generator = generator
  }

  /// Returns the fix of a moment. `clockOffset` is the error of its UTC in seconds.
  mutating func fix(at time: Double, clockOffset: Double) -> Fix {
    let truth = trajectory.instant(at: .seconds(time))
    let stretch = SIMD3(1, 1, Self.vertical)
    var error = (wander.next(&generator) + generator.gaussian3() * parameters.noise.value) * stretch
    // Both draws are always made, so that one setting does not change the random numbers of another.
    let outlier = generator.gaussian3() * parameters.outlierSize.value
    if generator.uniform() < parameters.outliers { error += outlier }
    if count < 3 { error += firstOffset }
    count += 1

    let here = TangentPlane(origin: truth.place)
    let stated = here.geodetic(Displacement<ENU>(error))
    let levelVelocity = here.earthFromENU.inverse(
      trajectory.plane.earthFromENU(velocity(at: max(0, time - parameters.velocityLatency.value))))
    let velocity = levelVelocity.components + generator.gaussian3() * parameters.velocityNoise.value * stretch

    let arrival = BootInstant(seconds: time + parameters.latency.value)
    var fix = Fix(
      time: parameters.isStamped ? BootInstant(seconds: time) : arrival, arrival: arrival, mode: .threeDimensional,
      latitude: stated.latitude, longitude: stated.longitude, height: stated.height)
    fix.utc = UTC(
      nanosecondsSince1970: started.nanosecondsSince1970 + BootInstant(seconds: time + clockOffset).nanoseconds)
    // The stated errors are for 95 %, as from gpsd.
    let sigma = hypot(parameters.bias.value, parameters.noise.value)
    fix.horizontalError = .metres(RadiusPerSigma.of95 * sigma * parameters.statedFactor)
    fix.verticalError = .metres(RadiusPerSigma.axisOf95 * sigma * Self.vertical * parameters.statedFactor)
    if parameters.velocityReport != .none {
      fix.velocityEast = Speed(velocity.x)
      fix.velocityNorth = Speed(velocity.y)
      fix.velocityUp = Speed(velocity.z)
    }
    if parameters.velocityReport == .stated {
      fix.speedError = Speed(RadiusPerSigma.of95 * parameters.velocityNoise.value * parameters.statedFactor)
    }
    fix.geoidSeparation = parameters.separation
    return fix
  }

  /// Returns the velocity at a moment. A receiver averages the swing of a leg or a bag out.
  private func velocity(at time: Double) -> Velocity<ENU> {
    guard trajectory.carrier.isClothing else { return trajectory.instant(at: .seconds(time)).velocity }
    let begin = max(0, time - Self.stride / 2), end = begin + Self.stride
    let way = trajectory.instant(at: .seconds(end)).position - trajectory.instant(at: .seconds(begin)).position
    return Velocity(way.components / Self.stride)
  }
  private static let stride = 1.08
}
