import Fusion
import Geometry
import Odometry

// The direction of walking χ, an azimuth in the scene. In the hand and on the chest the device points there, and χ is what it
// says at each step. On the head it is a state of its own, not tied to the body, so that turns of the head do not touch it:
// straight on by default, z = χ + noise from the gait's bounce, and weakly from where one looks on average. Since one walks
// straight on Earth, a scene that drifts by β turns χ by −β, which tells the drift of the gyroscope while the compass is
// unsure.
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
  /// The device points where its wearer goes.
  mutating func point(_ azimuth: Angle) { course = azimuth.radians }

  /// Time on foot; after standing the course may be any near the gaze.
  mutating func wander(_ time: TimeSpan, walking: Bool) {
    let walk = travel.walk.radians * (walking ? 1 : travel.standing)
    covariance.add(walk * walk * time.value, to: Index.course)
  }

  /// The gait's direction over a window. A surprise is a corner, and is followed at once.
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

  /// The gaze over a time; its error lasts for τ, so a second's worth weighs 1/2τ of a white one.
  /// While nobody walks it is no measurement: what a standing wearer looks at says nothing of the way. The course begins anew with it.
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
