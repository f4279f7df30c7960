import CalibrationRecords
import Geometry
import Samples

@testable import Calibrators
@testable import Simulation

/// A device moved by hand as a function of time: attitude poses with smooth turns between them, tremor, and sensors with errors.
/// The world is y up; the output is the sensors' samples.
struct InertialBench {
  static let gravity = 9.80665
  static let rate = 200.0

  var random: Generator
  private(set) var samples: [Sample] = []
  private(set) var time = 0.0
  /// Body → world (as `Level`).
  private(set) var attitude: Rotation<Body, Level>
  var gyroscope: ErroneousTriad
  var accelerometer: ErroneousTriad
  /// reading = matrix · true + bias, before noise.
  var forceMatrix = Matrix3.identity
  var forceBias = SIMD3<Double>.zero
  var rateMatrix = Matrix3.identity
  var rateBias = SIMD3<Double>.zero
  var ratePerKelvin = SIMD3<Double>.zero
  /// Rotation from the true body axes to the assumed ones.
  var mount = Rotation<Body, Body>.aligned
  var isReversed = false
  var forceRange = Double.infinity
  var temperature = 25.0
  var hasGyroscope = true
  /// From the turning point to the sensor, in the body, in meters.
  var leverArm = SIMD3<Double>.zero
  /// The Earth's rotation, in the world (east, up, south) at 48° N.
  var earthRate = SIMD3(0, 7.292e-5 * 0.743, -7.292e-5 * 0.669)
  private var lastRate = SIMD3<Double>.zero

  static var cheap: (gyroscope: SimulationParameters.Triad, accelerometer: SimulationParameters.Triad) {
    var gyroscope = SimulationParameters().gyroscope, accelerometer = SimulationParameters().accelerometer
    for path in [\SimulationParameters.Triad.bias, \.scale, \.misalignment, \.temperature] {
      gyroscope[keyPath: path] = 0
      accelerometer[keyPath: path] = 0
    }
    return (gyroscope, accelerometer)
  }

  init(seed: UInt64, attitude: Rotation<Body, Level> = .aligned) {
    random = Generator(seed: seed, stream: "bench")
    self.attitude = attitude
    let cheap = Self.cheap
    gyroscope = ErroneousTriad(
      cheap.gyroscope, rate: Self.rate, generator: Generator(seed: seed, stream: "gyroscope"))
    accelerometer = ErroneousTriad(
      cheap.accelerometer, rate: Self.rate, generator: Generator(seed: seed, stream: "accelerometer"))
  }

  /// Adds one sample with this rate of the body (and force besides gravity, in the world).
  mutating func step(_ rate: SIMD3<Double>, _ push: SIMD3<Double> = .zero) {
    let interval = 1 / Self.rate
    attitude = (attitude * Rotation<Body, Body>.exp(RotationVector(rate * interval))).renormalized
    time += interval
    let stamp = BootInstant(seconds: time)
    let back = attitude.inverse
    var force = back(Acceleration<Level>(push + SIMD3(0, Self.gravity, 0))).components
    force += cross((rate - lastRate) / interval, leverArm) + cross(rate, cross(rate, leverArm))
    lastRate = rate
    let turned = mount(Acceleration<Body>(force)).components * (isReversed ? -1 : 1)
    let reading = accelerometer.reading(of: forceMatrix * turned + forceBias, warming: 0)
    let clipped = reading.clamped(
      lowerBound: SIMD3(repeating: -forceRange), upperBound: SIMD3(repeating: forceRange))
    samples.append(.accelerometer(AccelerometerSample(time: stamp, force: Acceleration(clipped))))
    guard hasGyroscope else { return }
    let whole = mount(AngularVelocity<Body>(rate + back(AngularVelocity<Level>(earthRate)).components)).components
    let bias = rateBias + ratePerKelvin * (temperature - 25)
    let said = gyroscope.reading(of: rateMatrix * whole + bias, warming: 0)
    samples.append(.gyroscope(GyroscopeSample(time: stamp, rate: AngularVelocity(said))))
  }

  /// Adds rest, with a hand's tremor of this size (m/s²) or without.
  mutating func rest(_ seconds: Double, tremor: Double = 0) {
    for _ in 0..<Int(seconds * Self.rate) {
      step(tremor > 0 ? random.gaussian3() * (0.05 * tremor) : .zero, tremor > 0 ? random.gaussian3() * tremor : .zero)
    }
  }

  /// Adds standing like a person: slow sway by about a degree (0.1–1 Hz) that never quite stops.
  mutating func sway(_ seconds: Double, size: Double = 0.008) {
    let phases = (0..<6).map { _ in 2 * .pi * random.uniform() }
    let pace = 0.25 + 0.2 * random.uniform()
    for k in 0..<Int(seconds * Self.rate) {
      let t = Double(k) / Self.rate
      func wave(_ i: Int) -> Double { sin(2 * .pi * pace * t + phases[i]) + 0.5 * sin(5.1 * pace * t + phases[i + 3]) }
      step(SIMD3(wave(0), 0.6 * wave(1), wave(2)) * (2 * .pi * pace * size))
    }
  }

  /// Adds a smooth turn by a rotation vector of the body, with tremor.
  mutating func turn(_ vector: SIMD3<Double>, in seconds: Double, tremor: Double = 0) {
    let count = max(1, Int(seconds * Self.rate))
    for k in 0..<count {
      let share = (1 - cos(2 * .pi * (Double(k) + 0.5) / Double(count))) / seconds
      step(
        vector * share + (tremor > 0 ? random.gaussian3() * (0.02 * tremor) : .zero),
        tremor > 0 ? random.gaussian3() * tremor : .zero)
    }
  }

  /// Adds a turn after which this direction of the body points up, to within `sloppy` degrees.
  mutating func raise(_ direction: SIMD3<Double>, sloppy: Double, in seconds: Double = 2, tremor: Double = 0.5) {
    var aim = direction / length(direction)
    aim += perpendicularNoise(aim) * tan(sloppy * .pi / 180)
    let up = attitude.inverse(Direction<Level>(0, 1, 0)).components
    let from = aim / length(aim)
    // The turn of the body that brings `from` to the present direction of up.
    var axis = cross(from, up)
    if length(axis) < 1e-3 { axis = perpendicular(to: up) }
    let angle = atan2(length(cross(from, up)), dot(from, up))
    turn(axis / length(axis) * angle, in: seconds, tremor: tremor)
  }

  private mutating func perpendicularNoise(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let a = perpendicular(to: v), b = cross(v, a)
    let angle = 2 * .pi * random.uniform()
    return (a * cos(angle) + b * sin(angle)) * random.uniform()
  }

  mutating func say(temperature: Double) {
    self.temperature = temperature
    samples.append(
      .temperature(
        TemperatureSample(time: BootInstant(seconds: time), sensor: .imu, temperature: Temperature(temperature))))
  }

  mutating func clear() { samples.removeAll(keepingCapacity: true) }
}

extension Calibrator {
  func taking(_ samples: [Sample]) -> Self {
    var copy = self
    for sample in samples { copy.ingest(sample) }
    return copy
  }

  /// The reason why there is no result; nil if there is one.
  var failure: CalibrationFailure? {
    do {
      _ = try result()
      return nil
    } catch {
      return error
    }
  }
}

/// Converts to degrees.
func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { degrees(atan2(length(cross(a, b)), dot(a, b))) }
