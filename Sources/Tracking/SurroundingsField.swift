import Geometry

/// How strong the field of the surroundings is, per axis: L², from what tells nothing of the heading. That is how far the strength
/// across and the vertical part are from the Earth's, or how much the field changes within the scene, whichever is more: the
/// gyroscope holds the scene still, so what the field changes by as one moves about is a field of the surroundings too.
///
/// Two readings a spot, four at most. With a prior of two degrees of freedom what n of them tell of the next spot is Student's t
/// of n + 2, whose variance is m + 2 L₀²/n with m their mean square.
struct SurroundingsField: Sendable {
  /// L₀
  private let prior: Double
  private var meanSquare = 0.0
  private var count = 0.0
  /// Independent readings that have become possible since the last.
  private var fresh = 0.0
  private static let readingsPerSpot = 2.0, most = 4.0

  // The field within the scene: its mean, and its mean square about that per axis.
  private var mean = SIMD3(0.0, 0.0, 0.0), spread = 0.0, windows = 0.0
  /// Of the windows that make the spread: a minute of them.
  private static let mostWindows = 120.0

  /// The strength across as it is felt, low-passed; and what an error of the direction is counted by: with isotropic surroundings
  /// of variance L² beside an Earth's field of H across, the angle between what is felt, h, and H is von Mises with κ = hH/L².
  private var felt: Double?
  private(set) var horizontal: Double?
  private static let feltShare = 0.05
  /// A weaker field counts as this strong.
  private static let leastFelt = 3.0

  /// prior: L₀, of the profile.
  init(_ prior: FluxDensity) { self.prior = prior.value }

  /// L², in µT²
  var variance: Double { count > 0 ? meanSquare + 2 * prior * prior / count : 2 * prior * prior }
  var sigma: Double { variance.squareRoot() }

  /// σ² of the compass's direction by it, in rad²; nil before a window. For a von Mises distribution of κ = hH/L² the circular
  /// variance −2 ln A(κ), A = I₁/I₀, is 1/κ + 1/2κ² + O(κ⁻³) (Mardia and Jupp, "Directional Statistics", 2000, 3.4 and A.4), and at
  /// most that of any direction.
  var directionVariance: Double? {
    horizontal.map { horizontal in
      let spread = variance / (horizontal * horizontal)
      return min(Self.anyDirection, spread + 0.5 * spread * spread)
    }
  }
  private static let anyDirection = Double.pi * Double.pi / 3

  /// The wearer has moved on, or stood, by so many correlation lengths or times, halves of them.
  mutating func pass(_ amount: Double) { fresh += amount }

  /// A window, with the Earth's field known. `drift`: how far the scene has turned by a drift that is known by now. `common`: the
  /// share of the surroundings' field that a room has in common, which no change shows.
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
    take(max(0.5 * (across * across + vertical * vertical), spread / (1 - common)))
  }

  /// A window before a place tells what the Earth's field is: it is taken for as strong as it is felt.
  mutating func assume(_ window: CompassWindow.Mean, deviceField: SIMD3<Double>) {
    feel(window.level(without: deviceField))
    horizontal = felt
  }

  private mutating func feel(_ level: SIMD2<Double>) {
    let strength = max(Self.leastFelt, hypot(level.x, level.y))
    felt = felt.map { $0 + Self.feltShare * (strength - $0) } ?? strength
  }

  /// The square of one axis.
  private mutating func take(_ square: Double) {
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
