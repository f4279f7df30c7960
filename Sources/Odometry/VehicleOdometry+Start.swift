import Geodesy
import Geometry
import Samples

// The start: R is level but its heading is arbitrary. The first course of fixes (their velocity, or their first stretch) is taken
// for the direction of the vehicle's forward axis, and from then on the filter runs. Errors of heading and mount are then
// correlated, θ_y = μ_yaw + (error of the course), as the covariance states, so that the first bend or braking separates them. A
// mount that is turned too far for that is corrected by accelerations (`superviseMount`).
extension VehicleOdometry {
  /// First speed, and first stretch without speeds, that have a course.
  private static let startSpeed = Speed(1.5), startDistance = Length(3)
  /// 1 σ of the course of such a stretch.
  static let startCourse = Angle.degrees(10)

  mutating func considerStart(_ fix: FixReading, _ claim: FixClaim, _ place: SIMD3<Double>, held: BootInstant) {
    let latency = (time - held).value
    if let stated = fix.velocity, let sigma = claim.velocity {
      let speed = hypot(stated.level.x, stated.level.y)
      if speed > max(Self.startSpeed.value, 4 * sigma) {
        return start(
          fix, place, stated.inLevel, latency, claim, course: max(0.05, sigma / speed), speed: 2 * sigma)
      }
    }
    guard let first = fixes.start, (held - first.time).value < 10 else {
      fixes.start = (held, place)
      return
    }
    let way = place - first.position, span = (held - first.time).value
    guard span > 0.05, hypot(way.x, way.z) > max(Self.startDistance.value, 2 * claim.horizontal) else { return }
    fixes.start = nil
    let velocity = way / span
    guard hypot(velocity.x, velocity.z) < 70 else { return }
    start(fix, place, velocity, latency, claim, course: Self.startCourse.radians, speed: 2)
  }

  private mutating func start(
    _ fix: FixReading, _ place: SIMD3<Double>, _ velocity: SIMD3<Double>, _ latency: Double, _ claim: FixClaim,
    course: Double, speed: Double
  ) {
    applyPending()
    let forward = orientation(mount.inverse(Direction<Vehicle>(0, 0, -1))).components
    let toForward = atan2(forward.x, -forward.z), toCourse = atan2(velocity.x, -velocity.z)
    turnAbout(toCourse - toForward)
    if !isMountKnown {
      // The vehicle is assumed to stand level now; the device's orientation in it follows from the present attitude.
      mount =
        Rotation<Level, Vehicle>.aligned * Rotation<Level, Level>.azimuth(.radians(-toCourse)) * orientation
      covariance.reset(Index.mountPitch, variance: pow(parameters.mountPitch.radians, 2))
      covariance.reset(Index.mountYaw, variance: pow(parameters.mountYaw.radians, 2))
    }

    self.velocity = velocity
    position = place + velocity * latency
    fixBias = .zero
    _ = fixes.horizontal.ingest(claim.horizontal, after: .zero, rise: Self.fixBiasRise)
    _ = fixes.vertical.ingest(claim.vertical, after: .zero, rise: Self.fixBiasRise)
    placeUncertainty(fix, claim, velocity: speed)
    covariance.reset(Index.theta + 1, variance: course * course)
    covariance.shear(row: Index.theta + 1, by: SparseRow(Index.mountYaw, 1))
    isStarted = true
    mountFit = MountFit()
    isMountKnown = true
    let moment = self.moment()
    history.revise { past in
      let age = (moment.time - past.time).value
      past.position = moment.position - velocity * age
      past.velocity = velocity
    }
    recordMoment()
  }

  /// Turns heading, velocity and their covariance about the vehicle, clockwise seen from above.
  mutating func turnAbout(_ azimuth: Double) {
    let turn = Rotation<Level, Level>.azimuth(.radians(azimuth))
    strapdown.orientation = turn * orientation
    velocity = turn(Velocity<Level>(velocity)).components
    for block in [Index.velocity, Index.theta] { covariance.turn(block, by: turn.matrix) }
  }

  /// Sets the position's uncertainty to that of a fix, correlated with the fix's slow error and age: p = z + v (age + τ) − g − w.
  mutating func placeUncertainty(_ fix: FixReading, _ claim: FixClaim, velocity sigma: Double?) {
    let white = parameters.fixWhiteShare * parameters.fixWhiteShare
    for axis in 0..<3 {
      let p = Index.position + axis, g = Index.fixBias + axis
      let level = axis == 1 ? claim.vertical : claim.horizontal
      covariance.reset(p, variance: level * level * (1 + white))
      covariance.reset(g, variance: level * level)
      covariance[p, g] = -level * level
      fixBias[axis] = 0
      if let sigma { covariance.reset(Index.velocity + axis, variance: sigma * sigma) }
    }
    if mayBeLate(fix) { correlateLatency() }
  }
}
