import SocketServer
import Wire

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

  /// The methods of gnomon's interfaces, and the members of their parameters.
  var known: [KnownMessage] {
    Interface.allCases.filter { $0 != .service }.flatMap { interface in
      methods(of: interface).map { KnownMessage(method: "\(interface.name).\($0.name)", members: $0.members) }
    }
  }

  /// All methods of an interface, by name.
  func methods(of interface: Interface) -> [Method] { bound(to: interface).methods }
}
