import Alignment
import Expectations
import Samples
import Testing

/// Every default is within its own limits, and every parameter has a unique name and an explanation.
@Suite struct ParameterTableTests {
  @Test func defaultsAreAllowed() throws {
    try check(AppliedParameters.table, AppliedParameters(), "applied.")
    try check(LocalizationParameters.table, LocalizationParameters(), "localized.")
    try check(GuidanceParameters.table, GuidanceParameters(), "guidance.")
    try check(PinParameters.table, PinParameters(), "pin.")
    try check(LegParameters.table, LegParameters(), "leg.")
    try check(FixParameters.table, FixParameters(), "fix.")
    let all = AlignmentParameters.table.parameters.map(\.name)
    expect(all.count, equals: Set(all).count)
  }

  private func check<Root>(_ table: ParameterTable<Root>, _ defaults: Root, _ prefixes: String...) throws {
    for parameter in table.parameters {
      var root = defaults
      try table.set(parameter.name, to: parameter.text(defaults), in: &root)
      #expect(prefixes.contains { parameter.name.hasPrefix($0) })
      #expect(!parameter.meaning.isEmpty)
    }
  }
}
