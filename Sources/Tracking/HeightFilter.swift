public import Geometry
public import Samples

/// What the height filter believes. 1 σ.
public struct HeightParameters: Sendable {
  public init() {}

  public var walk = 0.3  // m/√s
  public var weather = 0.03  // m/√s
  public var fixNoise = Length(3)
  public var assumedError = Length(25)
  public var biasTime = TimeSpan(35)

  public static let table = ParameterTable<HeightParameters>([
    .init("height.walk", \.walk, unit: "m/√s", in: 0...100, "how fast the ground rises and falls, without a barometer"),
    .init("height.weather", \.weather, unit: "m/√s", in: 0...100, "how fast a barometer's height wanders by itself"),
    .init("height.fix_noise", \.fixNoise, in: 0.01...1000, "least error of a fix's height"),
    .init("height.assumed", \.assumedError, in: 0.1...1000, "error (95 %) of a fix's height that states none"),
    .init("height.bias_time", \.biasTime, in: 1...10_000, "how long the error of a fix's height lasts"),
  ]).explained(by: effects)
}

/// Height above the ellipsoid: fixes averaged, and between them the barometer's changes.
///
/// State (1): the height, or with a barometer what it must be raised by; a random walk. A fix's error lasts τ, so a
/// fix each Δt weighs Δt/2τ of a white one. Pressure to height by the standard atmosphere, h = 44330.8 m
/// (1 − (p/101325 Pa)^0.190263) (ISO 2533:1975), whose error of some per cent of the *change* the walk covers.
struct HeightFilter: Sendable {
  private let parameters: HeightParameters
  private var level: Double?
  private var variance = 0.0
  private var barometric: Double?
  /// The barometer's first height, from which relative ones count.
  private var origin = 0.0
  private var sinceFix = 0.0

  init(_ parameters: HeightParameters) { self.parameters = parameters }

  var height: Length? { level.map { Length($0 + (barometric ?? 0)) } }
  /// Since the first reading, in metres; nil without a barometer.
  var relative: Double? { barometric.map { $0 - origin } }
  /// 68 %.
  var accuracy: Length? { level.map { _ in Length(variance.squareRoot()) } }

  mutating func advance(_ time: TimeSpan) {
    guard level != nil else { return }
    let walk = barometric == nil ? parameters.walk : parameters.weather
    variance += walk * walk * time.value
    sinceFix += time.value
  }

  mutating func take(_ pressure: Pressure) {
    let ratio = pressure.value / 101_325
    guard ratio > 0.01, ratio < 2 else { return }
    let new = 44_330.8 * (1 - pow(ratio, 0.190263))
    guard let old = barometric else {
      level = level.map { $0 - new }
      barometric = new
      origin = new
      return
    }
    // Pressure trembles by a few pascals; half a second or so of it is enough to smooth.
    barometric = old + 0.15 * (new - old)
  }

  /// 95 % as the receiver states it.
  mutating func fuse(fix height: Length, error: Length?) {
    guard height.isFinite else { return }
    let stated = (error ?? parameters.assumedError).value / 1.96
    let sigma = max(stated, parameters.fixNoise.value)
    let z = height.value - (barometric ?? 0)
    guard let level else {
      self.level = z
      variance = sigma * sigma
      sinceFix = 0
      return
    }
    let independent = max(0.01, min(1, sinceFix / (2 * parameters.biasTime.value)))
    sinceFix = 0
    var noise = sigma * sigma / independent
    let innovation = z - level
    noise = max(noise, innovation * innovation / 9 - variance)
    let gain = variance / (variance + noise)
    self.level = level + gain * innovation
    variance *= 1 - gain
  }
}
