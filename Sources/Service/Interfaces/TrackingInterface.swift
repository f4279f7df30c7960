import CPosix
import Geodesy
import Geometry
import Samples
public import SocketServer
import Text
import Tracking
import Wire

/// org.gnomon.Tracking: poses, alignment and status, the streams of them, and the commands that enter the pipeline.
struct TrackingInterface: BoundInterface {
  unowned let daemon: Daemon
  private var engine: Engine { daemon.engine }

  var methods: [Method] {
    let administer = Method.Permission.access(.administer)
    return [
      Method("GetStatus") { (_) throws(CallError) in status },
      Method(
        "GetPose",
        reading: { (parameters) throws(CallError) in
          (try parameters.time("time_boot_ns"), try parameters.flag("covariance"))
        }
      ) { (asked: (time: Int64?, covariance: Bool), _) throws(CallError) in
        pose(at: asked.time.map { BootInstant(nanoseconds: $0) }, withCovariance: asked.covariance)
      },
      Method("GetAlignment") { (_) throws(CallError) in alignment },
      Method("Subscribe", .access(.read), .stream, reading: Self.selection) {
        (selection: SubscriberGroup.Selection, call) throws(CallError) -> Server.Answer in
        daemon.publisher.add(call.connection, selection, engine)
        daemon.attend(isAsked: true)
        return .stream
      },
      Method("ResetScene", administer) { (_) throws(CallError) in Moment(time: daemon.command("reset", "{}")) },
      Method(
        "NudgeHeading", administer,
        reading: { (parameters) throws(CallError) in
          try parameters.number("degrees", in: -360...360, "a number of degrees from -360 to 360, clockwise")
        }
      ) { (degrees: Double, _) throws(CallError) in try nudge(by: degrees) },
      Method("ReleaseHeading", administer) { (_) throws(CallError) in try releaseHeading() },
      Method("Forget", administer) { (_) throws(CallError) -> JSONValue in
        ["erased": .integer(Int64(try daemon.forget()))]
      },
      Method("PushOdometry", .odometry, reading: outsidePose) {
        (pushed: Sample, _) throws(CallError) -> Server.Answer in
        daemon.ingest(pushed)
        return .done
      },
      Method("PushSamples", .samples, reading: Self.pushed) { (batch: Push, call) throws(CallError) in
        push(batch, call.connection)
      },
    ]
  }

  /// The moment at which a command has entered the pipeline.
  private struct Moment: Answerable {
    let time: BootInstant
    var answer: Server.Answer {
      .reply { [time] in $0.value(["time_boot_ns": .integer(time.nanoseconds)]) }
    }
  }

  private func pose(at time: BootInstant?, withCovariance: Bool) -> Server.Answer {
    daemon.attend(isAsked: true)
    let (answer, geoPose) = engine.pose(at: time, withCovariance: withCovariance)
    return .reply { writer in
      answer.write(to: &writer, geopose: geoPose.map { pose in { pose.write(to: &$0, as: .quaternion) } })
    }
  }

  private var alignment: Server.Answer {
    let alignment = engine.latest.map { engine.alignmentMessage($0) }
    return .reply { writer in
      writer.beginObject()
      writer.key("alignment")
      if let alignment { alignment.write(to: &writer) } else { writer.null() }
      writer.endObject()
    }
  }

  private func nudge(by degrees: Double) throws(CallError) -> Moment {
    var json = TextBuffer()
    json.append("{\"degrees\":" as StaticString)
    json.append(degrees)
    json.append(UInt8(ascii: "}"))
    let time = daemon.command("nudge", json.string)
    guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
      throw CallError("org.gnomon.Tracking.NudgeRefused", ["reason": "the pipeline refused the nudge"])
    }
    return Moment(time: time)
  }

  private func releaseHeading() throws(CallError) -> Moment {
    let time = daemon.command("release", "{}")
    guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
      throw CallError("org.gnomon.Tracking.HeadingNotHeld")
    }
    return Moment(time: time)
  }

  /// Largest time of a pushed pose ahead of the clock, which was read before the call arrived.
  private static let mostAhead = TimeSpan(0.05)

  /// Reads a pose that the door will admit.
  private func outsidePose(_ parameters: CallParameters) throws(CallError) -> Sample {
    guard let time = try parameters.time("time_boot_ns") else {
      throw parameters.invalid("time_boot_ns", "whole nanoseconds of CLOCK_BOOTTIME")
    }
    let position = try parameters.vector("position")
    let given = parameters["orientation"]
    guard let x = given?["x"]?.double, let y = given?["y"]?.double, let z = given?["z"]?.double,
      let w = given?["w"]?.double, let orientation = StatedRotation<Body, OutsideFrame>(x: x, y: y, z: z, w: w)
    else { throw parameters.invalid("orientation", "a unit quaternion of x, y, z and w") }
    let quality = try parameters.number("quality", in: 0...1, "a number from 0 to 1")
    // A pose of the future would be the newest until then, and refuse all poses of the present.
    let now = daemon.now, ahead = BootInstant(nanoseconds: time) - now
    guard ahead <= Self.mostAhead else {
      throw parameters.invalid(
        "time_boot_ns",
        "a time up to now, \(now.nanoseconds); it is \(Int(saturating: ahead.value * 1000)) ms ahead")
    }
    let pose = Sample.outsidePose(
      OutsidePose(
        time: BootInstant(nanoseconds: time), position: Displacement(position), orientation: orientation,
        quality: quality))
    if let refusal = engine.refusal(of: pose) {
      guard refusal.field != .t || pose.refusal != nil else {
        throw parameters.invalid("time_boot_ns", "a later time than that of the previous pose")
      }
      throw parameters.invalid(refusal.field.rawValue, "a possible value: \(refusal.reason.rawValue)")
    }
    return pose
  }

  private static func selection(_ parameters: CallParameters) throws(CallError) -> SubscriberGroup.Selection {
    let expected = "some of " + Streams.named.map(\.name).joined(separator: ", ")
    guard let names = parameters["streams"]?.array, !names.isEmpty else {
      throw parameters.invalid("streams", expected)
    }
    var streams: Streams = []
    for name in names {
      guard let stream = name.string.flatMap({ Streams(name: $0) }) else {
        throw .invalidValue(.tracking, "streams", given: name, expected: expected)
      }
      streams.insert(stream)
    }
    let rate = try parameters.numberIfAny("rate_hz", in: 0.01...10_000, "a number from 0.01 to 10000")
    return SubscriberGroup.Selection(
      streams: streams, rate: rate, isStrict: try parameters.flag("strict"),
      hasCovariance: try parameters.flag("covariance"))
  }

  private var status: StatusMessage {
    let now = daemon.now
    var status = StatusMessage(time: now.nanoseconds)
    status.utc = engine.civil.utc(at: now)?.nanosecondsSince1970
    let boot = gnomon_boot_time()
    status.monotonicOffset = gnomon_monotonic_time() - boot
    status.realtimeOffset = gnomon_real_time() - boot
    status.speed = daemon.speed
    status.version = daemon.options.version
    status.profile = engine.profile
    status.pose = engine.pose(at: nil).answer.pose
    status.place = engine.latest?.place
    status.horizontalAccuracy = engine.latest?.horizontalAccuracy
    status.verticalAccuracy = engine.latest?.verticalAccuracy
    status.guidance = engine.guidanceMessages
    status.sources = daemon.sourceMessages
    status.receivers = daemon.receiverMessages
    let counters = engine.counters
    status.unneeded = counters.unneeded
    status.refused =
      counters.refused
      + daemon.sources.flatMap(\.source.counts).filter { $0.count > 0 }.map {
        .init(reason: $0.reason, count: $0.count)
      } + daemon.contributors.counters
    // At the time of the samples, because a replayed session has its own time.
    status.hypotheses = engine.tracker.hypotheses.map { AidsMessage.Hypothesis($0) }
    status.aids = engine.latest.map { engine.aidMessages(at: $0.time) } ?? []
    status.calibrations = daemon.calibrations.states
    status.subscribers = daemon.subscribers
    status.outlets = daemon.outletMessages
    status.recording = engine.recorder?.path
    return status
  }
}

extension StatusMessage: Answerable {
  var answer: Server.Answer { .reply { write(to: &$0) } }
}
