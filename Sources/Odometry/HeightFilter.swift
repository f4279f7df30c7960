public import Fusion
public import Geometry
public import Samples

/// Height above the ellipsoid: an average of fixes and of the ground below, and between them the changes of a reference.
///
/// State (1): the height less that of the reference; a random walk. The reference is the barometer; without one the tiles' ground
/// below the wearer plus the height of the eyes; without tiles it is zero. Pressure to height by the standard atmosphere,
/// h = 44330.8 m (1 − (p/101325 Pa)^0.190263) (ISO 2533:1975), whose error of some per cent of the *change* is covered by the
/// random walk.
public struct HeightFilter: Aided {
  public enum Event: Sendable {
    /// A height and its 1 σ; nil if the receiver states none.
    case fix(Length, sigma: Length?)
    /// The eyes' height if the wearer stands on the tiles' ground, and what the error of the place adds to its 1 σ.
    case ground(eyes: Length, slopeSigma: Length)
  }

  public static let sources: [AidingSource<HeightFilter>] = [.fixHeight, .terrain]
  public var aids = HeightFilter.freshAids()
  /// Aid of the barometer, which drives the prediction.
  public private(set) var barometer = Aid(
    AidDescription("barometer", unit: "m", axes: ["up"], patience: TimeSpan(5)))
  public var pending = StateVector()
  /// Variance of `level`.
  public var covariance = SymmetricMatrix(size: 1)

  let parameters: HeightParameters
  @usableFromInline var level: Double?
  @usableFromInline var barometric: Double?
  /// The eyes' height on the tiles' ground, below the wearer now.
  @usableFromInline var ground: Double?
  /// The barometer's first height: the origin of `relative`.
  @usableFromInline var origin = 0.0
  @usableFromInline let terrainVariance: Double
  var sinceFix = 0.0, sinceGround = Double.infinity
  /// Whether the event at hand has reset the level; share of the fix at hand that is independent of the one before.
  var isLevelReset = false, fixIndependence = 1.0
  /// Time for which fixes have been surprising to the same side, and the last surprise.
  var surprisingTime = 0.0, lastSurprise = 0.0

  public init(_ parameters: HeightParameters) {
    self.parameters = parameters
    terrainVariance = parameters.terrainError.value * parameters.terrainError.value
  }

  @usableFromInline var reference: Double { @inline(__always) get { barometric ?? ground ?? 0 } }

  // Inlinable: the filter is large, and a call would copy it.
  @inlinable public var height: Length? { level.map { Length($0 + (barometric ?? ground ?? 0)) } }
  /// Height since the first reading, in meters; nil without a barometer.
  @inlinable public var relative: Double? { barometric.map { $0 - origin } }
  /// Accuracy, 68 %. On tiles it contains their error at large.
  @inlinable public var accuracy: Length? {
    level.map { _ in Length((covariance[0, 0] + (ground == nil ? 0 : terrainVariance)).squareRoot()) }
  }
  /// The eyes' height if the wearer stands on the tiles' ground; nil without tiles.
  @inlinable public var standing: Length? { ground.map { Length($0) } }

  public var states: [FilterState] {
    height.map { [FilterState("height", unit: "m", $0.value, variance: covariance[0, 0])] } ?? []
  }

  /// Random walks of the level: of a barometer's height by the weather, of the wearer's height above the tiles, and of the ground.
  private static let weather = LengthWalk(0.03), terrainWalk = LengthWalk(0.05), groundWalk = LengthWalk(0.3)

  public mutating func advance(_ time: TimeSpan) {
    sinceGround += time.value
    guard level != nil else { return }
    let walk = barometric != nil ? Self.weather : ground != nil ? Self.terrainWalk : Self.groundWalk
    covariance.add(walk.value * walk.value * time.value, to: 0)
    sinceFix += time.value
  }

  public func considered(in event: Event) -> Considered? { nil }

  public mutating func apply(_ correction: StateVector) { level = level.map { $0 + correction[0] } }
  public static func turn(in correction: StateVector) -> Angle { .zero }

  /// Moves the height by a climb that was measured otherwise. A barometer measures it itself.
  public mutating func climb(by height: Length) {
    guard barometric == nil else { return }
    level = level.map { $0 + height.value }
  }

  // MARK: references

  /// Possible readings of a barometer, as a ratio to sea level: from above 30 km to a kilometer under water.
  private static let plausible = 0.01...2.0

  private static func standardHeight(of ratio: Double) -> Double { 44_330.8 * (1 - pow(ratio, 0.190263)) }

  /// Returns the height of the standard atmosphere in meters; nil for an impossible pressure.
  public static func standardHeight(of pressure: Pressure) -> Double? {
    let ratio = pressure.value / 101_325
    return plausible.contains(ratio) ? standardHeight(of: ratio) : nil
  }

  /// Share of a new reading in the smoothed height.
  private static let smoothing = 0.15

  public mutating func ingest(_ pressure: Pressure, at time: BootInstant) {
    let ratio = pressure.value / 101_325
    guard ratio.isFinite else { return barometer.refuse(.notFinite, at: time) }
    guard Self.plausible.contains(ratio) else { return barometer.refuse(.poorQuality, at: time) }
    let new = Self.standardHeight(of: ratio)
    barometer.record(.fused(Fused(new)), at: time)
    guard let old = barometric else {
      level = level.map { $0 + (ground ?? 0) - new }
      barometric = new
      origin = new
      return
    }
    barometric = old + Self.smoothing * (new - old)
  }

  /// Sets the eyes' height on the tiles' ground below the wearer; nil without tiles there. Without a barometer the height moves
  /// with it, except when it comes or goes.
  public mutating func setGround(_ eyes: Length?) {
    let new = eyes.flatMap { $0.isFinite ? $0.value : nil }
    if barometric == nil, (new == nil) != (ground == nil) {
      level = level.map { $0 + (ground ?? 0) - (new ?? 0) }
    }
    ground = new
  }
}
