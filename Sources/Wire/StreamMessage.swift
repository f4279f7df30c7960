public import Text

/// One reply of a subscription, as read by a client: one of its members, and the number of messages missed before it.
public struct StreamMessage: Sendable {
  public var pose: PoseMessage?
  /// An OGC GeoPose.
  public var geopose: JSONValue?
  public var alignment: AlignmentMessage?
  public var state: StateMessage?
  public var sensors: SensorsMessage?
  public var correction: CorrectionMessage?
  public var guidance: [GuidanceMessage]?
  public var aids: AidsMessage?
  public var dropped: Int

  public init(json: JSONValue) throws(MessageFault) {
    dropped = Int(try Members(json, in: "").integerIfAny("dropped") ?? 0)
    if let value = json["pose"] { pose = try PoseMessage(json: value) }
    geopose = json["geopose"]
    if let value = json["alignment"] { alignment = try AlignmentMessage(json: value) }
    if let value = json["state"] { state = try StateMessage(json: value) }
    if let value = json["sensors"] { sensors = try SensorsMessage(json: value) }
    if let value = json["correction"] { correction = try CorrectionMessage(json: value) }
    if let value = json["aids"] { aids = try AidsMessage(json: value) }
    if let elements = json["guidance"]?.array {
      var advice: [GuidanceMessage] = []
      for element in elements { advice.append(try GuidanceMessage(json: element)) }
      guidance = advice
    }
  }
}
