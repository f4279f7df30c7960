import Alignment
import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// "Stand still for 2 s" in a session: the countdown runs only while the wearer stands.
@Suite struct StandStillTests {
  /// Returns the requests, each time they changed: remaining seconds to stand, nil while there is no request.
  private func asked(_ profile: Profile, _ steps: [Itinerary.Step], until end: Double) -> [(
    time: Double, left: Double?
  )] {
    var simulated = SimulationParameters()
    simulated.imuRate = 100
    simulated.gaze = .ahead
    var itinerary = Plan.straight.itinerary(simulated)
    itinerary.steps = steps
    let simulation = Simulation(itinerary, parameters: simulated, seed: 3)
    var parameters = TrackerParameters(profile: profile)
    // A hand's drift is known well enough from the start (`yaw.rate`), unless a smaller limit is set.
    if profile == .hand { parameters.alignment.guidance.drift = .degrees(0.01) }
    var tracker = Tracker(profile: profile, parameters: parameters)
    var changes: [(time: Double, left: Double?)] = []
    struct Enough: Error {}
    try? simulation.run { line in
      guard case .sample(let sample) = line else { return }
      if sample.time > BootInstant(seconds: end) { throw Enough() }
      guard tracker.ingest(sample) != nil else { return }
      var left: Double?
      for guidance in tracker.guidance {
        if case .standStill(let time) = guidance { left = time.value }
      }
      if changes.last?.left != left || changes.isEmpty { changes.append((sample.time.seconds, left)) }
    }
    return changes
  }

  @Test(arguments: [Profile.head, .torso, .hand]) func itCountsDownWhileTheWearerStands(_ profile: Profile) throws {
    // About 9 s of walking; the wearer then stands.
    let changes = asked(profile, [.go(Length(9), climbing: .zero), .stay(TimeSpan(12))], until: 18)
    expect(changes.map(\.left), equals: [nil, 2, 1, nil], "\(changes)")
    guard changes.count == 4 else { return }
    #expect(changes[1].time < 4 && changes[2].time > 9, "\(changes)")
    // The request ends with the second second, or as soon as the drift is known.
    expect(changes[3].time - changes[2].time, isAtMost: 1.2, "\(changes)")
  }

  @Test(arguments: [Profile.head, .torso, .hand]) func itDoesNotCountWhileTheWearerWalks(_ profile: Profile) throws {
    let changes = asked(profile, [.go(Length(40), climbing: .zero)], until: 25)
    // It stays at 2 s, and ends after `guidance.stillness_patience`.
    expect(changes.map(\.left), equals: [nil, 2, nil], "\(changes)")
  }
}
