import Geodesy
import Geometry
import Samples

// Correction of a wrong mount. With a device that faces backward every acceleration contradicts the fixes, and a filter that
// assumes otherwise distorts tilt and biases until they nearly agree. So accelerations in the frame of the gravity-only attitude,
// which fixes do not affect, are fitted to those of the fixes; when that frame's heading is far from the filter's, the filter
// adopts the gravity-only attitude.
extension VehicleOdometry {
  mutating func superviseMount(_ fix: FixReading, _ place: SIMD3<Double>, _ past: MotionHistory.Moment) {
    let stated = fix.velocity.map { SIMD2($0.level.x, -$0.level.y) }
    let between = (orientation * gravityOnlyAttitude.orientation.inverse).quaternion
    let believed = -2 * atan2(between.y, between.w)
    // The gravity-only heading drifts, so every change of velocity is turned by the heading of its own time.
    mountFit.ingest(past, place: place, velocity: stated, yaw: believed)
    guard isStarted, let verdict = mountFit.verdict() else { return }
    let missing = verdict.turn
    let sigma = max(Self.leastSigma, verdict.sigma)
    guard missing.magnitude > max(Self.leastError.radians, 4 * sigma),
      hypot(velocity.x, velocity.z) > 3
    else { return }
    incidents.record(.mountOverruled)
    overrule(Rotation<Scene, Level>.yaw(.radians(believed + missing)) * gravityOnlyAttitude.orientation, sigma)
    mountFit = MountFit()
  }

  private static let leastSigma = 3 * Double.pi / 180
  /// Smallest error of the mount that is corrected here; the filter itself corrects smaller ones.
  private static let leastError = Angle.degrees(12)

  private mutating func overrule(_ attitude: Rotation<Body, Level>, _ sigma: Double) {
    strapdown.orientation = attitude
    strapdown.bias = gravityOnlyAttitude.bias
    strapdown.accelerometerBias = .zero
    let course = atan2(velocity.x, -velocity.z)
    mount = Rotation<Level, Vehicle>.aligned * Rotation<Level, Level>.azimuth(.radians(-course)) * attitude

    let tilt = max(parameters.initialTilt.radians, gravityOnlyAttitude.tiltSigma.radians)
    for i in 0..<3 {
      covariance.reset(Index.theta + i, variance: tilt * tilt)
      covariance.reset(Index.accelerometer + i, variance: pow(parameters.strapdown.accelerometerBias.value, 2))
      covariance.reset(Index.bias + i, variance: pow(sensors.initialBias.radians, 2))
      covariance.reset(Index.velocity + i, variance: 4)
    }
    covariance.reset(Index.theta + 1, variance: sigma * sigma)
    let courseSigma = Self.startCourse.radians
    covariance.reset(Index.mountYaw, variance: sigma * sigma + courseSigma * courseSigma)
    covariance.reset(Index.mountPitch, variance: pow(parameters.mountPitch.radians, 2))
    covariance[Index.theta + 1, Index.mountYaw] = sigma * sigma
  }
}
