import EngineSettings
import Geometry
import Samples
import Testing
import Tracking

/// Names that were parameters: an assignment says what to use now, and a recording that has one is replayed without it.
@Suite struct RetiredParametersTests {
  @Test func anAssignmentNamesItsReplacement() {
    var parameters = TrackerParameters(profile: .head)
    #expect {
      try TrackerParameters.table.set("heading.method=fit", in: &parameters)
    } throws: {
      "\($0)".hasPrefix("heading.method is no parameter any more: use 'gnomon replay --method'")
    }
  }

  /// A parameter that became a constant is refused by name, and the list stays short enough to be read.
  @Test func retiredNamesAreRefused() {
    let table = TrackerParameters.table
    #expect(table.parameters.count <= 162)
    #expect(table.retired.count == 135)
    for name in ["vehicle.mount_memory", "start.time", "gait.strength_exponent"] {
      #expect(table.retired[name]?.hasPrefix("its value is fixed now") == true, "\(name)")
    }
  }

  @Test func aRecordingIsReplayedWithoutIt() throws {
    let configuration = #"{"Parameters.heading.method": "none", "Parameters.fix.precise": "1"}"#
    let recorded = RecordedBeginning(["configuration": configuration])
    let parameters = try recorded.parameters(of: .head)
    #expect(parameters.fixes.precise == Length(1))
    #expect(try recorded.assignments().map(\.name) == ["fix.precise"])
    let retired = try recorded.retired().map(\.description)
    #expect(retired.count == 1 && retired.allSatisfy { $0.contains("heading.method") })
  }
}
