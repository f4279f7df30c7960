public import Text

/// An action of the wearer that would improve the estimates.
public struct GuidanceMessage: Equatable, Sendable {
  public var code: String
  public var parameters: JSONValue
  public var english: String

  public init(code: String, parameters: JSONValue, english: String) {
    self.code = code
    self.parameters = parameters
    self.english = english
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("code", text: code)
    writer.key("parameters")
    writer.value(parameters)
    writer.member("english", text: english)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "guidance")
    code = try members.text("code")
    parameters = json["parameters"] ?? .object([])
    english = try members.text("english")
  }
}
