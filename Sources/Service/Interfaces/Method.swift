import SocketServer
import Text
import Wire

/// One method of an interface: its name, its access class, how often it replies, and its handler.
///
/// The handler is typed on both sides: `read` converts the call's parameters to `Input`, and the handler's result is
/// `Answerable`.
struct Method {
  enum Permission: Equatable {
    case access(Access)
    /// Permission for administrators, and for the users named in the configuration.
    case odometry
  }

  enum Replies: Equatable {
    case one
    /// The connection serves only this call from then on; the request has to set `more`.
    case stream
  }

  let name: String
  let permission: Permission
  let replies: Replies
  private let handler: (Call) throws(CallError) -> Server.Answer

  init<Input, Output: Answerable>(
    _ name: String, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    reading read: @escaping (CallParameters) throws(CallError) -> Input,
    _ handler: @escaping (Input, Call) throws(CallError) -> Output
  ) {
    self.name = name
    self.permission = permission
    self.replies = replies
    self.handler = { (call) throws(CallError) in try handler(try read(call.parameters), call).answer }
  }

  /// Makes a method that has no parameters, or reads them in its handler, because they depend on the caller.
  init<Output: Answerable>(
    _ name: String, _ permission: Permission = .access(.read), _ replies: Replies = .one,
    _ handler: @escaping (Call) throws(CallError) -> Output
  ) {
    self.name = name
    self.permission = permission
    self.replies = replies
    self.handler = { (call) throws(CallError) in try handler(call).answer }
  }

  func answer(_ call: Call) throws(CallError) -> Server.Answer {
    if replies == .stream, !call.request.more || call.request.oneway { throw .expectedMore }
    return try handler(call)
  }
}

/// A call of a method: the request, its parameters, and the caller's connection.
struct Call {
  let request: Request
  let parameters: CallParameters
  let connection: Connection
}

/// A value that a method can answer with.
protocol Answerable {
  var answer: Server.Answer { get }
}

extension Server.Answer: Answerable {
  var answer: Server.Answer { self }

  /// A reply without parameters.
  static var done: Server.Answer { .reply { $0.value(.object([])) } }
}

extension JSONValue: Answerable {
  var answer: Server.Answer { .reply { $0.value(self) } }
}

/// An interface of the socket, bound to the daemon that implements it.
protocol BoundInterface {
  var methods: [Method] { get }
}

/// One value for each interface of the socket, and the table of all their methods.
struct Interfaces {
  let service: ServiceInterface
  let control: ControlInterface
  let tracking: TrackingInterface
  let scene: SceneInterface
  let calibration: CalibrationInterface
  private var table: [Interface: [String: Method]] = [:]

  init(_ daemon: Daemon) {
    service = ServiceInterface(daemon: daemon)
    control = ControlInterface(daemon: daemon)
    tracking = TrackingInterface(daemon: daemon)
    scene = SceneInterface(daemon: daemon)
    calibration = CalibrationInterface(daemon: daemon)
    for interface in Interface.allCases {
      table[interface] = Dictionary(
        bound(to: interface).methods.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns the implementation of an interface; one that is declared but not implemented does not compile.
  private func bound(to interface: Interface) -> any BoundInterface {
    switch interface {
    case .service: service
    case .control: control
    case .tracking: tracking
    case .scene: scene
    case .calibration: calibration
    }
  }

  func method(_ name: String, of interface: Interface) -> Method? { table[interface]?[name] }

  /// All methods of an interface, by name.
  func methods(of interface: Interface) -> [Method] { bound(to: interface).methods }
}
