import Geometry

/// Strength of the surroundings' field per axis: its variance L², from data that do not depend on the heading. These are the
/// deviations of the horizontal strength and of the vertical part from the Earth's, or the changes of the field within the scene,
/// whichever are larger: the gyroscope keeps the scene still, so changes of the field while the wearer moves about come from the
/// surroundings too.
///
/// Two readings per spot, four at most. With a prior of two degrees of freedom, n readings predict the next spot by Student's t
/// of n + 2, whose variance is m + 2 L₀²/n with m (`meanSquare`) their mean square.
struct SurroundingsField: Sendable {
  /// L₀, the prior standard deviation in µT.
  private let prior: Double
  private var meanSquare = 0.0
  private var count = 0.0
  /// Number of independent readings that have become possible since the last.
  private var fresh = 0.0
  private static let readingsPerSpot = 2.0, most = 4.0

  // The field within the scene: its mean, and its mean square deviation from that per axis.
  private var mean = SIMD3(0.0, 0.0, 0.0), spread = 0.0, windows = 0.0
  /// Largest number of windows in `spread`: those of a minute.
  private static let mostWindows = 120.0

  /// The measured horizontal strength, low-passed; and the strength (`horizontal`) to which the error of the direction relates:
  /// with isotropic surroundings of variance L² beside a horizontal Earth's field of H, the angle between the measured field h
  /// and H is von Mises with κ = hH/L².
  private var felt: Double?
  private(set) var horizontal: Double?
  private static let feltShare = 0.05
  /// Smallest strength that is used for a weaker field, in µT.
  private static let leastFelt = 3.0

  /// `prior` is L₀, from the profile.
  init(_ prior: FluxDensity) { self.prior = prior.value }

  /// L², in µT².
  var variance: Double { count > 0 ? meanSquare + 2 * prior * prior / count : 2 * prior * prior }
  var sigma: Double { variance.squareRoot() }

  /// Variance σ² of the compass's direction by this field, in rad²; nil before a window. For a von Mises distribution of κ =
  /// hH/L² the circular variance −2 ln A(κ), A = I₁/I₀, is 1/κ + 1/2κ² + O(κ⁻³) (Mardia and Jupp, "Directional Statistics", 2000,
  /// 3.4 and A.4), and at most that of a uniform direction.
  var directionVariance: Double? {
    horizontal.map { horizontal in
      let spread = variance / (horizontal * horizontal)
      return min(Self.anyDirection, spread + 0.5 * spread * spread)
    }
  }
  private static let anyDirection = Double.pi * Double.pi / 3

  /// Advances by an amount of movement or time, in units of two correlation lengths or times.
  mutating func pass(_ amount: Double) { fresh += amount }

  /// Ingests a window, with the Earth's field known. `drift` is the scene's turn by its known drift. `common` is the share of the
  /// surroundings' field that a whole room has in common, which causes no change.
  mutating func judge(
    _ window: CompassWindow.Mean, deviceField: SIMD3<Double>, earth: EarthField, drift: Double, common: Double
  ) {
    let level = window.level(without: deviceField), up = window.vertical(without: deviceField)
    feel(level)
    horizontal = felt.map { ($0 * earth.horizontal).squareRoot() }
    let across = hypot(level.x, level.y) - earth.horizontal, vertical = up - earth.up
    let steady = turned(level, by: drift)
    windows = min(Self.mostWindows, windows + 1)
    let now = SIMD3(steady.x, steady.y, up), off = now - mean
    mean += off / windows
    spread += (dot(off, off) / 3 * (1 - 1 / windows) - spread) / windows
    addSquare(max(0.5 * (across * across + vertical * vertical), spread / (1 - common)))
  }

  /// Ingests a window before a place has given the Earth's field, which is then assumed to be as strong as the measured one.
  mutating func assume(_ window: CompassWindow.Mean, deviceField: SIMD3<Double>) {
    feel(window.level(without: deviceField))
    horizontal = felt
  }

  private mutating func feel(_ level: SIMD2<Double>) {
    let strength = max(Self.leastFelt, hypot(level.x, level.y))
    felt = felt.map { $0 + Self.feltShare * (strength - $0) } ?? strength
  }

  /// Adds the square of one axis.
  private mutating func addSquare(_ square: Double) {
    if count == 0 {
      meanSquare = square
      count = Self.readingsPerSpot
    } else {
      let gain = min(1, Self.readingsPerSpot * fresh / count)
      count = min(Self.most, count + Self.readingsPerSpot * fresh)
      meanSquare += gain * (square - meanSquare)
    }
    fresh = 0
  }
}
