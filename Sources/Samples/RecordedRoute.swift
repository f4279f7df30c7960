import Text

/// A route as a recording holds it among its inputs: the text that a client sent, and what it called the destination. Without a
/// text the route was cleared.
public struct RecordedRoute: Sendable {
  public static let kind = "route"
  public var text: String?
  public var name: String

  public init(text: String?, name: String = "") {
    self.text = text
    self.name = name
  }

  /// nil for what is none.
  public init?(json: String) {
    guard let value = try? JSONValue(reading: json), value.object != nil else { return nil }
    text = value["text"]?.string
    name = value["name"]?.string ?? ""
  }

  public var json: String {
    var members: [JSONMember] = []
    if let text { members = [JSONMember("name", .string(name)), JSONMember("text", .string(text))] }
    var buffer = TextBuffer()
    JSONValue.object(members).write(to: &buffer)
    return buffer.string
  }
}
