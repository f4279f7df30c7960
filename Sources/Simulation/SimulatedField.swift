import Geodesy
import Geometry
import Samples

/// The magnetic field of the surroundings: random waves in space, fixed to the Earth, with correlation e^(−d²/2L²) (random
/// Fourier features; Rahimi and Recht, NIPS 2007). It is stationary and smooth. Unlike a real field it has sources in the air,
/// which makes no difference to a sensor at one point.
struct DisturbanceField: Sendable {
  private let waves: [(vector: SIMD3<Double>, phase: Double, amplitude: SIMD3<Double>)]

  init(rms: Double, length: Double, seed: UInt64) {
    var generator = Generator(seed: seed, stream: "surroundings")
    let count = 32
    let scale = rms * (2 / Double(count)).squareRoot()
    waves =
      rms > 0
      ? (0..<count).map { _ in
        (generator.gaussian3() / length, generator.uniform(in: 0...(2 * .pi)), generator.gaussian3() * scale)
      } : []
  }

  func field(at position: Displacement<ENU>) -> MagneticField<Level> {
    var sum = SIMD3<Double>.zero
    for wave in waves { sum += wave.amplitude * cos(dot(wave.vector, position.components) + wave.phase) }
    return MagneticField(sum)
  }
}

/// A simulated magnetometer: the Earth's field by the world magnetic model, the field of the surroundings and of the device, and
/// noise.
struct SimulatedMagnetometer {
  private let trajectory: Trajectory
  private let parameters: SimulationParameters
  private let surroundings: DisturbanceField
  private let hardIron: SIMD3<Double>
  private let softIron: Matrix3
  private var generator: Generator
  private let year: DecimalYear

  init(_ trajectory: Trajectory, _ parameters: SimulationParameters, year: DecimalYear, seed: UInt64) {
    self.trajectory = trajectory
    self.parameters = parameters
    self.year = year
    var generator = Generator(seed: seed, stream: "magnetometer")
    hardIron = generator.gaussian3() * parameters.hardIron.value
    var softIron = Matrix3.identity
    for row in 0..<3 {
      for column in 0...row {
        let value = generator.gaussian() * parameters.softIron
        softIron[row, column] += value
        if row != column { softIron[column, row] += value }
      }
    }
    self.softIron = softIron
    self.generator = generator
    surroundings = DisturbanceField(
      rms: parameters.disturbance.value, length: parameters.disturbanceLength.value, seed: seed)
  }

  /// Returns the reading at a moment, with the field of magnets on the body added.
  mutating func sample(at time: Double, magnets: SIMD3<Double>) throws(MagneticModelFault) -> MagneticField<Body> {
    let instant = trajectory.instant(at: .seconds(max(0, time - parameters.magnetometerLag.value)))
    let earth = try MagneticModel.worldMagneticModel2025.field(at: instant.place, year: year)
    let field = MagneticField<Level>(earth) + surroundings.field(at: instant.position)
    var reading = softIron * instant.levelOrientation.inverse(field).components + hardIron + magnets
    if parameters.magnetometerNoise.value > 0 {
      reading += generator.gaussian3() * parameters.magnetometerNoise.value
    }
    return MagneticField(quantized(reading, step: parameters.magnetometerStep.value))
  }
}
