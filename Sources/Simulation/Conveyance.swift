import Geometry

/// The means by which a wearer moves along.
public enum Conveyance: String, Sendable {
  case feet, bicycle, bus, train, wheelchair

  /// Speed, acceleration and lateral acceleration of a way, in SI units.
  struct Limits: Sendable {
    var cruise: Double, acceleration: Double, lateral: Double
  }

  /// A bicycle in town is as fast as its rider, 4 to 7 m/s. Passengers who stand bear some 0.12 g along the way (L. L. Hoberock,
  /// "A survey of longitudinal acceleration comfort studies in ground transportation vehicles", J. Dyn. Sys. Meas. Control 99(2),
  /// 1977).
  func limits(_ parameters: SimulationParameters, seed: UInt64) -> Limits {
    var generator = Generator(seed: seed, stream: "conveyance")
    let vigour = generator.uniform()
    switch self {
    case .feet: return Limits(cruise: parameters.walkingSpeed.value, acceleration: 1, lateral: 2)
    case .bicycle: return Limits(cruise: 4 + 3 * vigour, acceleration: 0.8, lateral: 2)
    case .bus: return Limits(cruise: 9 + 4 * vigour, acceleration: 1.1, lateral: 1.2)
    case .train: return Limits(cruise: 14 + 6 * vigour, acceleration: 0.9, lateral: 0.8)
    case .wheelchair: return Limits(cruise: 0.9 + 0.4 * vigour, acceleration: 0.6, lateral: 0.6)
    }
  }

  /// Vertical vibration of the body that it carries at full speed: rms in m/s², frequency in Hz; and the full speed in m/s. A bus
  /// bounces on its springs with 0.3 to 0.6 m/s² (ISO 2631-1's "fairly uncomfortable"); a bicycle's rider on the tyres (C. Hölzel,
  /// F. Höchtl, V. Senner, "Cycling comfort on different road surfaces", Procedia Engineering 34, 2012).
  var vibration: (rms: Double, frequency: Double, speed: Double) {
    switch self {
    case .feet: (0, 1, 1)
    case .bicycle: (1.2, 3.5, 5)
    case .bus: (0.4, 1.4, 8)
    case .train: (0.15, 1.1, 12)
    case .wheelchair: (0.4, 5, 1)
    }
  }
}
