import Geometry

/// Whether a vehicle stands. An idling engine shakes the device, and a smooth road hardly does; so the criteria are the mean (no
/// turn, no change of force), the shaking relative to that of this vehicle in motion, and the speed stated by fixes.
struct Standing: Sendable {
  /// Largest mean rate, and largest change of the mean force, of a vehicle that stands.
  private static let rate = AngularRate.degrees(1), force = AccelerationSize(0.2)
  /// Largest speed that a fix may state of a vehicle that stands.
  private static let statedSpeed = Speed(0.7)
  /// Largest power of vibration of a vehicle that stands, as a share of that in motion.
  private static let largestShake = 0.25
  /// Time of quiet after which the vehicle stands.
  private static let leastTime = TimeSpan(1)

  private(set) var meanRate = SIMD3<Double>.zero
  private var quickRate = SIMD3<Double>.zero
  private var meanForce = SIMD3<Double>.zero, quickForce = SIMD3<Double>.zero
  /// Mean squared deviation of the force from its mean.
  private var shake = 0.0
  /// `shake` while the vehicle is certainly in motion.
  private var shakeInMotion: Double?
  private var age = 0.0
  private(set) var quietTime = 0.0
  private(set) var isStanding = false

  /// Resets all but the vibration in motion.
  mutating func restart() {
    let kept = shakeInMotion
    self = Standing()
    shakeInMotion = kept
  }

  mutating func add(rate: SIMD3<Double>, force: SIMD3<Double>?, _ interval: Double) {
    if age == 0 {
      meanRate = rate
      quickRate = rate
      meanForce = force ?? .zero
      quickForce = meanForce
    }
    age += interval
    let slow = min(1, interval / 1), quick = min(1, interval / 0.25)
    meanRate += (rate - meanRate) * slow
    quickRate += (rate - quickRate) * quick
    guard let force else { return }
    let off = force - meanForce
    meanForce += off * slow
    quickForce += (force - quickForce) * quick
    shake += (dot(off, off) - shake) * slow
  }

  /// Judges at the end of a window. `speed` is the filter's, with its 1 σ; nil while it is unknown. `stated` is the speed of a
  /// recent fix, if there was one.
  mutating func judge(bias: SIMD3<Double>, speed: Double?, sigma: Double, stated: Double?, _ span: Double) {
    if let speed, speed - 2 * sigma > 4 {
      shakeInMotion = (shakeInMotion ?? shake) + (shake - (shakeInMotion ?? shake)) * min(1, span / 20)
    }
    let turning = meanRate - bias, swing = quickRate - meanRate, pull = quickForce - meanForce
    let rateLimit = Self.rate.radians
    var quiet = dot(turning, turning) < rateLimit * rateLimit && dot(swing, swing) < rateLimit * rateLimit
    quiet = quiet && dot(pull, pull) < Self.force.value * Self.force.value
    if let speed { quiet = quiet && speed < 1 + 2 * sigma }
    if let stated {
      quiet = quiet && stated < Self.statedSpeed.value
    } else if speed != nil {
      quiet = quiet && shakeInMotion.map { shake < Self.largestShake * $0 } == true
    }
    quietTime = quiet ? quietTime + span : 0
    isStanding = quietTime >= Self.leastTime.value
  }
}
