import Geometry
import Samples

/// Three axes of a gyroscope or accelerometer with their errors:
/// reading = quantize(clip((1 + S) · true + b + k(T − T₀) + walk + flicker + white)).
struct ErroneousTriad: Sendable {
  private let model: SimulationParameters.Triad
  private let matrix: Matrix3
  private let bias: SIMD3<Double>
  private let perKelvin: SIMD3<Double>
  private let white: Double
  private var walk: RandomWalk
  private var flicker: FlickerNoise
  private var generator: Generator

  init(_ model: SimulationParameters.Triad, rate: Double, generator: Generator) {
    var generator = generator
    self.model = model
    var matrix = Matrix3.identity
    for row in 0..<3 {
      for column in 0..<3 {
        matrix[row, column] += generator.gaussian() * (row == column ? model.scale : model.misalignment)
      }
    }
    self.matrix = matrix
    bias = generator.gaussian3() * model.bias
    perKelvin = generator.gaussian3() * model.temperature
    // The Allan deviation of white noise N over a time t is N/√t: a sample of length 1/rate has standard deviation N √rate (IEEE
    // 952, C.1.1).
    white = model.noise * rate.squareRoot()
    walk = RandomWalk(density: model.walk, interval: 1 / rate)
    flicker = FlickerNoise(instability: model.instability, interval: 1 / rate, generator: &generator)
    self.generator = generator
  }

  mutating func reading(of value: SIMD3<Double>, warming: Double) -> SIMD3<Double> {
    var reading = matrix * value + bias + perKelvin * warming
    reading += walk.next(&generator)
    reading += flicker.next(&generator)
    if white > 0 { reading += generator.gaussian3() * white }
    return quantized(saturated(reading, range: model.range), step: model.step)
  }
}

/// An IMU on a trajectory. A sample's time is the end of the interval that it averages, as with a data-ready interrupt.
struct SimulatedIMU {
  private var truth: InertialTruth
  private var gyroscope: ErroneousTriad
  private var accelerometer: ErroneousTriad
  private let parameters: SimulationParameters

  init(_ trajectory: Trajectory, _ parameters: SimulationParameters, seed: UInt64) {
    truth = InertialTruth(trajectory)
    self.parameters = parameters
    gyroscope = ErroneousTriad(
      parameters.gyroscope, rate: parameters.imuRate, generator: Generator(seed: seed, stream: "gyroscope"))
    accelerometer = ErroneousTriad(
      parameters.accelerometer, rate: parameters.imuRate, generator: Generator(seed: seed, stream: "accelerometer"))
  }

  /// Returns the warming since the start, in K.
  func warming(at time: Double) -> Double {
    parameters.warmUp * (1 - exp(-time / parameters.warmUpTime.value))
  }

  mutating func sample(at time: Double) -> (force: Acceleration<Body>, rate: AngularVelocity<Body>) {
    let (force, rate) = truth.advance(to: .seconds(time))
    let warming = warming(at: time)
    return (
      Acceleration(accelerometer.reading(of: force.components, warming: warming)),
      AngularVelocity(gyroscope.reading(of: rate.components, warming: warming))
    )
  }
}
