import Geodesy
import Geometry
import Samples

/// What a fix claims of itself, per axis and 1 σ. gpsd's eph is the radius of 95 %, 2.448 σ; epv is 1.960 σ.
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

  /// A larger radius says nothing more, and variances beyond its square leave nothing of a metre in a double.
  private static let widest = Constants.earthRadius

  /// Some receivers report 0 when they have no error estimate.
  private static func meant(_ error: Double?) -> Double? { error.flatMap { $0 > 0 ? $0 : nil } }
}

/// What is kept of the fixes so far.
struct FixMemory: Sendable {
  var last: Fix?
  var lastTime: BootInstant?
  var velocityTime: BootInstant?
  /// Where and when the stretch begins that will give the first course.
  var start: (time: BootInstant, position: SIMD3<Double>)?
  var horizontal = FixBiasLevel(), vertical = FixBiasLevel()
  var best: FixClaim?
  /// For how long fixes have been surprising, and by how much (χ²) the last.
  var surprisingTime = 0.0, worst = 0.0
  /// How far off the last surprising one was, east and south.
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

  /// What a fix said lately.
  func statedSpeed(at time: BootInstant) -> Double? {
    stated.flatMap { (time - $0.time).value < 2.5 ? $0.speed : nil }
  }
}
