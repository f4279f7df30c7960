import Text
public import Wire

/// One method of an interface: its name, its access class, how often it replies, its limits, and its handler.
///
/// `read` converts the call's parameters to `Input`, and the limits are checked on that. A handler does not see the parameters
/// themselves; its answer is a message of the interface.
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
  /// The largest size of each limited parameter, in elements or bytes.
  public let limits: [(parameter: String, most: Int)]
  private let handler: (Call, CallParameters) throws(CallError) -> Server.Answer

  /// Makes a method whose parameters are read by `read`, which also gets the caller: some defaults depend on it.
  public init<Input>(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    readingForCaller read: @escaping (CallParameters, Connection) throws(CallError) -> Input,
    limits: [Limit<Input>] = [],
    _ handler: @escaping (Input, Call) throws(CallError) -> Server.Answer
  ) {
    name = method.rawValue
    self.permission = permission
    self.replies = replies
    self.limits = limits.map { ($0.parameter, $0.most) }
    self.handler = { (call, parameters) throws(CallError) in
      let input = try read(parameters, call.connection)
      for limit in limits where limit.size(input) > limit.most { throw limit.error(parameters) }
      return try handler(input, call)
    }
  }

  /// Makes a method whose parameters are read by `read`.
  public init<Input>(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    reading read: @escaping (CallParameters) throws(CallError) -> Input, limits: [Limit<Input>] = [],
    _ handler: @escaping (Input, Call) throws(CallError) -> Server.Answer
  ) {
    self.init(
      method, permission, replies,
      readingForCaller: { (parameters: CallParameters, _: Connection) throws(CallError) -> Input in
        try read(parameters)
      },
      limits: limits, handler)
  }

  /// Makes a method without parameters.
  public init(
    _ method: some InterfaceMethod, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    _ handler: @escaping (Call) throws(CallError) -> Server.Answer
  ) {
    name = method.rawValue
    self.permission = permission
    self.replies = replies
    limits = []
    self.handler = { (call, _) throws(CallError) in try handler(call) }
  }

  /// Answers a request; the caller has the permission.
  public func answer(_ request: Request, _ interface: Interface, _ connection: Connection) throws(CallError)
    -> Server.Answer
  {
    if replies == .stream, !request.more || request.oneway { throw .expectedMore }
    return try handler(
      Call(method: request.method, isOneway: request.oneway, connection: connection),
      CallParameters(request, interface))
  }
}

/// A limit of a method's input: the largest size of one parameter, in elements or bytes.
public struct Limit<Input> {
  let parameter: String
  let most: Int
  let size: (Input) -> Int
  let error: (CallParameters) -> CallError

  public init(
    _ parameter: String, most: Int, of size: @escaping (Input) -> Int,
    else error: @escaping (CallParameters) -> CallError
  ) {
    self.parameter = parameter
    self.most = most
    self.size = size
    self.error = error
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
