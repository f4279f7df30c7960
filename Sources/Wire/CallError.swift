public import Text

/// An error in a message: a name declared by an interface, and the parameters needed to correct the call.
public struct CallError: Error, Equatable, Sendable {
  public var name: String
  public var parameters: JSONValue

  public init(_ name: String, _ parameters: JSONValue = .object([])) {
    self.name = name
    self.parameters = parameters
  }

  public static func interfaceNotFound(_ name: String) -> CallError {
    CallError("org.varlink.service.InterfaceNotFound", ["interface": .string(name)])
  }
  public static func methodNotFound(_ method: String) -> CallError {
    CallError("org.varlink.service.MethodNotFound", ["method": .string(method)])
  }
  public static func methodNotImplemented(_ method: String) -> CallError {
    CallError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
  }
  public static func invalidParameter(_ name: String) -> CallError {
    CallError("org.varlink.service.InvalidParameter", ["parameter": .string(name)])
  }
  public static let expectedMore = CallError("org.varlink.service.ExpectedMore")

  /// `interface` is that of the called method: each interface declares this error and the next two itself.
  public static func invalidValue(
    _ interface: Interface, _ parameter: String, given: JSONValue?, expected: String
  ) -> CallError {
    var text = TextBuffer()
    if let given { given.write(to: &text) } else { text.append("nothing" as StaticString) }
    return CallError(
      "\(interface.name).InvalidValue",
      [
        "parameter": .string(parameter), "given": .string(String(text.string.prefix(200))),
        "expected": .string(expected),
      ])
  }
  public static func notPermitted(_ interface: Interface, needs: Access, group: String) -> CallError {
    CallError(
      "\(interface.name).NotPermitted",
      [
        "needs": .string(needs.name), "group": .string(group),
        "english": .string("only root, the daemon's own user and members of the group '\(group)' may do this"),
      ])
  }
  public static func tooManyRequests(_ interface: Interface, retryAfter seconds: Double) -> CallError {
    CallError(
      "\(interface.name).TooManyRequests",
      ["limit_per_second": .integer(Int64(Limits.requestsPerSecond)), "retry_after": .number(seconds)])
  }

  public static func tooManyConnections(limit: Int, of whom: String) -> CallError {
    CallError("org.gnomon.Control.TooManyConnections", ["limit": .integer(Int64(limit)), "of": .string(whom)])
  }
  public static let messageTooLarge = CallError(
    "org.gnomon.Control.MessageTooLarge", ["limit_bytes": .integer(Int64(Limits.message))])
  public static let tooMuchUnfinished = CallError(
    "org.gnomon.Control.TooMuchUnfinished", ["limit_bytes": .integer(Int64(Limits.unfinished))])
  public static let tooMuchUnread = CallError(
    "org.gnomon.Control.TooMuchUnread", ["limit_bytes": .integer(Int64(Limits.unreadPerUser))])
  public static func malformed(_ reason: String, line: Int = 1, column: Int = 1) -> CallError {
    CallError(
      "org.gnomon.Control.MalformedMessage",
      ["reason": .string(reason), "line": .integer(Int64(line)), "column": .integer(Int64(column))])
  }
  static func malformed(_ error: JSONError) -> CallError {
    switch error.reason {
    case .tooDeep(let limit): CallError("org.gnomon.Control.MessageTooDeep", ["limit": .integer(Int64(limit))])
    case .tooMany(let limit): CallError("org.gnomon.Control.TooManyValues", ["limit": .integer(Int64(limit))])
    case .tooLarge: messageTooLarge
    default: malformed("\(error.reason)", line: error.position.line, column: error.position.column)
    }
  }

  /// Writes the message with its final NUL.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("error")
    writer.value(name)
    writer.key("parameters")
    writer.value(parameters)
    writer.endObject()
    writer.finish(with: 0)
  }
}

extension CallError: CustomStringConvertible {
  public var description: String {
    func text(_ name: String) -> String { parameters[name]?.string ?? "?" }
    switch name.split(separator: ".").last {
    case "InvalidValue": return "\(text("parameter")): expected \(text("expected")), not \(text("given"))"
    case "HeadingNotHeld": return "no hand has turned the heading, so there is nothing to release"
    case "NudgeRefused": return "the heading could not be turned: \(text("reason"))"
    case "AlreadyRecording": return "a recording is already running: \(text("path"))"
    case "NotRecording": return "no recording is running"
    case "RecordingFailed": return "\(text("path")): cannot record: \(text("reason"))"
    case "ForgetFailed":
      return
        "\(text("path")) still has data of places, and could not be erased: \(text("reason")); make it writable and try again, or delete it"
    default: break
    }
    if let english = parameters["english"]?.string { return english }
    let details = (parameters.object ?? []).map { member in
      var text = TextBuffer()
      member.value.write(to: &text)
      return "\(member.name) \(member.value.string ?? text.string)"
    }
    return name + (details.isEmpty ? "" : ": " + details.joined(separator: ", "))
  }
}

/// The class of a caller; each class includes the rights of those before it.
public enum Access: Int, Comparable, Sendable {
  case read, contribute, administer

  public var name: String {
    switch self {
    case .read: "read"
    case .contribute: "contribute"
    case .administer: "administer"
    }
  }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
