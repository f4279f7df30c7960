import Text
public import Wire

/// One method of an interface: its name, its access class, how often it replies, its limits, and its handler.
///
/// The parameters are read by the message's own reader (scripts/clients_swift.py), which knows the limits of the members; `read`
/// converts the message to `Input`. A handler does not see the parameters themselves; its answer is a message of the interface.
public struct Method {
  public enum Permission: Equatable, Sendable {
    case access(Access)
    /// Permission for administrators, and for the users named in the configuration.
    case odometry
    /// The same for samples of sensors.
    case samples
  }

  public enum Replies: Equatable, Sendable {
    case one
    /// The connection serves only this call from then on; the request has to set `more`.
    case stream
  }

  public let name: String
  public let permission: Permission
  public let replies: Replies
  /// The members of its parameters.
  public let members: [String]
  private let handler: (Call, JSONValue, Interface) throws(CallError) -> Server.Answer

  /// Makes a method whose parameters are converted by `read`.
  public init<Given: CallMessage, Input>(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    reading read: @escaping (Given) throws(MessageFault) -> Input,
    by handler: @escaping (Input, Call) throws(CallError) -> Server.Answer
  ) {
    name = method.rawValue
    self.permission = permission
    self.replies = replies
    members = Given.memberNames
    self.handler = { (call, parameters, interface) throws(CallError) in
      let input: Input
      do throws(MessageFault) { input = try read(Given(json: parameters, at: "")) } catch {
        throw CallError.invalidValue(interface, error, in: parameters)
      }
      return try handler(input, call)
    }
  }

  /// Makes a method that takes the parameters as they are.
  public init<Given: CallMessage>(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    by handler: @escaping (Given, Call) throws(CallError) -> Server.Answer
  ) {
    self.init(method, permission, replies, reading: { (given: Given) throws(MessageFault) in given }, by: handler)
  }

  /// Makes a method without parameters.
  public init(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    by handler: @escaping (Call) throws(CallError) -> Server.Answer
  ) {
    self.init(method, permission, replies) { (_: NoParameters, call) throws(CallError) in try handler(call) }
  }

  /// Answers a request; the caller has the permission. `version` is that of the daemon.
  public func answer(
    _ request: Request, _ interface: Interface, _ connection: Connection, version: String
  ) throws(CallError) -> Server.Answer {
    if let other = request.parameters.object?.first(where: { !members.contains($0.name) }) {
      throw CallError.unknownMember(interface, member: other.name, version: version, known: members)
    }
    if replies == .stream, !request.more || request.oneway { throw .expectedMore }
    return try handler(
      Call(method: request.method, isOneway: request.oneway, connection: connection), request.parameters, interface)
  }
}

/// A call of a method: the name of the method, and the caller's connection.
public struct Call {
  public let method: String
  /// True if the caller wants no answer.
  public let isOneway: Bool
  public let connection: Connection
}

extension Server.Answer {
  public static func reply(_ message: some Message) -> Server.Answer { .reply { message.write(to: &$0) } }

  /// A reply without parameters.
  public static var done: Server.Answer { .reply { $0.value(.object([])) } }
}
