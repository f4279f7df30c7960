import CPosix
import Geodesy
import Geometry
import Phrases
import Samples
import SocketServer
import Text
import Tracking
import Wire

/// org.gnomon.Tracking: poses, alignment and status, the streams of them, and the commands that enter the pipeline.
struct TrackingInterface: BoundInterface {
  unowned let daemon: Daemon
  private var engine: Engine { daemon.engine }

  var methods: [Method] { TrackingMethod.allCases.map(method) }

  private func method(_ method: TrackingMethod) -> Method {
    let administer = Method.Permission.access(.administer)
    return switch method {
    case .getStatus:
      Method(
        method,
        reading: { (given: GetStatusCall) throws(MessageFault) in try Phrases.asked(given.language, given.units) }
      ) { (phrases, _) throws(CallError) in .reply(status(in: phrases)) }
    case .getPose:
      Method(method) { (asked: GetPoseCall, _) throws(CallError) in
        pose(at: asked.time.map { BootInstant(nanoseconds: $0) }, withCovariance: asked.covariance == true)
      }
    case .getAlignment:
      Method(method) { (_) throws(CallError) in
        .reply(GetAlignmentReply(alignment: engine.latest.map { engine.alignmentMessage($0) }))
      }
    case .subscribe:
      Method(method, .access(.read), .stream) { (given: StreamCall, call) throws(CallError) in
        let selection = StreamGroup.Selection(
          streams: given.streams, rate: given.rate, isStrict: given.strict == true,
          hasCovariance: given.covariance == true)
        daemon.publisher.add(call.connection, selection, engine)
        daemon.updateAttention(isAsked: true)
        return .stream
      }
    case .resetScene:
      Method(method, administer) { (_) throws(CallError) in
        .reply(CommandReply(time: daemon.command("reset", "{}").nanoseconds))
      }
    case .nudgeHeading:
      Method(method, administer) { (given: NudgeHeadingCall, _) throws(CallError) in try nudge(by: given.degrees) }
    case .releaseHeading:
      Method(method, administer) { (_) throws(CallError) in try releaseHeading() }
    case .forget:
      Method(method, administer) { (_) throws(CallError) in
        .reply(ForgetReply(erased: try daemon.forget()))
      }
    case .pushOdometry:
      Method(method, .odometry, reading: outsidePose) { (pushed, _) throws(CallError) -> Server.Answer in
        daemon.ingest(pushed)
        return .done
      }
    case .pushSamples:
      Method(method, .samples, reading: Self.pushed) { (batch, call) throws(CallError) in
        push(batch, call.connection)
      }
    case .describeSensors:
      Method(method, .samples, reading: Self.described) { (sensors, call) throws(CallError) in
        try daemon.describe(sensors, call.connection)
        return .done
      }
    }
  }

  private func pose(at time: BootInstant?, withCovariance: Bool) -> Server.Answer {
    daemon.updateAttention(isAsked: true)
    return .reply(engine.pose(at: time, withCovariance: withCovariance))
  }

  private func nudge(by degrees: Double) throws(CallError) -> Server.Answer {
    var json = TextBuffer()
    json.append("{\"degrees\":" as StaticString)
    json.append(degrees)
    json.append(UInt8(ascii: "}"))
    let time = daemon.command("nudge", json.string)
    guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
      throw CallError.nudgeRefused(reason: "the pipeline refused the nudge")
    }
    return .reply(CommandReply(time: time.nanoseconds))
  }

  private func releaseHeading() throws(CallError) -> Server.Answer {
    let time = daemon.command("release", "{}")
    guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
      throw CallError.headingNotHeld()
    }
    return .reply(CommandReply(time: time.nanoseconds))
  }

  /// Largest time of a pushed pose ahead of the clock, which was read before the call arrived.
  private static let mostAhead = TimeSpan(0.05)

  /// Reads a pose that the door will admit.
  private func outsidePose(_ given: PushOdometryCall) throws(MessageFault) -> Sample {
    // A pose of the future would be the newest until then, and refuse all poses of the present.
    let time = BootInstant(nanoseconds: given.time), now = daemon.now, ahead = time - now
    guard ahead <= Self.mostAhead else {
      throw MessageFault(
        member: "time_boot_ns",
        expected: "a time up to now, \(now.nanoseconds); it is \(Int(saturating: ahead.value * 1000)) ms ahead")
    }
    let p = given.position, q = given.orientation.quaternion
    guard let orientation = StatedRotation<Body, OutsideFrame>(x: q.x, y: q.y, z: q.z, w: q.w) else {
      throw MessageFault(member: "orientation", expected: "a unit quaternion of x, y, z and w")
    }
    let pose = Sample.outsidePose(
      OutsidePose(time: time, position: Displacement(p.x, p.y, p.z), orientation: orientation, quality: given.quality))
    if let refusal = engine.refusal(of: pose) {
      guard refusal.field != .t || pose.refusal != nil else {
        throw MessageFault(member: "time_boot_ns", expected: "a later time than that of the previous pose")
      }
      throw MessageFault(
        member: refusal.field.rawValue, expected: "a possible value: \(refusal.reason.rawValue)")
    }
    return pose
  }

  private func status(in phrases: Phrases?) -> StatusMessage {
    let now = daemon.now, boot = gnomon_boot_time(), counters = engine.counters, latest = engine.latest
    let hypotheses = engine.tracker.hypotheses, age = engine.tracker.ageOfFixes
    return StatusMessage(
      time: now.nanoseconds, utc: engine.civil.utc(at: now)?.nanosecondsSince1970,
      monotonicOffset: gnomon_monotonic_time() - boot, realtimeOffset: gnomon_real_time() - boot,
      speed: daemon.speed, version: daemon.options.version, profile: engine.profile,
      pose: engine.pose(at: nil).pose, place: latest?.place, horizontalAccuracy: latest?.horizontalAccuracy,
      verticalAccuracy: latest?.verticalAccuracy, fixAge: age?.age, fixAgeSigma: age?.sigma,
      guidance: engine.guidanceMessages(in: phrases),
      sources: daemon.sourceMessages,
      receivers: daemon.receiverMessages, refused: counters.refused + refusedBySources,
      unneeded: counters.unneeded,
      // At the time of the samples, because a replayed session has its own time.
      aids: latest.map { engine.aidMessages(at: $0.time) } ?? [],
      hypotheses: hypotheses.map { HypothesisMessage($0) },
      motion: engine.tracker.judgesMotion ? MotionBeliefMessage(hypotheses) : nil,
      calibrations: daemon.calibrations.states,
      subscribers: daemon.subscribers, outlets: daemon.outletMessages, recording: engine.recorder?.path)
  }

  private var refusedBySources: [CounterMessage] {
    daemon.sources.flatMap(\.source.counts).filter { $0.count > 0 }.map {
      CounterMessage(reason: $0.reason, count: $0.count)
    } + daemon.contributors.counters
  }
}
