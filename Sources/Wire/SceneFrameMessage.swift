public import Geometry
public import Text

/// The scene at one time, from a complete frame. A frame of the stream contains only changes; `SceneView` combines
/// them:
///
///     view.apply(json)
///     let frame = try SceneFrameMessage(json: view.frame)
///
/// A section is nil if it was not requested or has no content: no route, no light.
public struct SceneFrameMessage: Equatable, Sendable {
  public var time: Int64 = 0
  public var scene = 0
  public var isStale = false
  /// The status of the scene as a whole.
  public var status = PlacementReport("pending")
  /// The reason why places cannot be read.
  public var fault: String?
  public var placements: [PlacementMessage]?
  public var arrows: ArrowsMessage?
  public var line: LineMessage?
  public var markers: [MarkerMessage]?
  public var anchors: [AnchorMessage]?
  public var radar: RadarDiscMessage?
  public var hint: HintMessage?
  public var finish: FinishMessage?
  public var progress: ProgressMessage?
  public var light: LightMessage?
  public var pose: FramePoseMessage?
  /// Angle by which to turn text on the screen, counterclockwise, to keep it level.
  public var upright: Angle?

  public init() {}

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "frame")
    time = try members.integer("time_boot_ns")
    scene = Int(clamping: try members.integer("scene_id"))
    isStale = try members.flag("is_stale")
    status = try PlacementReport(json: json["status"] ?? .null)
    fault = try members.textIfAny("fault")
    try Self.decode(json["placements"], &placements) { (json) throws(MessageFault) in
      try Self.list(json, "placements") { (json) throws(MessageFault) in try PlacementMessage(json: json) }
    }
    try Self.decode(json["arrows"], &arrows) { (json) throws(MessageFault) in try ArrowsMessage(json: json) }
    try Self.decode(json["line"], &line) { (json) throws(MessageFault) in try LineMessage(json: json) }
    try Self.decode(json["markers"], &markers) { (json) throws(MessageFault) in
      try Self.list(json, "markers") { (json) throws(MessageFault) in try MarkerMessage(json: json) }
    }
    try Self.decode(json["anchors"], &anchors) { (json) throws(MessageFault) in
      try Self.list(json, "anchors") { (json) throws(MessageFault) in try AnchorMessage(json: json) }
    }
    try Self.decode(json["radar"], &radar) { (json) throws(MessageFault) in try RadarDiscMessage(json: json) }
    try Self.decode(json["hint"], &hint) { (json) throws(MessageFault) in try HintMessage(json: json) }
    try Self.decode(json["finish"], &finish) { (json) throws(MessageFault) in try FinishMessage(json: json) }
    try Self.decode(json["progress"], &progress) { (json) throws(MessageFault) in try ProgressMessage(json: json) }
    try Self.decode(json["light"], &light) { (json) throws(MessageFault) in try LightMessage(json: json) }
    try Self.decode(json["pose"], &pose) { (json) throws(MessageFault) in try FramePoseMessage(json: json) }
    if json["upright_deg"] != nil { upright = try members.numberIfAny("upright_deg").map { .degrees($0) } }
  }

  /// Reads a section. It is missing if not requested, and null if it has no content.
  private static func decode<Value>(
    _ json: JSONValue?, _ value: inout Value?, read: (JSONValue) throws(MessageFault) -> Value
  ) throws(MessageFault) {
    guard let json else { return }
    value = json.isNull ? nil : try read(json)
  }

  private static func list<Value>(
    _ json: JSONValue, _ name: String, read: (JSONValue) throws(MessageFault) -> Value
  ) throws(MessageFault) -> [Value] {
    guard let elements = json.array else { throw MessageFault(member: "frame.\(name)", expected: "an array") }
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try read(element)) }
    return values
  }
}

/// One reply of a scene subscription: a frame as received, or an event, with the number of events missed before it.
public struct SceneReply: Equatable, Sendable {
  /// The frame, to be applied to a `SceneView`.
  public var frame: JSONValue?
  public var event: SceneEventMessage?
  public var dropped: Int

  public init(json: JSONValue) throws(MessageFault) {
    dropped = Int(clamping: try Members(json, in: "").integerIfAny("dropped") ?? 0)
    if let value = json["frame"], !value.isNull { frame = value }
    if let value = json["event"], !value.isNull { event = try SceneEventMessage(json: value) }
  }
}
