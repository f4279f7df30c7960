import Odometry
import Samples
import Simulation
import Tracking

/// A simulated session for the whole pipeline. The tracker is warm after the first quarter: only the start may allocate.
struct TrackedSession {
  private var samples: [Sample] = []
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
    self.samples = samples
  }

  /// Runs the warm tracker over the other three quarters, and reads so many poses a second whole; nil for each.
  mutating func run(reading rate: Double? = 60) {
    tracker = warm
    var pose = TrackedPose.room(), grid = RateGrid()
    samples.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      // By a pointer: an iterator would copy each sample.
      for i in warmth..<samples.count where tracker.advance(by: (first + i).pointee) {
        if grid.isDue(at: tracker.inScene.time, rate: rate) { tracker.write(into: &pose) }
        consume(pose.time)
      }
    }
  }
}
