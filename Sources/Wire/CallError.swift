public import Text

/// An error in a message: a name declared by an interface, and the parameters needed to correct the call.
public struct CallError: Error, Equatable, Sendable {
  public var name: String
  public var parameters: JSONValue

  public init(_ name: String, _ parameters: JSONValue = .object([])) {
    self.name = name
    self.parameters = parameters
  }

  public init(_ interface: Interface, _ error: ErrorName, _ parameters: JSONValue) {
    self.init("\(interface.name).\(error.rawValue)", parameters)
  }

  /// The error's name without its interface; nil for one of another version, and for varlink's own.
  public var error: ErrorName? { name.split(separator: ".").last.flatMap { ErrorName(rawValue: String($0)) } }

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
    return invalidValue(
      interface, parameter: parameter, given: String(text.string.prefix(200)), expected: expected)
  }
  /// The fault of a member; `parameters` have what was given.
  public static func invalidValue(_ interface: Interface, _ fault: MessageFault, in parameters: JSONValue) -> CallError
  {
    var given: JSONValue? = parameters
    for name in fault.member.split(separator: ".") {
      // The elements of a list have no names.
      if let array = given, array.array != nil { continue }
      given = given?[String(name)].flatMap { $0.isNull ? nil : $0 }
    }
    if let text = fault.given {
      return invalidValue(interface, parameter: fault.member, given: text, expected: fault.expected)
    }
    return invalidValue(interface, fault.member, given: given, expected: fault.expected)
  }
  public static func notPermitted(_ interface: Interface, needs: Access, group: String) -> CallError {
    notPermitted(
      interface, needs: needs.name, group: group,
      english: "only root, the daemon's own user and members of the group '\(group)' may do this")
  }
  public static func tooManyRequests(_ interface: Interface, retryAfter seconds: Double) -> CallError {
    tooManyRequests(interface, limitPerSecond: Limits.requestsPerSecond, retryAfter: seconds)
  }
  public static let messageTooLarge = messageTooLarge(limitBytes: Limits.message)
  public static let tooMuchUnfinished = tooMuchUnfinished(limitBytes: Limits.unfinished)
  public static let tooMuchUnread = tooMuchUnread(limitBytes: Limits.unreadPerUser)
  public static func malformed(_ reason: String, line: Int = 1, column: Int = 1) -> CallError {
    malformedMessage(reason: reason, line: line, column: column)
  }
  static func malformed(_ error: JSONError) -> CallError {
    switch error.reason {
    case .tooDeep(let limit): messageTooDeep(limit: limit)
    case .tooMany(let limit): tooManyValues(limit: limit)
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
    switch error {
    case .invalidValue: return "\(text("parameter")): expected \(text("expected")), not \(text("given"))"
    case .unknownMember:
      let known = (parameters["known"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
      return
        "gnomond \(text("version")) does not know \(text("member")) here: it knows \(known.isEmpty ? "no member" : known)"
    case .headingNotHeld: return "no hand has turned the heading, so there is nothing to release"
    case .nudgeRefused: return "the heading could not be turned: \(text("reason"))"
    case .alreadyRecording: return "a recording is already running: \(text("path"))"
    case .notRecording: return "no recording is running"
    case .recordingFailed: return "\(text("path")): cannot record: \(text("reason"))"
    case .forgetFailed:
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

// Values of the parameters of errors.
extension JSONValue {
  init(_ text: String) { self = .string(text) }
  init(_ integer: Int) { self = .integer(Int64(integer)) }
  init(_ number: Double) { self = .number(number) }
  init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
}

/// The class of a caller; each class includes the rights of those before it.
public enum Access: Int, Comparable, Sendable {
  case read, contribute, administer

  public var name: String { "\(self)" }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
