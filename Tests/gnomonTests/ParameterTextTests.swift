import CommandParts
import Configuration
import EngineSettings
import Expectations
import Methods
import Samples
import Scenery
import Simulation
import Testing
import Tracking

/// Every parameter has a text on the effect of its values, `Sources/CEffects/effects.txt`.
@Suite struct ParameterTextTests {
  /// A parameter of any table.
  private struct Entry {
    var table: ParameterEffects.Table
    var name: String
    var values: [String]
    var effects: [ParameterEffects.Effect]
  }

  private func entries<Root>(_ parameters: ParameterTable<Root>, _ table: ParameterEffects.Table) -> [Entry] {
    parameters.parameters.map {
      Entry(
        table: table, name: $0.name, values: $0.valuesWithEffects,
        effects: ParameterEffects.of($0.name, in: table).list)
    }
  }

  private var all: [Entry] {
    entries(TrackerParameters.table, .engine) + entries(Settings.table, .settings)
      + entries(SimulationParameters.table, .simulation) + entries(MethodParameters.table, .methods)
      + entries(SceneParameters.table, .scene) + entries(RouteParameters.table, .scene)
  }

  @Test func everyParameterHasItsEffects() {
    expect(all.count, isAbove: 300)
    for entry in all {
      expect(
        entry.effects.map(\.value), equals: entry.values,
        "\(entry.name): its effects are missing, or are not of its values")
    }
  }

  /// Clauses that follow "larger:" on a page and in a list.
  @Test func effectsAreClauses() {
    for entry in all {
      for effect in entry.effects {
        let text = effect.text, first = text.first
        #expect(text.count > 3 && text.count < 180, "\(entry.name): \(text)")
        #expect(first?.isLowercase == true || first?.isNumber == true, "\(entry.name): \(text)")
        #expect(!text.hasSuffix(".") && !text.contains("  ") && !text.contains("\n"), "\(entry.name): \(text)")
      }
      expect(
        Set(entry.effects.map(\.text)).count, equals: entry.effects.count, "\(entry.name): one text for two values")
    }
  }

  /// No text is left of a parameter that was renamed or removed.
  @Test func noEffectIsOfAnUnknownParameter() {
    for table in ParameterEffects.Table.allCases {
      let known = Set(all.filter { $0.table == table }.map(\.name))
      #expect(ParameterEffects.names(in: table).subtracting(known).isEmpty, "\(table)")
    }
  }
}
