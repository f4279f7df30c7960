public import Text

/// One call: `{"method":…,"parameters":{…},"more":true}`.
public struct Request: Sendable {
  public var method: String
  public var parameters: JSONValue
  /// True if several replies are expected.
  public var more = false
  /// True if no reply is expected, not even an error.
  public var oneway = false
  public var upgrade = false

  public init(method: String, parameters: JSONValue = .object([])) {
    self.method = method
    self.parameters = parameters
  }

  /// Reads a message. Throws unless it is one object with a method's name, and with flags that are true or false.
  public init(reading message: [UInt8]) throws(CallError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(
        reading: message, maximumDepth: Limits.nesting, maximumSize: Limits.message, maximumValues: Limits.values)
    } catch {
      throw .malformed(error)
    }
    guard case .object = value, let method = value["method"]?.string else {
      throw .malformed("expected an object with a \"method\"")
    }
    self.method = method
    parameters = value["parameters"] ?? .object([])
    if parameters.isNull { parameters = .object([]) }
    guard case .object = parameters else { throw .malformed("\"parameters\" has to be an object") }
    more = try Self.flag(value, "more")
    oneway = try Self.flag(value, "oneway")
    upgrade = try Self.flag(value, "upgrade")
  }

  private static func flag(_ value: JSONValue, _ name: String) throws(CallError) -> Bool {
    guard let member = value[name], !member.isNull else { return false }
    guard let flag = member.bool else { throw .malformed("\"\(name)\" has to be true or false") }
    return flag
  }

  /// The parts of the method before and after its last period.
  public var target: (interface: String, member: String) {
    guard let point = method.lastIndex(of: ".") else { return ("", method) }
    return (String(method[..<point]), String(method[method.index(after: point)...]))
  }

  /// Writes a call with a message of the interface, with its final NUL.
  public static func write(
    _ method: some InterfaceMethod, _ parameters: some Message, more: Bool = false, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("method")
    writer.value(method.name)
    writer.member("parameters", parameters)
    if more { writer.member("more", true) }
    writer.endObject()
    writer.finish(with: 0)
  }

  /// Writes the message with its final NUL.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("method")
    writer.value(method)
    if parameters.object?.isEmpty == false {
      writer.key("parameters")
      writer.value(parameters)
    }
    for (name, flag) in [("more", more), ("oneway", oneway), ("upgrade", upgrade)] where flag {
      writer.key(text: name)
      writer.value(true)
    }
    writer.endObject()
    writer.finish(with: 0)
  }
}
