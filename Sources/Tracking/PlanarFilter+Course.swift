import Fusion
import Geometry
import Odometry

// The direction of walking χ (`course`), an azimuth in the scene. In the hand and on the chest the device points there, and χ is
// set at each step. On the head it is a separate state, not tied to the body, so that turns of the head do not affect it:
// straight on by default, z = χ + noise from the gait's bounce, and weakly from the mean gaze. Since people walk straight on
// Earth, a scene that drifts by β (`rate`) turns χ by −β, which shows the drift of the gyroscope while the compass is uncertain.
extension AidingSource<PlanarFilter> {
  static let gait = AidingSource(
    AidDescription("gait", unit: "rad", axes: ["azimuth"], patience: TimeSpan(20))
  ) { filter, event, measurement in
    guard case .gait(let window) = event else { return .nothing }
    return filter.proposeGaitDirection(window, &measurement)
  }

  static let gaze = AidingSource(
    AidDescription("gaze", unit: "rad", axes: ["azimuth"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    guard case .gaze(let azimuth, let time, let walking) = event else { return .nothing }
    return filter.proposeGazeDirection(azimuth, time, walking: walking, &measurement)
  }
}

extension PlanarFilter {
  /// Sets the course to the device's direction.
  mutating func point(_ azimuth: Angle) { course = azimuth.radians }

  /// Adds the course's random walk over a time; after standing the course may be any near the gaze.
  mutating func wander(_ time: TimeSpan, walking: Bool) {
    let walk = travel.walk.radians * (walking ? 1 : travel.standing)
    covariance.add(walk * walk * time.value, to: Index.course)
  }

  /// Proposes the gait's direction over a window. A surprise is a corner, and is followed at once.
  fileprivate mutating func proposeGaitDirection(_ window: GaitDirection.Window, _ measurement: inout Measurement)
    -> Proposal
  {
    guard window.coherence >= travel.coherence else { return .refuse(.incoherent) }
    let noise = travel.noise.radians * travel.noise.radians
    let innovation = (window.azimuth - .radians(course)).wrapped.radians
    let known = covariance[Index.course, Index.course]
    if innovation * innovation > travel.turn * travel.turn * (known + noise) {
      covariance.add(innovation * innovation, to: Index.course)
    }
    measurement.add(
      SparseRow(Index.course, 1), observation: window.azimuth.radians, innovation: innovation, variance: noise)
    return .fuse
  }

  /// Proposes the gaze over a time; its error lasts for `gazeTime`, so one second has the weight 1/(2 `gazeTime`) of a white
  /// measurement. While the wearer stands it is no measurement, since the gaze of a standing wearer is unrelated to the path; the
  /// course restarts from it.
  fileprivate mutating func proposeGazeDirection(
    _ azimuth: Angle, _ time: TimeSpan, walking: Bool, _ measurement: inout Measurement
  ) -> Proposal {
    guard hasCourse, walking else {
      hasCourse = true
      course = azimuth.radians
      covariance.reset(Index.course, variance: travel.gaze.radians * travel.gaze.radians)
      return .wait(.notStarted)
    }
    let correlation = max(1, 2 * travel.gazeTime.value / max(time.value, 1e-3))
    let innovation = (azimuth - .radians(course)).wrapped.radians
    let variance = travel.gaze.radians * travel.gaze.radians * correlation
    measurement.add(
      SparseRow(Index.course, 1), observation: azimuth.radians, innovation: innovation, variance: variance)
    return .fuse
  }
}
