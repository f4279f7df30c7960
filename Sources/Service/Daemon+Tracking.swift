import CPosix
import Geodesy
import Geometry
import Samples
import Text
import Tracking
import Wire

// org.gnomon.Tracking.
extension Daemon {
  func answerTracking(
    _ request: Request, _ member: String, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    let parameters = CallParameters(request, .tracking)
    switch member {
    case "GetStatus":
      let status = status
      return .reply { status.write(to: &$0) }
    case "GetPose":
      attend(isAsked: true)
      let time = try parameters.time("time_boot_ns").map { BootInstant(nanoseconds: $0) }
      let (answer, geoPose) = engine.pose(at: time)
      return .reply { writer in
        answer.write(to: &writer, geopose: geoPose.map { pose in { pose.write(to: &$0, as: .quaternion) } })
      }
    case "GetAlignment":
      let alignment = engine.latest.map { engine.alignmentMessage($0) }
      return .reply { writer in
        writer.beginObject()
        writer.key("alignment")
        if let alignment { alignment.write(to: &writer) } else { writer.null() }
        writer.endObject()
      }
    case "Subscribe": return try subscribe(request, parameters, connection)
    case "ResetScene":
      try require(.administer, connection, .tracking)
      return moment(command("reset", "{}"))
    case "NudgeHeading":
      try require(.administer, connection, .tracking)
      return try nudge(parameters)
    case "ReleaseHeading":
      try require(.administer, connection, .tracking)
      let time = command("release", "{}")
      guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
        throw CallError("org.gnomon.Tracking.HeadingNotHeld")
      }
      return moment(time)
    case "Forget":
      try require(.administer, connection, .tracking)
      let erased = try forget()
      return .reply { $0.value(["erased": .integer(Int64(erased))]) }
    case "PushOdometry":
      guard options.policy.mayPushOdometry(connection.access, connection.peer) else {
        throw .notPermitted(.tracking, needs: .administer, group: options.policy.administrators)
      }
      try pushOdometry(parameters)
      return .reply { $0.value(.object([])) }
    default: throw .methodNotFound(request.method)
    }
  }

  private func moment(_ time: BootInstant) -> Server.Answer {
    .reply { $0.value(["time_boot_ns": .integer(time.nanoseconds)]) }
  }

  private func nudge(_ parameters: CallParameters) throws(CallError) -> Server.Answer {
    let degrees = try parameters.number("degrees", in: -360...360, "a number of degrees from -360 to 360, clockwise")
    var json = TextBuffer()
    json.append("{\"degrees\":" as StaticString)
    json.append(degrees)
    json.append(UInt8(ascii: "}"))
    let time = command("nudge", json.string)
    guard engine.tracker.corrections.contains(where: { $0.source == .nudge }) else {
      throw CallError("org.gnomon.Tracking.NudgeRefused", ["reason": "the pipeline did not take it"])
    }
    return moment(time)
  }

  private func pushOdometry(_ parameters: CallParameters) throws(CallError) {
    guard let time = try parameters.time("time_boot_ns") else {
      throw parameters.invalid("time_boot_ns", "whole nanoseconds of CLOCK_BOOTTIME")
    }
    let position = try parameters.vector("position")
    let given = parameters["orientation"]
    guard let x = given?["x"]?.double, let y = given?["y"]?.double, let z = given?["z"]?.double,
      let w = given?["w"]?.double, let orientation = StatedRotation<Body, OutsideFrame>(x: x, y: y, z: z, w: w)
    else { throw parameters.invalid("orientation", "a unit quaternion of x, y, z and w") }
    let quality = try parameters.number("quality", in: 0...1, "a number from 0 to 1")
    let pose = Sample.outsidePose(
      OutsidePose(
        time: BootInstant(nanoseconds: time), position: Displacement(position), orientation: orientation,
        quality: quality))
    if let refusal = engine.refusal(of: pose) {
      guard refusal.field != .t || pose.refusal != nil else {
        throw parameters.invalid("time_boot_ns", "a later moment than that of the pose before")
      }
      throw parameters.invalid(refusal.field.rawValue, "a number that can be: \(refusal.reason.rawValue)")
    }
    ingest(pose)
  }

  private func subscribe(
    _ request: Request, _ parameters: CallParameters, _ connection: Connection
  ) throws(CallError) -> Server.Answer {
    guard request.more, !request.oneway else { throw .expectedMore }
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
    let selection = SubscriberGroup.Selection(
      streams: streams, rate: rate, isStrict: try parameters.flag("strict"))
    publisher.add(connection, selection, engine)
    attend(isAsked: true)
    return .stream
  }

  private var status: StatusMessage {
    let now = now
    var status = StatusMessage(time: now.nanoseconds)
    status.utc = engine.civil.utc(at: now)?.nanosecondsSince1970
    let boot = gnomon_boot_time()
    status.monotonicOffset = gnomon_monotonic_time() - boot
    status.realtimeOffset = gnomon_real_time() - boot
    status.speed = speed
    status.version = options.version
    status.profile = engine.profile
    status.pose = engine.pose(at: nil).answer.pose
    status.place = engine.latest?.place
    status.horizontalAccuracy = engine.latest?.horizontalAccuracy
    status.verticalAccuracy = engine.latest?.verticalAccuracy
    status.radiusScale = engine.radiusScale
    status.guidance = engine.guidanceMessages
    status.sources = sources.flatMap(\.messages)
    status.refused =
      engine.refused
      + sources.flatMap(\.source.counts).filter { $0.count > 0 }.map { .init(reason: $0.reason, count: $0.count) }
    // At the time of the samples: a session that is replayed has its own.
    status.aids = engine.latest.map { engine.aidMessages(at: $0.time) } ?? []
    status.calibrations = calibrations.states
    status.subscribers = publisher.subscribers + scenePublisher.subscribers
    status.recording = engine.recorder?.path
    return status
  }
}
