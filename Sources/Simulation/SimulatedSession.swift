public import Geodesy
import Geometry
public import Samples

/// A simulated session in progress: sensors on their own schedules, with faults; lines come in order of arrival.
public struct SimulatedSession {
  private let simulation: Simulation
  private var imu: SimulatedIMU
  private var magnetometer: SimulatedMagnetometer
  private var barometer: SimulatedBarometer
  private var receiver: SimulatedReceiver
  private var antennas: SimulatedAntennas

  private var ready: [RecordingLine] = []
  private var given = 0
  private var schedule: [Clock]
  private var lastValues = [SIMD3<Double>](repeating: .zero, count: Fault.Target.allCases.count)
  /// Indices of the spikes that have been applied.
  private var struck: Set<Int> = []

  /// A sensor's ticks: number k is exactly at first + k/rate.
  private struct Clock {
    enum Source { case truth, imu, magnetometer, barometer, temperature, receiver, antennas }
    let source: Source
    let rate: Double
    let first: Double
    /// Time from a tick to its line's arrival.
    let delay: Double
    var count = 0
    var tick: Double { first + Double(count) / rate }
    var arrival: Double { tick + delay }
  }

  public init(_ simulation: Simulation) {
    self.simulation = simulation
    let parameters = simulation.parameters, trajectory = simulation.trajectory, seed = simulation.seed
    imu = SimulatedIMU(trajectory, parameters, seed: seed)
    magnetometer = SimulatedMagnetometer(trajectory, parameters, year: DecimalYear(simulation.started), seed: seed)
    barometer = SimulatedBarometer(parameters, seed: seed)
    receiver = SimulatedReceiver(trajectory, parameters.receiver, started: simulation.started, seed: seed)
    antennas = SimulatedAntennas(trajectory, parameters.antennas, seed: seed)
    let receiverParameters = parameters.receiver
    schedule = [
      Clock(source: .truth, rate: parameters.truthRate, first: 0, delay: 0),
      Clock(source: .temperature, rate: parameters.temperatureRate, first: 0, delay: 0),
      Clock(source: .imu, rate: parameters.imuRate, first: 1 / parameters.imuRate, delay: 0),
      Clock(
        source: .magnetometer, rate: parameters.magnetometerRate, first: 1 / max(1e-3, parameters.magnetometerRate),
        delay: 0),
      Clock(
        source: .barometer, rate: parameters.barometerRate, first: 1 / max(1e-3, parameters.barometerRate), delay: 0),
      Clock(
        source: .receiver, rate: receiverParameters.rate, first: receiverParameters.firstFixAfter.value,
        delay: receiverParameters.latency.value),
      Clock(
        source: .antennas, rate: parameters.antennas.rate, first: receiverParameters.firstFixAfter.value,
        delay: parameters.antennas.latency.value),
    ].filter { $0.rate > 0 }
    ready = header
  }

  /// Returns the next line; nil after the end of the itinerary.
  public mutating func next() throws(MagneticModelFault) -> RecordingLine? {
    while given == ready.count {
      ready.removeAll(keepingCapacity: true)
      given = 0
      guard let index = schedule.indices.min(by: { schedule[$0].arrival < schedule[$1].arrival }),
        schedule[index].arrival <= simulation.trajectory.duration.value
      else { return nil }
      try play(schedule[index])
      schedule[index].count += 1
    }
    given += 1
    return ready[given - 1]
  }

  private var header: [RecordingLine] {
    let carrier = simulation.itinerary.carrier
    return [
      .metadata(key: "device", value: "gnomon simulator"),
      .metadata(key: "started", value: simulation.started.description),
      .metadata(key: "profile", value: carrier.profile),
      .metadata(key: "note", value: "simulated, seed \(simulation.seed); the Earth's rotation is not simulated"),
      .metadata(key: "license", value: "CC0-1.0"),
      .metadata(key: "identity", value: simulation.identity),
    ]
  }

  private mutating func play(_ clock: Clock) throws(MagneticModelFault) {
    let time = clock.tick, parameters = simulation.parameters
    // Every sample is computed even if a fault hides it, so that a fault changes no other number.
    switch clock.source {
    case .truth:
      let instant = simulation.trajectory.instant(at: .seconds(time))
      let place = Reference.Place(
        latitude: instant.place.latitude, longitude: instant.place.longitude, height: instant.place.height)
      let reference = Reference(
        time: BootInstant(seconds: time), place: place, orientation: StatedRotation(instant.levelOrientation))
      ready.append(.reference(reference.quantized))
    case .imu:
      let (force, rate) = imu.sample(at: time)
      if let stamp = stamp(time, .accelerometer) {
        let faulty = disturbed(force.components, .accelerometer, at: time)
        ready.append(.sample(Sample.accelerometer(.init(time: stamp, force: Acceleration(faulty))).quantized))
      }
      if let stamp = stamp(time, .gyroscope) {
        let faulty = disturbed(rate.components, .gyroscope, at: time)
        ready.append(.sample(Sample.gyroscope(.init(time: stamp, rate: AngularVelocity(faulty))).quantized))
      }
    case .magnetometer:
      var magnets = SIMD3<Double>.zero
      for fault in simulation.faults where fault.kind == .magnet && fault.holds(at: time) {
        magnets += SIMD3(repeating: fault.value)
      }
      let field = try magnetometer.sample(at: time, magnets: magnets)
      if let stamp = stamp(time, .magnetometer) {
        let faulty = disturbed(field.components, .magnetometer, at: time)
        ready.append(.sample(Sample.magnetometer(.init(time: stamp, field: MagneticField(faulty))).quantized))
      }
    case .barometer:
      let pressure = barometer.sample(at: simulation.trajectory.instant(at: .seconds(time)).place.height)
      if let stamp = stamp(time, .barometer) {
        let faulty = disturbed(SIMD3(pressure.value, 0, 0), .barometer, at: time)
        ready.append(.sample(Sample.barometer(.init(time: stamp, pressure: Pressure(faulty.x))).quantized))
      }
    case .temperature:
      guard !isSuspended(at: time) else { return }
      let sample = TemperatureSample(
        time: BootInstant(seconds: time), sensor: .imu, temperature: Temperature(25 + imu.warming(at: time)))
      ready.append(.sample(Sample.temperature(sample).quantized))
    case .receiver:
      var fix = receiver.fix(at: time, clockOffset: clockOffset(.utc, at: time))
      guard let stamp = stamp(clock.arrival, .gnss) else { return }
      if !parameters.receiver.isStamped { fix.time = stamp }
      fix.arrival = stamp
      ready.append(.sample(Sample.fix(fix).quantized))
    case .antennas:
      guard let seen = antennas.azimuth(at: time), let stamp = stamp(clock.arrival, .antennas) else { return }
      var azimuth = disturbed(SIMD3(seen, 0, 0), .antennas, at: time).x
      for fault in simulation.faults where fault.kind == .turn && fault.holds(at: time) { azimuth += fault.value }
      let given = parameters.antennas, least = 0.1
      let sample = AntennaAzimuth(
        time: stamp, azimuth: Degrees(Angle.degrees(azimuth).azimuth.degrees),
        direction: Degrees(given.direction.degrees), sigma: Degrees(max(least, given.error.degrees)))
      ready.append(.sample(Sample.antennas(sample).quantized))
    }
  }

  /// Returns the time that a sensor's clock shows; nil while the sensor sends nothing.
  private func stamp(_ time: Double, _ sensor: Fault.Target) -> BootInstant? {
    let isSilent = simulation.faults.contains { fault in
      fault.kind == .gap && fault.concerns(sensor) && fault.holds(at: time)
    }
    guard !isSilent, !isSuspended(at: time) else { return nil }
    return BootInstant(seconds: time + clockOffset(sensor, at: time))
  }

  private func isSuspended(at time: Double) -> Bool {
    simulation.faults.contains { $0.kind == .suspend && $0.holds(at: time) }
  }

  private func clockOffset(_ sensor: Fault.Target, at time: Double) -> Double {
    var offset = 0.0
    for fault in simulation.faults {
      if fault.kind == .clock && fault.target == sensor && fault.holds(at: time) { offset += fault.value }
      if fault.kind == .leap && sensor == .utc && time < fault.start { offset += fault.value }
    }
    return offset
  }

  /// Applies spikes and stuck axes.
  private mutating func disturbed(_ value: SIMD3<Double>, _ sensor: Fault.Target, at time: Double) -> SIMD3<Double> {
    guard !simulation.faults.isEmpty else { return value }
    var value = value
    let index = Fault.Target.allCases.firstIndex(of: sensor) ?? 0
    for (number, fault) in simulation.faults.enumerated() where fault.concerns(sensor) {
      switch fault.kind {
      case .stuck where fault.holds(at: time): value[fault.axis] = lastValues[index][fault.axis]
      case .spike where time >= fault.start && !struck.contains(number):
        struck.insert(number)
        value[fault.axis] += fault.value
      default: break
      }
    }
    lastValues[index] = value
    return value
  }
}
