import EngineSettings
import Expectations
import Geometry
import Samples
import Testing
import Tracking

/// The parameters that a recording was made with.
@Suite struct RecordedParametersTests {
  /// A name of another version is left out and said; the rest is in force.
  @Test func aRecordingOfAnotherVersionIsReplayed() throws {
    let configuration = #"{"Parameters.heading.method": "none", "Parameters.fix.precise": "1"}"#
    let recorded = RecordedBeginning(["configuration": configuration])
    try expect(recorded.parameters(of: .head).fixes.precise, equals: Length(1))
    try expect(recorded.assignments().map(\.name), equals: ["fix.precise"])
    try expect(recorded.unknown().map(\.description), equals: ["no parameter 'heading.method'"])
  }
}
