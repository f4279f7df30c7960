import Fusion
public import Geometry
public import Samples

/// Assumptions of the height filter. 1 σ.
public struct HeightParameters: Sendable {
  public init() {}

  public var walk = LengthWalk(0.3)
  public var weather = LengthWalk(0.03)
  public var fixNoise = Length(3)
  public var assumedError = Length(25)
  public var biasTime = TimeSpan(35)
  public var outlier = 3.0
  public var smoothing = 0.15
  public var patience = TimeSpan(5)
  public var rate = Speed(2)

  public static let table = ParameterTable<HeightParameters>([
    .init("height.walk", \.walk, in: 0...100, "how fast the ground rises and falls, without a barometer"),
    .init("height.weather", \.weather, in: 0...100, "how fast a barometer's height wanders by itself"),
    .init("height.fix_noise", \.fixNoise, in: 0.01...1000, "least error of a fix's height"),
    .init("height.assumed", \.assumedError, in: 0.1...1000, "error (95 %) of a fix's height that states none"),
    .init("height.bias_time", \.biasTime, in: 1...10_000, "how long the error of a fix's height lasts"),
    .init("height.outlier", \.outlier, in: 1...1000, "surprise, in σ, beyond which a fix's height counts less"),
    .init("height.smoothing", \.smoothing, in: 0.001...1, "share of a new pressure reading in the smoothed height"),
    .init(
      "height.patience", \.patience, in: 0...1000,
      "time after which fixes with similar surprises are accepted in full"),
    .init(
      "height.rate", \.rate, in: 0.01...1000,
      "how fast the published height follows the fixes, in every profile"),
  ]).explained(by: effects)
}

/// Height above the ellipsoid: an average of fixes, and between them the barometer's changes.
///
/// State (1): the height, or with a barometer the offset to add to its height; a random walk. A fix's error lasts τ (`biasTime`),
/// so a fix each Δt has the weight Δt/2τ of a white one. Pressure to height by the standard atmosphere, h = 44330.8 m (1 −
/// (p/101325 Pa)^0.190263) (ISO 2533:1975), whose error of some per cent of the *change* is covered by the random walk.
struct HeightFilter: Aided {
  enum Event: Sendable {
    /// A height and its error (95 %) as the receiver states it.
    case fix(Length, error: Length?)
  }

  static let sources: [AidingSource<HeightFilter>] = [.fixHeight]
  var aids = HeightFilter.freshAids()
  /// Aid of the barometer, which drives the prediction.
  private(set) var barometer = Aid(
    AidDescription("barometer", unit: "m", axes: ["up"], patience: TimeSpan(5)))
  var pending = StateVector()
  /// Variance of `level`.
  var covariance = SymmetricMatrix(size: 1)

  let parameters: HeightParameters
  fileprivate var level: Double?
  fileprivate var barometric: Double?
  /// The barometer's first height: the origin of `relative`.
  fileprivate var origin = 0.0
  fileprivate var sinceFix = 0.0
  /// Time for which fixes have been surprising to the same side, and the last surprise.
  fileprivate var surprisingTime = 0.0, lastSurprise = 0.0

  init(_ parameters: HeightParameters) { self.parameters = parameters }

  // Inlined: the filter is large, and a call would copy it.
  @inline(__always) var height: Length? { level.map { Length($0 + (barometric ?? 0)) } }
  /// Height since the first reading, in meters; nil without a barometer.
  @inline(__always) var relative: Double? { barometric.map { $0 - origin } }
  /// Accuracy, 68 %.
  @inline(__always) var accuracy: Length? { level.map { _ in Length(covariance[0, 0].squareRoot()) } }

  var states: [FilterState] {
    height.map { [FilterState("height", unit: "m", $0.value, variance: covariance[0, 0])] } ?? []
  }

  mutating func advance(_ time: TimeSpan) {
    guard level != nil else { return }
    let walk = (barometric == nil ? parameters.walk : parameters.weather).value
    covariance.add(walk * walk * time.value, to: 0)
    sinceFix += time.value
  }

  func considered(in event: Event) -> Considered? { nil }

  mutating func apply(_ correction: StateVector) { level = level.map { $0 + correction[0] } }
  static func turn(in correction: StateVector) -> Angle { .zero }
}

extension AidingSource<HeightFilter> {
  static let fixHeight = AidingSource(
    AidDescription("fix-height", unit: "m", axes: ["up"], patience: TimeSpan(10))
  ) { filter, event, measurement in
    guard case .fix(let height, let error) = event else { return .nothing }
    return filter.proposeHeight(height, error, &measurement)
  }
}

extension HeightFilter {
  /// Possible readings of a barometer, as a ratio to sea level: from above 30 km to a kilometer under water.
  private static let plausible = 0.01...2.0

  mutating func ingest(_ pressure: Pressure, at time: BootInstant) {
    let ratio = pressure.value / 101_325
    guard ratio.isFinite else { return barometer.refuse(.notFinite, at: time) }
    guard Self.plausible.contains(ratio) else { return barometer.refuse(.poorQuality, at: time) }
    let new = 44_330.8 * (1 - pow(ratio, 0.190263))
    barometer.record(.fused(Fused(new)), at: time)
    guard let old = barometric else {
      level = level.map { $0 - new }
      barometric = new
      origin = new
      return
    }
    barometric = old + parameters.smoothing * (new - old)
  }

  /// Updates how long fixes have been surprising, judged by their own error and that of the level, without the larger variance
  /// for their slow error.
  private mutating func judge(_ off: Double, sigma: Double) {
    let isSurprising = off * off > parameters.outlier * parameters.outlier * (covariance[0, 0] + sigma * sigma)
    let isConsistent = off * lastSurprise >= 0
    surprisingTime = isSurprising && isConsistent ? surprisingTime + min(sinceFix, 2) : 0
    lastSurprise = isSurprising ? off : 0
  }

  fileprivate mutating func proposeHeight(_ height: Length, _ error: Length?, _ measurement: inout Measurement)
    -> Proposal
  {
    guard height.isFinite else { return .refuse(.notFinite) }
    let stated = (error ?? parameters.assumedError).value / RadiusPerSigma.axisOf95
    let sigma = max(stated, parameters.fixNoise.value)
    guard sigma.isFinite else { return .refuse(.notFinite) }
    let z = height.value - (barometric ?? 0)
    guard let level else {
      self.level = z
      covariance[0, 0] = sigma * sigma
      sinceFix = 0
      return .applied(Fused(height.value))
    }
    let independent = max(0.01, min(1, sinceFix / (2 * parameters.biasTime.value)))
    judge(z - level, sigma: sigma)
    sinceFix = 0
    guard surprisingTime <= parameters.patience.value else {
      // Fixes that persist on the same side are right, and the level is wrong: it is reset to the fix.
      surprisingTime = 0
      self.level = z
      covariance[0, 0] = sigma * sigma
      return .applied(Fused(height.value))
    }
    measurement.gate = .inflate(beyond: parameters.outlier)
    measurement.add(
      SparseRow(0, 1), observation: height.value, innovation: z - level, variance: sigma * sigma / independent)
    return .fuse
  }
}
