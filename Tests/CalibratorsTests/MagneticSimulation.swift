import CalibrationRecords
import Calibrators
import Geometry
import Samples

/// A low-cost device in a wearer's hand or on the head, with errors drawn from a seed: the input of a magnetometer's calibration,
/// and the truth to judge it by.
struct MagneticSimulation {
  enum Motion: CaseIterable {
    /// Figures of eight and tumbling in the hand.
    case full
    /// Motion that a wearer can make: two or three turns around, nods, tilts of the head.
    case wearer
    /// Hardly enough: a part of a turn up to one and a half, a few nods, little time.
    case scant
    /// Turns around, upright, and nothing else.
    case turning
    /// At rest on a table.
    case still
  }

  var motion: Motion
  var duration: Double
  var strength: Double
  var dip: Double
  var hardIron: SIMD3<Double>
  /// Raw = forward · true + hard iron.
  var forward: Matrix3
  var noise: Double
  var step: Double
  var magnetometerRate: Double
  var inertialRate: Double
  var lag: Double
  var gyroscopeBias: SIMD3<Double>
  var gyroscopeMatrix: Matrix3
  var gyroscopeNoise: Double
  var accelerometerBias: SIMD3<Double>
  var accelerometerNoise: Double
  /// Mount of the magnetometer, in addition to its misalignment.
  var mount = Matrix3.identity
  /// A field fixed to the body between two moments.
  var magnet: (field: SIMD3<Double>, from: Double, to: Double)?
  var limit = Double.infinity
  private var generator: Generator
  private var waves: [(amplitude: SIMD3<Double>, frequency: SIMD3<Double>, phase: SIMD3<Double>)] = []
  private var pushes: [(amplitude: SIMD3<Double>, frequency: SIMD3<Double>, phase: SIMD3<Double>)] = []
  private var turns: Double
  private var nod: Double, tilt: Double
  private var restTime: Double

  init(_ motion: Motion, seed: UInt64) {
    var g = Generator(seed: seed, stream: "magnetic simulation")
    self.motion = motion
    duration = g.uniform(in: 40...60)
    strength = g.uniform(in: 25...62)
    dip = g.uniform(in: -70...75) * .pi / 180
    hardIron = Self.direction(&g) * g.uniform(in: 0...100)
    // Soft iron up to 30 %: a symmetric matrix that stretches and shrinks along its axes; the sensor's scale and its
    // misalignment.
    let amount = g.uniform(in: 0...0.3)
    let axes = Rotation<Body, Body>.exp(RotationVector(g.gaussian3())).matrix
    let stretch = SIMD3(1, 1, 1) + amount * SIMD3(g.uniform(in: -1...1), g.uniform(in: -1...1), g.uniform(in: -1...1))
    let scale = SIMD3(1, 1, 1) + 0.02 * g.gaussian3()
    let misalignment = Rotation<Body, Body>.exp(
      RotationVector(Self.direction(&g) * (g.uniform(in: 0...5) * .pi / 180)))
    forward =
      Matrix3(diagonal: scale) * misalignment.matrix * (axes * Matrix3(diagonal: stretch) * axes.transposed)
    noise = g.uniform(in: 0.2...1)
    step = g.uniform(in: 0.15...0.3)
    magnetometerRate = g.uniform(in: 25...100)
    inertialRate = [50.0, 100, 200][Int(g.uniform() * 3)]
    lag = g.uniform(in: 0...0.02)
    gyroscopeBias = Self.direction(&g) * (g.uniform(in: 0...0.5) * .pi / 180)
    var gyroscopeMatrix = Matrix3.identity
    for i in 0..<3 { for j in 0..<3 { gyroscopeMatrix[i, j] += g.gaussian() * (i == j ? 0.006 : 0.003) } }
    self.gyroscopeMatrix = gyroscopeMatrix
    gyroscopeNoise = g.uniform(in: 0.005...0.02) * .pi / 180
    accelerometerBias = Self.direction(&g) * g.uniform(in: 0...0.1)
    accelerometerNoise = g.uniform(in: 0.001...0.004)
    turns = g.uniform(in: 2...3)
    nod = g.uniform(in: 28...38) * .pi / 180
    tilt = g.uniform(in: 18...28) * .pi / 180
    restTime = g.uniform(in: 0...1.5)
    let size = g.uniform(in: 0.9...1.8)
    for _ in 0..<3 {
      waves.append(
        (
          g.gaussian3() * (size / 1.7),
          SIMD3(g.uniform(in: 0.1...0.6), g.uniform(in: 0.1...0.6), g.uniform(in: 0.1...0.6)),
          SIMD3(g.uniform(), g.uniform(), g.uniform()) * 2 * .pi
        ))
    }
    let push = motion == .full ? 1.0 : 0.25
    for _ in 0..<3 {
      pushes.append(
        (
          g.gaussian3() * push, SIMD3(g.uniform(in: 0.3...1.5), g.uniform(in: 0.3...1.5), g.uniform(in: 0.3...1.5)),
          SIMD3(g.uniform(), g.uniform(), g.uniform()) * 2 * .pi
        ))
    }
    if motion == .scant {
      duration = g.uniform(in: 8...30)
      turns = g.uniform(in: 0.4...1.5)
      nod = g.uniform(in: 5...25) * .pi / 180
      tilt = g.uniform(in: 2...12) * .pi / 180
    }
    generator = g
  }

  private static func direction(_ g: inout Generator) -> SIMD3<Double> {
    let v = g.gaussian3()
    return v / max(1e-9, dot(v, v).squareRoot())
  }

  private func wave(
    _ parts: [(amplitude: SIMD3<Double>, frequency: SIMD3<Double>, phase: SIMD3<Double>)], _ time: Double
  ) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for part in parts {
      for i in 0..<3 { sum[i] += part.amplitude[i] * sin(2 * .pi * part.frequency[i] * time + part.phase[i]) }
    }
    return sum
  }

  /// The wearer's yaw, pitch and roll.
  private func angles(_ time: Double) -> SIMD3<Double> {
    let t = max(0, time - restTime)
    let ramp = min(1, t)
    let sway = wave(waves, time) * 0.02
    let yaw = 2 * .pi * turns * t / (duration - restTime)
    guard motion == .wearer || motion == .scant else { return SIMD3(yaw, 0, 0) + sway }
    return SIMD3(yaw, nod * ramp * sin(2 * .pi * 0.21 * t), tilt * ramp * sin(2 * .pi * 0.13 * t + 0.4)) + sway
  }

  /// The orientation by angles: body into level.
  private func orientation(_ angles: SIMD3<Double>) -> Rotation<Body, Scene> {
    let yaw = Rotation<Scene, Scene>(about: Direction(0, 1, 0), by: .radians(-angles.x))
    let nod = Rotation<Body, Body>(about: Direction(1, 0, 0), by: .radians(angles.y))
    let tilt = Rotation<Body, Body>(about: Direction(0, 0, 1), by: .radians(angles.z))
    let turned: Rotation<Body, Scene> = yaw * .aligned
    let nodding: Rotation<Body, Body> = nod * tilt
    return turned * nodding
  }

  var field: MagneticField<ENU> { MagneticField(0, strength * cos(dip), -strength * sin(dip)) }
  var surroundings: CalibrationSurroundings { CalibrationSurroundings(field: field) }

  /// All samples in the order of their stamps.
  mutating func samples() -> [Sample] {
    let fine = inertialRate * 2
    let count = Int(duration * fine)
    var orientations: [Rotation<Body, Scene>] = []
    orientations.reserveCapacity(count + 1)
    var now = orientation(SIMD3(generator.uniform(in: 0...6), 0, 0))
    for i in 0...count {
      let time = Double(i) / fine
      switch motion {
      case .full:
        if i > 0, time > restTime { now = now * Rotation<Body, Body>.exp(RotationVector(wave(waves, time) / fine)) }
        orientations.append(now)
      case .wearer, .turning, .scant: orientations.append(orientation(angles(time)))
      case .still: orientations.append(now)
      }
    }
    var samples: [Sample] = []
    let white = gyroscopeNoise * inertialRate.squareRoot(), whiteForce = accelerometerNoise * inertialRate.squareRoot()
    var nextField = 0.5 / magnetometerRate
    let north = SIMD3(0, -sin(dip), -cos(dip)) * strength
    for i in stride(from: 2, through: count, by: 2) {
      let time = Double(i) / fine
      let instant = BootInstant(seconds: 10 + time)
      let turn = orientations[i - 2].difference(to: orientations[i]).components
      let rate = gyroscopeMatrix * (turn * inertialRate) + gyroscopeBias + generator.gaussian3() * white
      let push = motion == .still || time < restTime ? .zero : wave(pushes, time)
      let up = orientations[i - 1].inverse(Acceleration<Scene>(SIMD3(0, 9.81, 0) + push)).components
      samples.append(
        .accelerometer(
          AccelerometerSample(
            time: instant, force: Acceleration(up + accelerometerBias + generator.gaussian3() * whiteForce))))
      samples.append(.gyroscope(GyroscopeSample(time: instant, rate: AngularVelocity(rate))))
      while nextField <= time {
        let then = max(0, min(Double(count), (nextField - lag) * fine))
        let index = min(count - 1, Int(then))
        let pose = orientations[index].interpolated(to: orientations[index + 1], fraction: then - Double(index))
        var reading = forward * pose.inverse(MagneticField<Scene>(north)).components + hardIron
        if let magnet, nextField >= magnet.from, nextField < magnet.to { reading += magnet.field }
        reading = mount * reading + generator.gaussian3() * noise
        for k in 0..<3 { reading[k] = min(limit, max(-limit, (reading[k] / step).rounded() * step)) }
        samples.append(
          .magnetometer(
            MagnetometerSample(time: BootInstant(seconds: 10 + nextField), field: MagneticField(reading))))
        nextField += 1 / magnetometerRate
      }
    }
    return samples.sorted { $0.time < $1.time }
  }

  /// Heading error that a correction leaves, in degrees: root mean square and largest over twelve headings with pitch and roll of
  /// −30°, 0 and 30°, gravity known. The turn of the mount is applied first.
  func headingError(_ calibration: Calibration<Microtesla>, turn: Rotation<Body, Body>? = nil) -> (
    rms: Double, worst: Double
  ) {
    var squares = 0.0, worst = 0.0, count = 0.0
    let north = MagneticField<Scene>(SIMD3(0, -sin(dip), -cos(dip)) * strength)
    for heading in stride(from: 0.0, to: 360, by: 30) {
      for pitch in [-30.0, 0, 30] {
        for roll in [-30.0, 0, 30] {
          let pose = orientation(SIMD3(heading, pitch, roll) * (.pi / 180))
          var raw = MagneticField<Body>(mount * (forward * pose.inverse(north).components + hardIron))
          if let turn { raw = turn(raw) }
          let level = pose(calibration.corrected(raw))
          let error = Angle.arcTangent(level.x, -level.z).degrees
          squares += error * error
          worst = max(worst, error.magnitude)
          count += 1
        }
      }
    }
    return ((squares / count).squareRoot(), worst)
  }

  enum Outcome {
    case result(CalibrationResult, error: Double, worst: Double)
    case failure(CalibrationFailure)
  }

  /// Returns the calibrator's outcome for these samples.
  mutating func run(knowing place: Bool = true) -> Outcome {
    var calibrator = MagneticCalibrator(place ? surroundings : .init())
    for sample in samples() { calibrator.ingest(sample) }
    return outcome(calibrator)
  }

  func outcome(_ calibrator: MagneticCalibrator) -> Outcome {
    do {
      let result = try calibrator.result()
      guard let correction = result.corrections.magnetometer else {
        return .failure(CalibrationFailure(.notFinite, finding: "no correction", remedy: ""))
      }
      let error = headingError(correction, turn: result.magnetometerTurn)
      return .result(result, error: error.rms, worst: error.worst)
    } catch { return .failure(error) }
  }
}
