import Bridge
import Expectations
import Testing
import Text
import Tracking
import Wire

@testable import Alignment

/// The states of the engine as the socket has them: every phase and every reason of the engine is sent by its name.
@Suite struct StateReportTests {
  private func sent(_ tracking: TrackingState, _ localization: LocalizationState) throws -> JSONValue {
    var writer = JSONWriter()
    StateMessage(time: 1, scene: 0, tracking: TrackingReport(tracking), localization: LocalizationReport(localization))
      .write(to: &writer)
    return try JSONValue(reading: writer.buffer.bytes)
  }

  private func reasons(_ state: JSONValue?) -> [String?]? { state?["reasons"]?.array?.map(\.string) }

  @Test(arguments: TrackingState.Reason.allCases) func everyReasonOfTrackingIsSent(reason: TrackingState.Reason) throws
  {
    var state = TrackingState.normal
    state.insert(reason)
    expect(reasons(try sent(state, LocalizationState())["tracking"]), equals: [reason.name])
    expect(TrackingReport(state).text, equals: state.text)
  }

  @Test(arguments: LocalizationReason.allCases)
  func everyReasonOfLocalizationIsSent(reason: LocalizationReason) throws {
    var state = LocalizationState()
    state.phase = .lost
    state.insert(reason)
    expect(reasons(try sent(.normal, state)["localization"]), equals: [reason.name])
    expect(LocalizationReport(state).text, equals: state.text)
  }

  @Test(arguments: LocalizationState.Phase.allCases)
  func everyPhaseOfLocalizationIsSent(phase: LocalizationState.Phase) throws {
    var state = LocalizationState()
    state.phase = phase
    try expect(sent(.initializing, state)["localization"]?["state"]?.string, equals: phase.rawValue)
  }
}
