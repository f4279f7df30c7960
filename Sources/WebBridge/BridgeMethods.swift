import Wire

/// The methods of the daemon that the bridge passes on: those that only read, and those that were permitted.
struct BridgeMethods {
  /// Methods that change nothing for other clients.
  static let reading = [
    "org.gnomon.Tracking.GetStatus", "org.gnomon.Tracking.GetPose", "org.gnomon.Tracking.GetAlignment",
    "org.gnomon.Tracking.Subscribe", "org.gnomon.Scene.GetFrame", "org.gnomon.Scene.Subscribe",
    "org.gnomon.Scene.GetRoute", "org.gnomon.Scene.GetFilter", "org.gnomon.Scene.GetPlace",
    "org.gnomon.Scene.ListPlaces", "org.gnomon.Scene.FindPlaces", "org.gnomon.Scene.Pick",
    "org.gnomon.Scene.ListTerrain", "org.gnomon.Scene.GetTerrain", "org.gnomon.Control.GetInfo",
    "org.varlink.service.GetInfo", "org.varlink.service.GetInterfaceDescription",
  ]

  /// Every method of the daemon's interfaces.
  static let all: [String] = Interface.all.flatMap { interface in
    interface.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("method "), let end = line.firstIndex(of: "(") else { return nil }
      return "\(interface.name).\(line[line.index(line.startIndex, offsetBy: 7)..<end])"
    }
  }

  let permitted: [String]

  init(also more: [String] = []) { permitted = Self.reading + more.filter { !Self.reading.contains($0) } }

  func check(_ method: String) throws(BridgeRefusal) {
    guard permitted.contains(method) else {
      throw BridgeRefusal(
        .method, 403,
        "the bridge does not pass \(method) on: start it with --allow \(method), or add it to Bridge.Allow")
    }
  }
}
