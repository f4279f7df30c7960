import Configuration
import Glibc
import Samples
import ScenePublishing
import Sensors
import ServiceParts
import Tracking

// Reloading of the configuration, without an interruption where possible.
extension Daemon {
  /// Reads the configuration again and applies it; returns the names of the changed settings. A configuration with a fault is
  /// refused as a whole.
  func reload() throws(ConfigurationRefusal) -> [String] {
    guard let reader = options.reader else { return [] }
    let fresh = try reader.read(), old = options.configuration
    let values = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.name, $0.value) })
    let changed = fresh.entries.filter { values[$0.name] != $0.value }.map(\.name)
    let socket = options.socket
    options.apply(fresh)
    for fault in fresh.unread { Log.write("\(fault)", .warning) }
    options.socket = socket
    server.policy = options.policy
    let sections = Set(changed.map { $0.prefix { $0 != "." } }.map(String.init))
    if changed.contains("Socket.Path") || changed.contains("State.Directory") {
      Log.write("Socket.Path and State.Directory take effect at the next start", .warning)
    }
    if !sections.isDisjoint(with: ["Device", "Parameters"]) {
      engine.restart(with: fresh.settings.profile, fresh.settings.parameters)
    }
    if sections.contains("Scene") {
      scene.apply(fresh.settings.scene, fresh.settings.route)
      scenePublisher.applyParameters()
    }
    if sections.contains("Outlets") { outlets.apply(fresh.settings.outlets, at: .now) }
    if changed.contains("Terrain.Directory") { scene.terrain.open(options.terrain) }
    exchange(sections, fresh.settings)
    contributors.described.apply(SensorConfiguration(fresh.settings), calibrations.findings)
    interfaces.calibration.noticeSensors()
    return changed
  }

  /// Replaces the sources whose sections of the configuration have changed.
  private func exchange(_ sections: Set<String>, _ settings: Settings) {
    guard sources.first?.source is IIOSource else { return }
    for (index, part) in SensorSources.allCases.enumerated() where !part.sections.isDisjoint(with: sections) {
      sources[index].close(poller)
      sources[index] = SupervisedSource(part.source(settings), number: index)
      sources[index].apply(calibrations.findings, poller)
      sources[index].open(poller)
    }
  }
}
