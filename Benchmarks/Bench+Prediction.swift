import CRing
import CRingReader
import Geometry
import PoseFormats
import Samples
import Simulation
import Tracking

/// The errors of predicted orientations on simulated heads, against the pipeline's own orientation at the predicted time: without
/// a prediction, with a constant rate, and with the acceleration for several constants of `AngularAcceleration` (docs/outlets.md).
extension Bench {
  /// Samples of 5 ms: 20, 60 and 100 ms.
  private static let horizons = [4, 12, 20]

  static func prediction() throws {
    let plans: [Plan] = [.lookAround, .gallery, .around, .errand, .crowd]
    let sessions = try plans.map { try headPoses($0) }
    print("\nerror of the predicted orientation after 20, 60 and 100 ms, rms in degrees: simulated heads")
    func report(_ name: String, smoothing: Double = 0.005, _ predict: (inout gnomon_ring_pose, Double) -> Void) {
      let entries = sessions.map { ringEntries($0, smoothing: TimeSpan(smoothing)) }
      let errors = horizons.map { predictionError(entries, after: $0, predict) }
      for (horizon, error) in zip(horizons, errors) { figure("\(name), after \(5 * horizon) ms", error, "degrees") }
      let columns = errors.map { rounded($0, 3) }.joined(separator: "   ")
      print(name + String(repeating: " ", count: max(1, 34 - name.count)) + columns)
    }
    report("none") { _, _ in }
    report("constant rate") { ring_reader_predict(&$0, $1, 0) }
    for smoothing in [0.005, 0.01, 0.015, 0.025, 0.04] {
      for fading in [0.02, 0.03, 0.05, 0.08, 0.15, 10] {
        report("smoothing \(smoothing) s, fading \(fading) s", smoothing: smoothing) {
          ring_reader_predict(&$0, $1, fading)
        }
      }
    }
  }

  /// The poses of a minute.
  private static func headPoses(_ plan: Plan) throws -> [TrackedPose] {
    let parameters = SimulationParameters()
    var session = SimulatedSession(Simulation(plan.itinerary(parameters), parameters: parameters, seed: 1))
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), poses: [TrackedPose] = []
    while poses.count < 12_000, let line = try session.next() {
      if case .sample(let sample) = line, let pose = tracker.ingest(sample) { poses.append(pose) }
    }
    return poses
  }

  private static func ringEntries(_ poses: [TrackedPose], smoothing: TimeSpan) -> [gnomon_ring_pose] {
    var acceleration = AngularAcceleration(smoothing: smoothing)
    return poses.map { pose in
      acceleration.ingest(pose.rate, at: pose.time)
      let q = pose.pose.rotation.quaternion, rate = pose.rate, change = acceleration.value
      var entry = gnomon_ring_pose()
      entry.time_boot_ns = pose.time.nanoseconds
      entry.orientation = (q.x, q.y, q.z, q.w)
      entry.angular_velocity = (rate.x, rate.y, rate.z)
      entry.angular_acceleration = (change.x, change.y, change.z)
      return entry
    }
  }

  private static func predictionError(
    _ sessions: [[gnomon_ring_pose]], after horizon: Int, _ predict: (inout gnomon_ring_pose, Double) -> Void
  ) -> Double {
    var sum = 0.0, count = 0.0
    for entries in sessions {
      for index in stride(from: 1000, to: entries.count - 20, by: 3) {
        var predicted = entries[index], later = entries[index + horizon]
        predict(&predicted, Double(later.time_boot_ns - predicted.time_boot_ns) * 1e-9)
        let error = ring_reader_angle(&predicted, &later)
        sum += error * error
        count += 1
      }
    }
    return (sum / count).squareRoot() * 180 / .pi
  }
}
