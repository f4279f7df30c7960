import Configuration
import Glibc
import Samples
import Sensors
import Tracking

// The configuration read again, without an interruption where that can be.
extension Daemon {
  /// Answers the settings that have another value now. What is wrong is refused as a whole.
  func reload() throws(ConfigurationRefusal) -> [String] {
    guard let reader = options.reader else { return [] }
    let fresh = try reader.read(), old = options.configuration
    let values = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.name, $0.value) })
    let changed = fresh.entries.filter { values[$0.name] != $0.value }.map(\.name)
    let socket = options.socket
    options.apply(fresh)
    options.socket = socket
    server.policy = options.policy
    let sections = Set(changed.map { $0.prefix { $0 != "." } }.map(String.init))
    if changed.contains("Socket.Path") || changed.contains("State.Directory") {
      Log.write("Socket.Path and State.Directory count from the next start on", .warning)
    }
    if !sections.isDisjoint(with: ["Device", "Parameters"]) {
      engine.restart(with: fresh.settings.profile, fresh.settings.parameters)
    }
    exchange(sections, fresh.settings)
    return changed
  }

  /// Takes new sources in place of those that are made otherwise now.
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
