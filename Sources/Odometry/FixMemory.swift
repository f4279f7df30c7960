import Geodesy
import Geometry
import Samples

/// Accuracy stated by a fix, per axis and 1 σ. gpsd's eph is the radius of 95 %, 2.448 σ; epv is 1.960 σ.
struct FixClaim: Sendable {
  var horizontal: Double
  var vertical: Double
  var velocity: Double

  init(_ fix: Fix, _ parameters: VehicleParameters) {
    let radius = fix.radius(assuming: parameters.assumptions)
    horizontal = max(0.01, min(radius, Self.widest).value / RadiusPerSigma.of68)
    let up = Self.meant(fix.verticalError?.value).map { min($0, Self.widest.value) / RadiusPerSigma.axisOf95 }
    vertical = max(0.02, up ?? 1.7 * horizontal)
    velocity = max(
      0.05, Self.meant(fix.speedError?.value).map { $0 / RadiusPerSigma.of95 } ?? parameters.assumedVelocityNoise.value)
  }

  /// Largest radius: beyond it there is no more information, and its variance would leave no precision of a meter in a double.
  private static let widest = Constants.earthRadius

  /// Returns the error if it is positive: some receivers report 0 when they have no error estimate.
  private static func meant(_ error: Double?) -> Double? { error.flatMap { $0 > 0 ? $0 : nil } }
}

/// Memory of the fixes so far.
struct FixMemory: Sendable {
  var last: Fix?
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

  mutating func record(_ fix: Fix, _ claim: FixClaim, speed: Double?) {
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
