import SocketServer
import Text
import Wire

/// org.varlink.service: information about the daemon, and the texts of its interfaces.
struct ServiceInterface: BoundInterface {
  unowned let daemon: Daemon

  var methods: [Method] {
    [
      Method(ServiceMethod.getInfo) { (_) throws(CallError) in .reply { $0.value(info) } },
      Method(ServiceMethod.getInterfaceDescription) { (given: DescriptionCall, _) throws(CallError) in
        guard let name = given.interface.string else { throw .invalidParameter("interface") }
        guard let found = Interface.allCases.first(where: { $0.name == name }) else { throw .interfaceNotFound(name) }
        return .reply { $0.value(["description": .string(found.text)]) }
      },
    ]
  }

  private var info: JSONValue {
    [
      "vendor": "gnomon", "product": "gnomond", "version": .string(daemon.options.version),
      "url": "https://varlink.org/", "interfaces": .array(Interface.allCases.map { .string($0.name) }),
    ]
  }
}

/// The parameters of GetInterfaceDescription: a call without a name is refused by an error of varlink's own.
private struct DescriptionCall: CallMessage {
  static let memberNames = ["interface"]
  var interface: JSONValue

  init(json: JSONValue, at place: String) { interface = json["interface"] ?? .null }
  func write(to writer: inout JSONWriter) { writer.value(JSONValue.object([JSONMember("interface", interface)])) }
}

/// The methods of org.varlink.service.
enum ServiceMethod: String, InterfaceMethod {
  case getInfo = "GetInfo"
  case getInterfaceDescription = "GetInterfaceDescription"

  static let interface = Interface.service
}
