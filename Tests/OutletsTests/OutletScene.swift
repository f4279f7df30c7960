import CRing
import CRingReader
import Foundation
import Geodesy
import Geometry
import Outlets
import PoseFormats
import Samples
import Simulation
import Testing
import Tracking

/// The poses of simulated sessions.
enum OutletScene {
  /// The poses of a plan, and the civil time of each session.
  static func poses(_ plan: Plan = .cityBlocks, seed: UInt64 = 1, most: Int = 30_000) throws -> (
    poses: [TrackedPose], civil: CivilClock
  ) {
    let parameters = SimulationParameters()
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head)), civil = CivilClock()
    var poses: [TrackedPose] = [],
      session = SimulatedSession(
        Simulation(plan.itinerary(parameters), parameters: parameters, seed: seed))
    while poses.count < most, let line = try session.next() {
      guard case .sample(let sample) = line else { continue }
      if case .fix(let fix) = sample { civil.ingest(fix) }
      if let pose = tracker.ingest(sample) { poses.append(pose) }
    }
    return (poses, civil)
  }

  static func setting(_ civil: CivilClock) -> PoseSetting { PoseSetting(civil: civil, geoidSeparation: Length(43.5)) }
}

/// A reader of the ring, by the installable header.
final class RingReader {
  private let reader: OpaquePointer

  init(_ path: String) throws {
    var fault: CInt = 0
    guard let reader = ring_reader_open(path, &fault) else { throw RingFault(number: -fault) }
    self.reader = reader
  }
  deinit { ring_reader_close(reader) }

  var count: UInt64 { ring_reader_count(reader) }
  var state: UInt32 { ring_reader_state(reader) }
  var isReplaced: Bool { ring_reader_is_replaced(reader) != 0 }

  func read(_ number: UInt64) -> gnomon_ring_pose? {
    var pose = gnomon_ring_pose()
    return ring_reader_read(reader, number, &pose) == 1 ? pose : nil
  }
  func latest() -> gnomon_ring_pose? {
    var pose = gnomon_ring_pose()
    return ring_reader_latest(reader, &pose) == 1 ? pose : nil
  }
  func pose(at time: Int64) -> (kind: CInt, pose: gnomon_ring_pose) {
    var pose = gnomon_ring_pose()
    let kind = ring_reader_pose_at(reader, time, &pose)
    return (kind, pose)
  }
}

struct RingFault: Error, Equatable { var number: CInt }

extension gnomon_ring_pose {
  var rotation: Rotation<Body, Scene>? {
    Rotation(writtenX: orientation.0, y: orientation.1, z: orientation.2, w: orientation.3)
  }
}
