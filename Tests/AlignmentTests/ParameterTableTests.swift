import Alignment
import Samples
import Testing

/// Every parameter may be what it is by default, has a name of its own, and says what it means.
@Suite struct ParameterTableTests {
  @Test func defaultsAreAllowed() throws {
    try check(AppliedParameters.table, AppliedParameters(), "applied.")
    try check(LocalizationParameters.table, LocalizationParameters(), "localized.")
    try check(GuidanceParameters.table, GuidanceParameters(), "guidance.")
    try check(PinParameters.table, PinParameters(), "pin.")
    try check(LegParameters.table, LegParameters(), "leg.")
  }

  private func check<Root>(_ table: ParameterTable<Root>, _ defaults: Root, _ prefix: String) throws {
    for parameter in table.parameters {
      var root = defaults
      try table.set(parameter.name, to: parameter.text(defaults), in: &root)
      #expect(parameter.name.hasPrefix(prefix))
      #expect(!parameter.meaning.isEmpty)
    }
  }
}
