import Bridge
import Geodesy
import Geometry
import Odometry
import Phrases
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
    board.message(at: latestTime?.nanoseconds ?? 0)
  }

  /// The guidance, with its text in a language and units if they are given.
  func guidanceMessages(in phrases: Phrases? = nil) -> [GuidanceMessage] {
    tracker.guidance.map { guidance in
      var message = GuidanceMessage(guidance)
      message.text = phrases.flatMap { $0.guidance(guidance.code.rawValue, message.parameters) }
      return message
    }
  }

  func aidsMessage(_ pose: TrackedPose) -> AidsMessage {
    AidsMessage(pose, aids: tracker.aids, states: tracker.states, hypotheses: tracker.hypotheses)
  }

  func aidMessages(at now: BootInstant) -> [AidMessage] { tracker.aids.map { AidMessage($0, at: now) } }

  /// Counts of refused or less trusted samples, and of measurements that were not needed, by reason; a reason that never occurred
  /// is left out.
  var counters: (refused: [CounterMessage], unneeded: [CounterMessage]) {
    let names = tracker.unneeded
    var refused = board.sensors.filter { $0.refused > 0 }.map {
      CounterMessage(reason: "invalid \($0.name) samples", count: $0.refused)
    }
    var unneeded: [CounterMessage] = []
    for refusal in tracker.refusals where refusal.count > 0 {
      let counter = CounterMessage(reason: refusal.reason, count: refusal.count)
      if names.contains(refusal.reason) { unneeded.append(counter) } else { refused.append(counter) }
    }
    return (refused, unneeded)
  }

  /// Returns the pose at a time of the session, or the latest one if `time` is nil.
  func pose(at time: BootInstant?, withCovariance: Bool = false) -> PoseAnswer {
    guard var pose = latest else { return PoseAnswer(kind: .none) }
    guard let time else {
      // The latest pose is exact while samples come.
      if !isFresh { pose.tracking.insert(.stale) }
      return answer(isFresh ? .exact : .stale, 0, pose, withCovariance)
    }
    // The time of a client may be any number, so the difference can overflow.
    let (difference, isBeyond) = time.nanoseconds.subtractingReportingOverflow(pose.time.nanoseconds)
    let offset = isBeyond ? .max : difference
    let kind: PoseKind
    switch tracker.history.pose(at: time) {
    case .none: return PoseAnswer(kind: .none, offset: offset)
    case .stale:
      pose.tracking.insert(.stale)
      return answer(.stale, offset, pose, withCovariance)
    case .exact(let known): (kind, pose.pose) = (.exact, known)
    case .interpolated(let known): (kind, pose.pose) = (.interpolated, known)
    case .predicted(let known, _): (kind, pose.pose) = (.predicted, known)
    }
    pose.time = time
    pose.place = place(at: pose.pose.position)
    var heading = BodyHeading()
    pose.heading = pose.heading == nil ? nil : heading.update(pose.earthOrientation)
    return answer(kind, offset, pose, withCovariance)
  }

  private func answer(_ kind: PoseKind, _ offset: Int64, _ pose: TrackedPose, _ withCovariance: Bool) -> PoseAnswer {
    PoseAnswer(
      kind: kind, offset: offset, pose: message(pose, withCovariance: withCovariance),
      geopose: pose.geoPose(civil)?.json(as: .quaternion))
  }
}
