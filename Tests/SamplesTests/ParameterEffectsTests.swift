import Testing

@testable import Samples

@Suite struct ParameterEffectsTests {
  private struct Settings {
    var size = 1.0, isOn = false
  }

  private let table = ParameterTable<Settings>([
    .init("size", \.size, in: 0...2, "size"), .init("on", \.isOn, "a switch"),
  ])

  @Test func effectsBelongToTheirParameters() {
    let explained = table.explained(by: [
      "size": .number(larger: "more", smaller: "less"), "on": .values(["on": "works", "off": "rests"]),
      "weight": .number(larger: "a", smaller: "b"),
    ])
    #expect(explained.parameters[0].effects.list.map(\.text) == ["more", "less"])
    #expect(explained.parameters[1].effects.list.map(\.value) == ["on", "off"])
    #expect(explained.unknownEffects == ["weight"])
    #expect(explained.parameters.map(\.valuesWithEffects) == [["larger", "smaller"], ["on", "off"]])
  }

  @Test func liftedParametersKeepTheirEffects() {
    struct Outer { var inner = Settings() }
    let explained = table.explained(by: ["size": .number(larger: "more", smaller: "less")])
    let lifted = explained.parameters[0].changed("never").lifted(\Outer.inner)
    #expect(lifted.effects == explained.parameters[0].effects && lifted.advice == "never")
    #expect(table.parameters[0].effects == .none)
  }
}
