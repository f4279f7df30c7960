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
    AidsMessage(pose, aids: tracker.aids, states: tracker.states, hypotheses: tracker.hypotheses)
  }

  func aidMessages(at now: BootInstant) -> [AidsMessage.Aid] { tracker.aids.map { AidsMessage.Aid($0, at: now) } }

  /// Counts of refused or less trusted samples, and of measurements that were not needed, by reason; a reason that never occurred
  /// is left out.
  var counters: (refused: [StatusMessage.Counter], unneeded: [StatusMessage.Counter]) {
    let names = tracker.unneeded
    var refused = board.sensors.filter { $0.refused > 0 }.map {
      StatusMessage.Counter(reason: "invalid \($0.name) samples", count: $0.refused)
    }
    var unneeded: [StatusMessage.Counter] = []
    for refusal in tracker.refusals where refusal.count > 0 {
      let counter = StatusMessage.Counter(reason: refusal.reason, count: refusal.count)
      if names.contains(refusal.reason) { unneeded.append(counter) } else { refused.append(counter) }
    }
    return (refused, unneeded)
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
