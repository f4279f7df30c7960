import Geometry

/// The Earth's field by the magnetic model: the declination in radians, clockwise from true north, and the strengths in µT.
public struct EarthMagnetism: Sendable {
  public var declination: Double
  public var horizontal: Double
  public var up: Double

  public init(declination: Double, horizontal: Double, up: Double) {
    (self.declination, self.horizontal, self.up) = (declination, horizontal, up)
  }
}

/// A window of the compass, in the axes of the steady scene.
public struct CompassReading: Sendable {
  /// Mean field, in µT.
  public var field: SIMD3<Double>
  /// Spread of the direction within the window, in radians.
  public var spread: Double
  /// Mean directions of the body's axes: the contributions of a field fixed to the body to east, north and up.
  public var bodyEast: SIMD3<Double>
  public var bodyNorth: SIMD3<Double>
  public var bodyUp: SIMD3<Double>

  public init(
    field: SIMD3<Double>, spread: Double, bodyEast: SIMD3<Double>, bodyNorth: SIMD3<Double>, bodyUp: SIMD3<Double>
  ) {
    (self.field, self.spread) = (field, spread)
    (self.bodyEast, self.bodyNorth, self.bodyUp) = (bodyEast, bodyNorth, bodyUp)
  }

  /// The field (east, north, up) without the device's own.
  func field(without device: SIMD3<Double>) -> SIMD3<Double> {
    field - SIMD3(dot(bodyEast, device), dot(bodyNorth, device), dot(bodyUp, device))
  }
}

@inline(__always) func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

/// Strength of the surroundings' field per axis: its variance L², from what does not depend on the heading. These are the
/// deviations of the horizontal strength and of the vertical part from the Earth's, or the changes of the field within the scene,
/// whichever are larger: the gyroscope keeps the scene still, so changes of the field while the wearer moves about come from the
/// surroundings too.
///
/// Two readings per spot, four at most. With a prior of two degrees of freedom, n readings predict the next spot by Student's t of
/// n + 2, whose variance is m + 2 L₀²/n with m their mean square.
struct SurroundingsStrength: Sendable {
  /// L₀ in µT; 0: it is not estimated.
  private let prior: Double
  private var meanSquare = 0.0
  private var count = 0.0
  private var fresh = 0.0
  private var mean = SIMD3(0.0, 0.0, 0.0), spread = 0.0, windows = 0.0
  private var felt: Double?

  /// Horizontal strength of the Earth's field where it is not known yet, in µT.
  static let usualStrength = 20.0
  private static let readingsPerSpot = 2.0, most = 4.0, mostWindows = 120.0, feltShare = 0.05, leastFelt = 3.0
  /// Share of the field's variance that the places of a room have in common.
  static let roomShare = 0.5

  init(_ prior: FluxDensity) { self.prior = prior.value }

  var isEstimated: Bool { prior > 0 }
  private var variance: Double { count > 0 ? meanSquare + 2 * prior * prior / count : 2 * prior * prior }

  /// Variance of the compass's direction by this field: for a von Mises distribution of κ = hH/L² the circular variance is
  /// 1/κ + 1/2κ² + O(κ⁻³) (Mardia and Jupp, "Directional Statistics", 2000, 3.4 and A.4), and at most that of any direction.
  func directionVariance(over strength: Double) -> Double {
    let spread = variance / (strength * strength)
    return min(.pi * .pi / 3, spread + 0.5 * spread * spread)
  }

  mutating func pass(_ amount: Double) { fresh += amount }

  /// Ingests a field (east, north, up); returns the new variance of the direction.
  mutating func ingest(_ field: SIMD3<Double>, _ earth: EarthMagnetism?) -> Double {
    let level = hypot(field.x, field.y), strength = max(Self.leastFelt, level)
    let felt = felt.map { $0 + Self.feltShare * (strength - $0) } ?? strength
    self.felt = felt
    guard let earth else { return directionVariance(over: felt) }
    let across = level - earth.horizontal, vertical = field.z - earth.up
    windows = min(Self.mostWindows, windows + 1)
    let off = field - mean
    mean += off / windows
    spread += (dot(off, off) / 3 * (1 - 1 / windows) - spread) / windows
    let own = max(0.5 * (across * across + vertical * vertical), spread / (1 - Self.roomShare))
    if count == 0 {
      meanSquare = own
      count = Self.readingsPerSpot
    } else {
      let gain = min(1, Self.readingsPerSpot * fresh / count)
      count = min(Self.most, count + Self.readingsPerSpot * fresh)
      meanSquare += gain * (own - meanSquare)
    }
    fresh = 0
    return directionVariance(over: (felt * earth.horizontal).squareRoot())
  }
}
