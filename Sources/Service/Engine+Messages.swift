import Bridge
import Geodesy
import Geometry
import Odometry
import Samples
import Tracking
import Wire

// Values of the pipeline → messages of the socket.
extension Engine {
  func message(_ pose: TrackedPose, withCovariance: Bool = false) -> PoseMessage {
    PoseMessage(pose, utc: civil.utc(at: pose.time), withCovariance: withCovariance)
  }

  func alignmentMessage(_ pose: TrackedPose) -> AlignmentMessage {
    AlignmentMessage(pose, revision: revision)
  }

  func stateMessage(_ pose: TrackedPose) -> StateMessage {
    StateMessage(pose)
  }

  var sensorsMessage: SensorsMessage {
    SensorsMessage(time: latest?.time.nanoseconds ?? 0, sensors: board.sensors)
  }

  var guidanceMessages: [GuidanceMessage] {
    tracker.guidance.map(GuidanceMessage.init)
  }

  func aidsMessage(_ pose: TrackedPose) -> AidsMessage {
    AidsMessage(pose, aids: tracker.aids, states: tracker.states)
  }

  func aidMessages(at now: BootInstant) -> [AidsMessage.Aid] { tracker.aids.map { AidsMessage.Aid($0, at: now) } }

  /// Counts of refused or less trusted samples, by reason; a reason that never occurred is left out.
  var refused: [StatusMessage.Counter] {
    let sensors = board.sensors.map { ("invalid \($0.name) samples", $0.refused) }
    return (sensors + tracker.refusals.map { ($0.reason, $0.count) })
      .filter { $0.1 > 0 }.map { StatusMessage.Counter(reason: $0.0, count: $0.1) }
  }

  /// Returns the pose at a time of the session, or the latest one if `time` is nil.
  func pose(at time: BootInstant?, withCovariance: Bool = false) -> (answer: PoseAnswer, geoPose: GeoPose?) {
    guard let latest else { return (PoseAnswer(.none), nil) }
    guard let time else {
      // The latest pose is exact while samples come.
      var pose = latest
      if !isFresh { pose.tracking.insert(.stale) }
      return (
        PoseAnswer(isFresh ? .exact : .stale, offset: 0, pose: message(pose, withCovariance: withCovariance)),
        pose.geoPose(civil)
      )
    }
    // The time of a client may be any number, so the difference can overflow.
    let (difference, isBeyond) = time.nanoseconds.subtractingReportingOverflow(latest.time.nanoseconds)
    let offset = isBeyond ? .max : difference
    var pose = latest
    let kind: PoseAnswer.Kind
    switch tracker.history.pose(at: time) {
    case .none: return (PoseAnswer(.none, offset: offset), nil)
    case .stale:
      pose.tracking.insert(.stale)
      return (
        PoseAnswer(.stale, offset: offset, pose: message(pose, withCovariance: withCovariance)), pose.geoPose(civil)
      )
    case .exact(let known): (kind, pose.pose) = (.exact, known)
    case .interpolated(let known): (kind, pose.pose) = (.interpolated, known)
    case .predicted(let known, _): (kind, pose.pose) = (.predicted, known)
    }
    pose.time = time
    pose.place = place(at: pose.pose.position)
    var heading = BodyHeading()
    pose.heading = latest.heading == nil ? nil : heading.update(pose.earthOrientation)
    return (PoseAnswer(kind, offset: offset, pose: message(pose, withCovariance: withCovariance)), pose.geoPose(civil))
  }
}
