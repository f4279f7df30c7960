public import Geometry

/// A gyroscope's mean reading in one rest: kept from session to session, until they span enough temperature for a slope.
public struct GyroscopeBias: Equatable, Sendable {
  public var bias: AngularVelocity<Body>
  /// 1 σ per axis.
  public var sigma: AngularRate
  public var temperature: Temperature?
  public var duration: TimeSpan

  public init(
    bias: AngularVelocity<Body>, sigma: AngularRate, temperature: Temperature?, duration: TimeSpan = .zero
  ) {
    self.bias = bias
    self.sigma = sigma
    self.temperature = temperature
    self.duration = duration
  }

  /// Takes the mean of a stretch of rest. Its 1 σ has three parts: the scatter of the blocks' means over √blocks, the converter's
  /// step if the noise is too small to blur it (step/√12), and the Earth's rotation (0.0042 °/s, direction unknown here: a third
  /// of its square per axis). The rotation is not subtracted: it is a fifth of the bar, and its direction needs a heading.
  init(_ rest: RestStretch.Rest, step: Double) {
    let blocks = Double(max(1, rest.blocks))
    // With few blocks the scatter itself is uncertain; the readings' noise is its lower bound.
    let scatter = max(rest.scatter, rest.expected)
    var variance = scatter * scatter / blocks + Self.earthRate.value * Self.earthRate.value / 3
    // Flicker does not average away: cheap gyroscopes level off at 5–10 °/h, and all decades together are more.
    variance += Self.instability.value * Self.instability.value
    if step.isFinite, rest.noise < 0.5 * step { variance += step * step / 12 }
    bias = AngularVelocity(rest.mean)
    sigma = AngularRate(variance.squareRoot())
    temperature = rest.temperature.mean
    duration = TimeSpan(rest.duration)
  }

  /// The Earth's rotation (WGS 84).
  static let earthRate = AngularRate(7.292115e-5)
  /// Flicker of a cheap gyroscope over all of its decades.
  static let instability = AngularRate(6e-5)
}

/// A gyroscope's bias as a function of temperature: b(T) = b₀ + k (T − T₀), by weighted least squares per axis.
struct TemperatureSlope {
  /// Least span of temperatures: a smaller one shows only the bias's own random walk.
  static let leastSpan = Temperature(10)
  let slope: SIMD3<Double>
  let sigma: Double
  let span: Double

  /// nil if the span is too small.
  init?(_ records: [GyroscopeBias]) {
    var weights = 0.0, mean = 0.0, meanBias = SIMD3<Double>.zero
    var lowest = Double.infinity, highest = -Double.infinity
    for record in records {
      guard let temperature = record.temperature?.value, record.bias.isFinite, temperature.isFinite else { continue }
      let weight = Self.weight(record)
      weights += weight
      mean += (temperature - mean) * weight / weights
      meanBias += (record.bias.components - meanBias) * (weight / weights)
      lowest = min(lowest, temperature)
      highest = max(highest, temperature)
    }
    guard highest - lowest >= Self.leastSpan.value else { return nil }
    var squares = 0.0, products = SIMD3<Double>.zero
    for record in records {
      guard let temperature = record.temperature?.value, record.bias.isFinite, temperature.isFinite else { continue }
      let weight = Self.weight(record), off = temperature - mean
      squares += weight * off * off
      products += (record.bias.components - meanBias) * (weight * off)
    }
    guard squares > 0 else { return nil }
    slope = products / squares
    sigma = 1 / squares.squareRoot()
    span = highest - lowest
  }

  /// Change of a bias from one power-up to the next: some hundredths of a degree per second.
  private static let turnOn = AngularRate(5e-4)
  private static func weight(_ record: GyroscopeBias) -> Double {
    1 / (record.sigma.value * record.sigma.value + turnOn.value * turnOn.value)
  }
}
