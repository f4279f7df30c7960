import Geometry
import Samples

/// How far the heading is off, as seen by accelerations: the changes of velocity that the accelerometer felt, turned by the
/// gyroscope's heading alone, against those that fixes show: θ = atan2(Σ Δu × Δv, Σ Δu · Δv), whatever the mount. Needs no start
/// and no small angles, so it finds a device that faces backward.
struct MountFit: Sendable {
  private struct Point: Sendable {
    var time: BootInstant
    var place: SIMD3<Double>
    var velocity: SIMD2<Double>?
    var free: SIMD3<Double>
    var freePath: SIMD3<Double>
  }
  private var before: Point?
  private var earlier: Point?
  private var cross = 0.0, dot = 0.0, felt = 0.0, seen = 0.0

  init() {}

  /// A stretch without motion data cannot be used.
  mutating func interrupt() {
    before = nil
    earlier = nil
  }

  mutating func take(_ past: MotionHistory.Moment, place: SIMD3<Double>, velocity: SIMD2<Double>?) {
    let point = Point(time: past.time, place: place, velocity: velocity, free: past.free, freePath: past.freePath)
    guard let last = before else {
      before = point
      return
    }
    let span = (point.time - last.time).value
    guard span >= 0.7 else { return }
    guard span < 5 else {
      interrupt()
      before = point
      return
    }
    if let velocity, let old = last.velocity {
      let change = point.free - last.free
      add(SIMD2(change.x, change.z), velocity - old, span)
    } else if let first = earlier {
      let old = (last.time - first.time).value
      let u = (point.freePath - last.freePath) / span - (last.freePath - first.freePath) / old
      let v = (point.place - last.place) / span - (last.place - first.place) / old
      add(SIMD2(u.x, u.z), SIMD2(v.x, v.z), span)
    }
    earlier = last
    before = point
  }

  private mutating func add(_ u: SIMD2<Double>, _ v: SIMD2<Double>, _ span: Double) {
    let kept = exp(-span / 60)
    // clockwise seen from above, with z south: from u to v
    cross = cross * kept + (u.x * v.y - u.y * v.x)
    dot = dot * kept + (u.x * v.x + u.y * v.y)
    felt = felt * kept + (u.x * u.x + u.y * u.y)
    seen = seen * kept + (v.x * v.x + v.y * v.y)
  }

  /// The turn, clockwise, from the uncorrected frame to the Earth's; nil without evidence enough or while it contradicts itself.
  func verdict(evidence: Double) -> Double? {
    guard seen > evidence, felt > 0.5 * seen, felt < 2 * seen else { return nil }
    let coherence = hypot(cross, dot) / (felt * seen).squareRoot()
    return coherence > 0.85 ? atan2(cross, dot) : nil
  }
}

extension VehicleFilter {
  /// Accelerations and fixes agree on a heading far from the believed one: the device is mounted otherwise.
  mutating func superviseMount(_ fix: Fix, _ place: SIMD3<Double>, _ past: MotionHistory.Moment) {
    let velocity = fix.velocityEast.flatMap { east in fix.velocityNorth.map { SIMD2(east.value, -$0.value) } }
    mountFit.take(past, place: place, velocity: velocity)
    guard isStarted, let whole = mountFit.verdict(evidence: parameters.mountEvidence) else { return }
    let missing = (whole + headingTurned).remainder(dividingBy: 2 * .pi)
    guard missing.magnitude > parameters.mountThreshold.radians
    else { return }
    diagnostics.mountsOverruled += 1
    let velocityNow = self.velocity
    turnAbout(missing)
    self.velocity = velocityNow
    reopen(turnedBy: missing)
  }

  /// Begins anew with the heading given: tilt and biases have learned from a wrong one.
  private mutating func reopen(turnedBy missing: Double) {
    let tilt = 2 * parameters.initialTilt.radians, course = parameters.startCourse.radians
    for i in 0..<3 {
      covariance.reset(Index.theta + i, variance: tilt * tilt)
      covariance.reset(Index.accelerometer + i, variance: pow(parameters.initialAccelerometerBias, 2))
      covariance.reset(Index.bias + i, variance: pow(parameters.initialBias.radians, 2))
      covariance.reset(Index.velocity + i, variance: 4)
    }
    accelerometerBias = .zero
    covariance.reset(Index.theta + 1, variance: course * course)
    // The body turned clockwise by so much under a vehicle that goes where it went.
    turnMount(yaw: -missing, pitch: 0)
    covariance.reset(Index.mountYaw, variance: course * course)
    covariance.reset(Index.mountPitch, variance: pow(parameters.mountPitch.radians, 2))
    covariance[Index.theta + 1, Index.mountYaw] = 0.9 * course * course
  }
}
