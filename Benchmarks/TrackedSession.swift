import Geometry
import Odometry
import Samples
import Simulation
import Tracking

/// A simulated session for the whole pipeline. The tracker is warm after the first quarter: only the start may allocate.
struct TrackedSession {
  /// In place: an element of an array would be copied to be ingested.
  private let samples: FixedArray<Sample>
  private let warm: Tracker
  private var tracker: Tracker
  private let warmth: Int
  /// The number of gyroscope samples after the first quarter.
  private(set) var gyroscopes = 0

  init(_ profile: Profile) throws {
    let parameters = SimulationParameters()
    let plan: Plan =
      switch profile {
      case .free, .foot: .straight
      case .head, .torso, .hand: .cityBlocks
      case .vehicle: .ride
      }
    var itinerary = plan.itinerary(parameters)
    if profile == .foot { itinerary.carrier = .foot }
    var samples: [Sample] = []
    try Simulation(itinerary, parameters: parameters).run { line in
      if case .sample(let sample) = line { samples.append(sample) }
    }
    warmth = samples.count / 4
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
    for sample in samples.prefix(warmth) { consume(tracker.ingest(sample)) }
    for case .gyroscope in samples[warmth...] { gyroscopes += 1 }
    warm = tracker
    self.tracker = tracker
    self.samples = FixedArray(count: samples.count) { samples[$0] }
  }

  /// Runs the warm tracker over the other three quarters, and reads so many poses a second whole; nil for each.
  mutating func run(reading rate: Double? = 60) {
    tracker = warm
    var pose = TrackedPose.room(), grid = RateGrid()
    for i in warmth..<samples.count where samples.read(i, { tracker.advance(by: $0) }) {
      if grid.isDue(at: tracker.inScene.time, rate: rate) { tracker.write(into: &pose) }
      consume(pose.time)
    }
  }
}
