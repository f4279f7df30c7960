import Expectations
import Geometry
import Samples
import Simulation
import Testing
import Text

/// Each setting of the simulation does something: with another value some session has other bytes.
@Suite struct SettingsTests {
  /// A session's first lines; walks, rides and people read different settings.
  private struct Scene: Hashable {
    var plan: Plan
    var seconds: Double
    /// Settings that others need, as a size of outliers needs some.
    var with: [String] = []
  }

  private static let scenes = [
    Scene(
      plan: .cityBlocks, seconds: 20,
      with: ["gnss.outliers=0.2", "gnss.first_fix_error=10", "hills.height=20", "antennas.rate=2"]),
    Scene(plan: .crowd, seconds: 20), Scene(plan: .ride, seconds: 30), Scene(plan: .loop, seconds: 20),
    Scene(plan: .bicycle, seconds: 40), Scene(plan: .drive, seconds: 40), Scene(plan: .benchTurns, seconds: 20),
    Scene(plan: .gallery, seconds: 20), Scene(plan: .bus, seconds: 100),
  ]

  private func lines(_ scene: Scene, _ change: String? = nil) throws -> String {
    var parameters = SimulationParameters()
    let table = SimulationParameters.table
    try table.set("imu.rate=25", in: &parameters)
    try table.set("truth.rate=2", in: &parameters)
    for assignment in scene.with { try table.set(assignment, in: &parameters) }
    if let change { try table.set(change, in: &parameters) }
    var text = TextBuffer()
    struct Enough: Error {}
    do {
      try Simulation(scene.plan.itinerary(parameters), parameters: parameters, seed: 3).run { line in
        if let time = line.time, time > BootInstant(seconds: scene.seconds) { throw Enough() }
        text.append(line: line)
      }
    } catch is Enough {}
    return text.string
  }

  /// Other values of the range than the default.
  private func others(_ parameter: Parameter<SimulationParameters>) -> [String] {
    let usual = parameter.text(SimulationParameters())
    switch parameter.kind {
    case .number(let range):
      guard let value = Double(usual) else { return [] }
      return [value * 1.5, value * 0.7, value * 0.2, range.upperBound, range.lowerBound].filter {
        range.contains($0) && $0 != value
      }.map { "\($0)" }
    case .flag: return [usual == "on" ? "off" : "on"]
    case .choice(let choices): return choices.filter { $0 != usual }
    case .text: return []
    }
  }

  @Test func everySettingChangesSomeSession() throws {
    var usual: [Scene: String] = [:], idle: [String] = []
    for parameter in SimulationParameters.table.parameters {
      var isSeen = false
      for scene in Self.scenes where !isSeen {
        let before = try usual[scene] ?? lines(scene)
        usual[scene] = before
        for value in others(parameter) where !isSeen {
          isSeen = try lines(scene, "\(parameter.name)=\(value)") != before
        }
      }
      if !isSeen { idle.append(parameter.name) }
    }
    // It is of a trace, not of a plan.
    expect(idle, equals: ["trace.spacing"], "\(idle)")
  }
}
