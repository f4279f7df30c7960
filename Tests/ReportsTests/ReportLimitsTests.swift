import EngineSettings
import Expectations
import Samples
import Simulation
import Testing
import Tracking

@testable import Reports

/// The limits in a report are those of the session's parameters.
@Suite struct ReportLimitsTests {
  /// Returns the story of a minute of a simulated walk, tracked with these parameters.
  private func story(_ settings: String...) throws -> SessionStory {
    var parameters = TrackerParameters(profile: .head), simulated = SimulationParameters()
    for setting in settings { try TrackerParameters.table.set(setting, in: &parameters) }
    simulated.imuRate = 100
    simulated.truthRate = 0
    let simulation = Simulation(Plan.cityBlocks.itinerary(simulated), parameters: simulated, seed: 2)
    var tracker = Tracker(profile: .head, parameters: parameters)
    var story = SessionStory(name: "walk", profile: .head, parameters: parameters)
    struct Enough: Error {}
    do {
      try simulation.run { line in
        if let time = line.time, time > BootInstant(seconds: 60) { throw Enough() }
        story.record(line)
        guard case .sample(let sample) = line, let pose = tracker.ingest(sample) else { return }
        story.record(pose)
        story.record(tracker, after: sample)
      }
    } catch is Enough {}
    story.close(tracker)
    return story
  }

  @Test func theyAreTheTrackersParameters() throws {
    let usual = try story(), page = ReportTests.page(usual)
    #expect(page.contains("15°: localized") && page.contains("25°: lost"))
    #expect(page.contains("within 10 m counts as localized, beyond 20 m as lost"))
    #expect(SessionTelling(usual).heading.contains("15°") && SessionTelling(usual).grade != .poor)
    #expect(!usual.notices.contains { $0.text.contains("At the end the accuracy of") })

    let strict = try story(
      "localized.radius=0.5", "localized.lost_radius=1.25", "localized.heading=0.5", "localized.lost_heading=0.75")
    let changed = ReportTests.page(strict)
    for limit in ["0.5°: localized", "0.75°: lost", "0.5 m: localized", "1.25 m: lost"] {
      #expect(changed.contains(limit), "\(limit)")
    }
    #expect(changed.contains("below 0.5° counts as localized, above 0.75° as lost"))
    #expect(SessionTelling(strict).heading.contains("never known to 0.5°"))
    #expect(SessionTelling(strict).verdict.hasPrefix("Never localized"))
    let notices = strict.notices.map(\.text)
    #expect(notices.contains { $0.contains("accuracy of the heading is only") })
    #expect(notices.contains { $0.contains("accuracy of the place is only") })
  }

  /// Every state of the tracker appears on the page as that state.
  @Test func statesOfASessionReachThePage() throws {
    let story = try story()
    #expect(story.tracking.contains { $0.state == .normal })
    #expect(story.localization.contains { $0.state?.phase == .localizing })
    expect(story.localization.last?.state?.phase, equals: .localized)
    let figures = story.numbers(anonymous: false)
    expect((figures["localization_s"]?["localized"]?.double ?? 0), isAbove: 20)
    expect((figures["tracking_s"]?["normal"]?.double ?? 0), isAbove: 50)
    #expect(story.events(anonymous: false).contains { $0.kind == .localization && $0.text == "localized" })
  }
}
