import Geometry

/// Whether the device lies still: for some time, rate and force stay near their own running means, and the mean rate is no larger
/// than a bias can be.
///
/// A standing person is still in this sense too, but sways, and the sway is no bias. So the variation of the mean rate is
/// measured as well: the more it varies, the less it shows the bias.
public struct Stillness: Sendable {
  private let parameters: AttitudeParameters
  private(set) var meanRate = SIMD3<Double>.zero
  private var meanForce = SIMD3<Double>.zero
  private var hasMeans = false
  private var quietTime = 0.0
  /// Mean of the mean rate since the device has been quiet (at most over `wanderTime`), and its variance per axis.
  private var slowMean = SIMD3<Double>.zero
  private(set) var wander = 0.0
  static let wanderTime = 3.0
  /// Time constant of the running means.
  private static let averaging = TimeSpan(0.5)
  /// Largest mean rate at rest: no bias of a usable gyroscope is larger.
  private static let largestBias = AngularRate.degrees(3)

  init(_ parameters: AttitudeParameters) { self.parameters = parameters }

  public var isStill: Bool { quietTime >= parameters.restTime.value }

  mutating func add(rate: AngularVelocity<Body>, force: Acceleration<Body>?, walking: Bool = false, over step: TimeSpan)
  {
    guard hasMeans else {
      hasMeans = true
      meanRate = rate.components
      meanForce = force?.components ?? .zero
      return
    }
    let share = fading(step.value / Self.averaging.value)
    let rateOff = rate.components - meanRate
    meanRate += rateOff * share
    var quiet = dot(rateOff, rateOff) < parameters.restRate.radians * parameters.restRate.radians
    if let force {
      let forceOff = force.components - meanForce
      meanForce += forceOff * share
      quiet = quiet && dot(forceOff, forceOff) < parameters.restForce.value * parameters.restForce.value
    }
    let limit = Self.largestBias.radians
    quiet = quiet && meanRate.x.magnitude < limit && meanRate.y.magnitude < limit && meanRate.z.magnitude < limit
    quiet = quiet && !walking
    quietTime = quiet ? quietTime + step.value : 0
    watchMean(step.value)
  }

  private mutating func watchMean(_ interval: Double) {
    guard quietTime > interval else {
      slowMean = meanRate
      wander = 0
      return
    }
    let share = interval / min(quietTime, Self.wanderTime)
    let off = meanRate - slowMean
    slowMean += off * share
    wander += (dot(off, off) / 3 - wander) * share
  }
}
