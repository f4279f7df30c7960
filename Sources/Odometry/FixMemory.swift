import Geodesy
import Geometry
import Samples

/// Accuracy of a fix as the vehicle's filter uses it, per axis and 1 σ.
struct FixClaim: Sendable {
  var horizontal: Double
  var vertical: Double
  var velocity: Double?

  init(_ fix: FixReading) {
    horizontal = max(0.01, min(fix.radius, Self.widest).value / RadiusPerSigma.of68)
    let up = fix.heightSigma.map { min($0, Self.widest / RadiusPerSigma.axisOf95).value }
    vertical = max(0.02, up ?? Self.verticalShare * horizontal)
    velocity = fix.velocity.map { max(0.05, $0.sigma) }
  }

  /// Largest radius: beyond it there is no more information, and its variance would leave no precision of a meter in a double.
  private static let widest = Constants.earthRadius
  /// Ratio of the errors upward and level where only the latter is stated.
  private static let verticalShare = 1.7
}

/// Memory of the fixes so far.
struct FixMemory: Sendable {
  var last: FixReading? { didSet { hasHeight = last?.height != nil } }
  /// Whether the last one has a height; by itself, because a fix is large.
  private(set) var hasHeight = false
  var lastTime: BootInstant?
  var velocityTime: BootInstant?
  /// Time and place of the start of the stretch that will give the first course.
  var start: (time: BootInstant, position: SIMD3<Double>)?
  var horizontal = FixBiasLevel(), vertical = FixBiasLevel()
  var best: FixClaim?
  /// Time for which fixes have been surprising, and the surprise (chi-squared) of the last.
  var surprisingTime = 0.0, worst = 0.0
  /// Offset of the last surprising fix, east and south.
  var lastSurprise: SIMD2<Double>?
  private var stated: (time: BootInstant, speed: Double)?

  mutating func record(_ fix: FixReading, _ claim: FixClaim, speed: Double?) {
    last = fix
    lastTime = fix.arrival
    if let speed { stated = (fix.arrival, speed) }
    var smallest = best ?? claim
    smallest.horizontal = min(smallest.horizontal, claim.horizontal)
    smallest.vertical = min(smallest.vertical, claim.vertical)
    best = smallest
  }

  /// Speed that a fix stated in the last 2.5 s.
  func statedSpeed(at time: BootInstant) -> Double? {
    stated.flatMap { (time - $0.time).value < 2.5 ? $0.speed : nil }
  }
}
