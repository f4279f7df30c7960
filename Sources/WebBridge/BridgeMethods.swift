import BrowserServer
import Wire

/// The methods of the daemon that the bridge passes on: those that only read, and those that were permitted.
struct BridgeMethods {
  /// Methods that change nothing for other clients.
  static let reading = [
    TrackingMethod.getStatus.name, TrackingMethod.getPose.name, TrackingMethod.getAlignment.name,
    TrackingMethod.subscribe.name, SceneMethod.getFrame.name, SceneMethod.subscribe.name,
    SceneMethod.getRoute.name, SceneMethod.getFilter.name, SceneMethod.getPlace.name,
    SceneMethod.listPlaces.name, SceneMethod.findPlaces.name, SceneMethod.pick.name,
    SceneMethod.listTerrain.name, SceneMethod.getLevel.name, SceneMethod.getTerrain.name, ControlMethod.getInfo.name,
    "org.varlink.service.GetInfo", "org.varlink.service.GetInterfaceDescription",
  ]

  /// Every method of the daemon's interfaces.
  static let all: [String] = Interface.allCases.flatMap { interface in
    interface.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("method "), let end = line.firstIndex(of: "(") else { return nil }
      return "\(interface.name).\(line[line.index(line.startIndex, offsetBy: 7)..<end])"
    }
  }

  let permitted: [String]
  /// True where no others can be permitted.
  private let isReadingOnly: Bool

  init(also more: [String] = []) {
    permitted = Self.reading + more.filter { !Self.reading.contains($0) }
    isReadingOnly = false
  }

  /// Those that only read, for other machines.
  static let readingOnly = BridgeMethods(permitted: reading, isReadingOnly: true)

  private init(permitted: [String], isReadingOnly: Bool) {
    self.permitted = permitted
    self.isReadingOnly = isReadingOnly
  }

  func check(_ method: String) throws(BrowserRefusal) {
    guard !permitted.contains(method) else { return }
    let remedy =
      isReadingOnly
      ? "with --listen it passes on methods that read, and no others"
      : "start it with --allow \(method), or add it to Bridge.Allow"
    throw BrowserRefusal(.method, 403, "the bridge does not pass \(method) on: \(remedy)")
  }
}
