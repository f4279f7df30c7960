public import Text

/// An event of the scene: a code for programs, its numbers, and the English sentence.
public struct SceneEventMessage: Equatable, Sendable {
  /// One of announcement, proximity, statuses, route.
  public var kind: String
  public var code: String
  public var time: Int64
  public var parameters: JSONValue
  public var english: String
  /// It is from before the subscription, and still holds.
  public var isRepeat = false

  public init(kind: String, code: String, time: Int64, parameters: JSONValue = .object([]), english: String) {
    self.kind = kind
    self.code = code
    self.time = time
    self.parameters = parameters
    self.english = english
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", text: kind)
    writer.member("code", text: code)
    writer.member("time_boot_ns", time)
    writer.key("parameters")
    writer.value(parameters)
    writer.member("english", text: english)
    if isRepeat { writer.member("is_repeat", true) }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "event")
    kind = try members.text("kind")
    code = try members.text("code")
    time = try members.integer("time_boot_ns")
    parameters = json["parameters"] ?? .object([])
    english = try members.text("english")
    isRepeat = json["is_repeat"]?.bool ?? false
  }
}
