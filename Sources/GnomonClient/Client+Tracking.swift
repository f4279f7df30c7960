public import Geometry
import Text
public import Wire

// The methods of org.gnomon.Tracking, typed.
extension Client {
  public func status() throws(ClientFault) -> StatusMessage {
    let answer = try call("org.gnomon.Tracking.GetStatus")
    return try understood { () throws(MessageFault) in try StatusMessage(json: answer) }
  }

  /// Returns the pose at a time in nanoseconds of CLOCK_BOOTTIME, up to 0.1 s ahead; the latest one without a time.
  public func pose(at time: Int64? = nil) throws(ClientFault) -> PoseAnswer {
    let answer = try call(
      "org.gnomon.Tracking.GetPose", .object(time.map { [JSONMember("time_boot_ns", .integer($0))] } ?? []))
    return try understood { () throws(MessageFault) in try PoseAnswer(json: answer) }
  }

  public func alignment() throws(ClientFault) -> AlignmentMessage? {
    let answer = try call("org.gnomon.Tracking.GetAlignment")
    guard let value = answer["alignment"], !value.isNull else { return nil }
    return try understood { () throws(MessageFault) in try AlignmentMessage(json: value) }
  }

  /// Runs until `each` returns false; then the connection cannot be used any more.
  public func subscribe(
    _ streams: Streams, rate: Double? = nil, each: (StreamMessage) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    var parameters = [JSONMember("streams", .array(streams.names.map { .string($0) }))]
    if let rate { parameters.append(JSONMember("rate_hz", .number(rate))) }
    try stream("org.gnomon.Tracking.Subscribe", .object(parameters)) { (json) throws(ClientFault) in
      try each(understood { () throws(MessageFault) in try StreamMessage(json: json) })
    }
  }

  public func resetScene() throws(ClientFault) { try call("org.gnomon.Tracking.ResetScene") }
  /// Turns the heading clockwise by an angle.
  public func nudgeHeading(by angle: Angle) throws(ClientFault) {
    try call("org.gnomon.Tracking.NudgeHeading", ["degrees": .number(angle.degrees)])
  }
  public func releaseHeading() throws(ClientFault) { try call("org.gnomon.Tracking.ReleaseHeading") }

  /// Pushes a pose of an outside tracker, in its own level frame.
  public func pushOdometry<F: Frame>(
    time: Int64, position: Displacement<F>, orientation: Rotation<Body, F>, quality: Double
  ) throws(ClientFault) {
    let q = orientation.quaternion
    try call(
      "org.gnomon.Tracking.PushOdometry",
      [
        "time_boot_ns": .integer(time),
        "position": ["x": .number(position.x), "y": .number(position.y), "z": .number(position.z)],
        "orientation": ["x": .number(q.x), "y": .number(q.y), "z": .number(q.z), "w": .number(q.w)],
        "quality": .number(quality),
      ])
  }

  /// Starts a recording and returns its path.
  public func startRecording(name: String? = nil) throws(ClientFault) -> String {
    let answer = try call(
      "org.gnomon.Control.StartRecording", .object(name.map { [JSONMember("name", .string($0))] } ?? []))
    return answer["path"]?.string ?? ""
  }
  public func stopRecording() throws(ClientFault) -> (path: String, lines: Int) {
    let answer = try call("org.gnomon.Control.StopRecording")
    return (answer["path"]?.string ?? "", Int(answer["lines"]?.integer ?? 0))
  }
}

/// Runs a decoder; an answer that does not match the interface becomes a fault of the call.
func understood<Value>(_ body: () throws(MessageFault) -> Value) throws(ClientFault) -> Value {
  do throws(MessageFault) { return try body() } catch { throw .misunderstood(error) }
}
