import Geometry
import Samples

/// A barometer in the standard atmosphere: p = 101325 Pa (1 − 2.25577·10⁻⁵ h)^5.25588 (ISO 2533:1975 for the
/// troposphere, h above the sea), with weather as a random walk.
struct SimulatedBarometer {
  private let parameters: SimulationParameters
  private var weather: RandomWalk
  private var generator: Generator

  init(_ parameters: SimulationParameters, seed: UInt64) {
    self.parameters = parameters
    weather = RandomWalk(density: parameters.weather, interval: 1 / max(1e-3, parameters.barometerRate))
    generator = Generator(seed: seed, stream: "barometer")
  }

  mutating func sample(at height: Length) -> Pressure {
    let aboveSea = (height - parameters.receiver.separation).value
    let standard = 101_325 * pow(max(0.05, 1 - 2.25577e-5 * aboveSea), 5.25588)
    return Pressure(standard + weather.next(&generator).x + generator.gaussian() * parameters.barometerNoise.value)
  }
}
