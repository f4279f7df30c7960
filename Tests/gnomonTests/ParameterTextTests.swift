import Alignment
import Configuration
import EngineSettings
import Odometry
import Scenery
import Simulation
import Testing
import Tie
import Tracking

@testable import Samples

/// Every parameter has a text on the effect of its values: `X+Effects.swift` beside its table.
@Suite struct ParameterTextTests {
  /// A parameter of any table.
  private struct Entry {
    var name: String
    var values: [String]
    var effects: [ParameterEffects.Effect]
  }

  private func entries<Root>(_ table: ParameterTable<Root>) -> [Entry] {
    table.parameters.map { Entry(name: $0.name, values: $0.valuesWithEffects, effects: $0.effects.list) }
  }

  private var all: [Entry] {
    entries(TrackerParameters.table) + entries(Settings.table) + entries(SimulationParameters.table)
      + entries(SceneParameters.table) + entries(RouteParameters.table)
  }

  @Test func everyParameterHasItsEffects() {
    #expect(all.count > 300)
    for entry in all {
      #expect(
        entry.effects.map(\.value) == entry.values, "\(entry.name): its effects are missing, or are not of its values")
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
      #expect(Set(entry.effects.map(\.text)).count == entry.effects.count, "\(entry.name): one text for two values")
    }
  }

  /// No text is left of a parameter that was renamed or removed.
  @Test func noEffectIsOfAnUnknownParameter() {
    var unknown = AttitudeParameters.table.unknownEffects + GaitParameters.table.unknownEffects
    unknown += HeadingParameters.table.unknownEffects + VehicleParameters.table.unknownEffects
    unknown += GuardParameters.table.unknownEffects + HeightParameters.table.unknownEffects
    unknown += TieParameters.table.unknownEffects + TravelParameters.table.unknownEffects
    unknown += FixParameters.table.unknownEffects
    unknown += AlignmentParameters.table.unknownEffects + AppliedParameters.table.unknownEffects
    unknown += LocalizationParameters.table.unknownEffects + GuidanceParameters.table.unknownEffects
    unknown += PinParameters.table.unknownEffects + LegParameters.table.unknownEffects
    unknown += Settings.table.unknownEffects
    unknown += SimulationParameters.table.unknownEffects + SceneParameters.table.unknownEffects
    unknown += RouteParameters.table.unknownEffects
    #expect(unknown.isEmpty)
  }
}
