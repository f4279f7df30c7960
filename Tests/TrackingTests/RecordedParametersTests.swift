import EngineSettings
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
    #expect(try recorded.parameters(of: .head).fixes.precise == Length(1))
    #expect(try recorded.assignments().map(\.name) == ["fix.precise"])
    #expect(try recorded.unknown().map(\.description) == ["no parameter 'heading.method'"])
  }
}
