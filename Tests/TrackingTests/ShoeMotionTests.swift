import Alignment
import CAllocations
import Expectations
import Geodesy
import Geometry
import Odometry
import Recordings
import Samples
import Simulation
import TestData
import Testing

@testable import Tracking

/// Walks with the device on a shoe through the whole pipeline: simulated ones with fixes and compass, and recorded ones with truth.
@Suite struct ShoeMotionTests {
  /// The lines of a plan with the device on the foot.
  private func lines(_ plan: Plan, seed: UInt64, until end: Double, set settings: [String] = []) throws
    -> [RecordingLine]
  {
    var parameters = SimulationParameters()
    parameters.truthRate = 5
    for setting in settings { try SimulationParameters.table.set(setting, in: &parameters) }
    var itinerary = plan.itinerary(parameters)
    itinerary.carrier = .foot
    var session = SimulatedSession(Simulation(itinerary, parameters: parameters, seed: seed)),
      lines: [RecordingLine] = []
    while let line = try session.next() {
      if let time = line.time, time > BootInstant(seconds: end) { break }
      lines.append(line)
    }
    return lines
  }

  private struct Check {
    var time: BootInstant
    var error: Double, radius: Double
    var yawError: Angle, yawSigma: Angle
  }

  /// Errors of place and heading against the truth, and the tracker at the end.
  private func checks(_ lines: [RecordingLine]) -> (checks: [Check], tracker: Tracker) {
    var tracker = Tracker(profile: .foot, parameters: TrackerParameters(profile: .foot))
    var pose: TrackedPose?, found: [Check] = []
    for line in lines {
      switch line {
      case .sample(let sample): if let new = tracker.ingest(sample) { pose = new }
      case .reference(let truth):
        guard let pose, let place = pose.place, let truePlace = truth.place, let turn = truth.orientation,
          let radius = pose.horizontalAccuracy, let sigma = pose.yawSigma
        else { continue }
        let there = Geodetic(latitude: truePlace.latitude, longitude: truePlace.longitude, height: place.height)
        let between = (Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation * turn.rotation.inverse).quaternion
        found.append(
          Check(
            time: pose.time, error: place.smallOffset(to: there).norm.value, radius: radius.value,
            yawError: Angle.radians(-2 * atan2(between.y, between.w)).wrapped, yawSigma: sigma))
      default: break
      }
    }
    return (found, tracker)
  }

  /// Precise fixes and the way give the heading within some meters, without a compass, and the path keeps it without fixes.
  @Test(arguments: [UInt64(2), 4]) func fixesGiveTheHeading(seed: UInt64) throws {
    let settings = ["magnetometer.rate=0", "gnss.bias=0.02", "gnss.noise=0.02"]
    let all = try lines(.straight, seed: seed, until: 150, set: settings)
    var withheld: [RecordingLine] = []
    for line in all {
      if case .sample(.fix(let fix)) = line, fix.arrival > BootInstant(seconds: 40) { continue }
      withheld.append(line)
    }
    let (found, tracker) = checks(withheld)
    let late = found.filter { $0.time > BootInstant(seconds: 30) }
    let last = try #require(late.last)
    #expect(late.count > 300 && late.allSatisfy { $0.yawError.magnitude < .degrees(4) })
    expect(last.error, isBelow: 5, "\(last) after 150 m without fixes")
    #expect(tracker.aids.contains { $0.description.name == "foot-standing" && $0.fused > 500 })
  }

  /// With ordinary fixes and a compass, the stated accuracies hold.
  @Test func statesItsAccuracy() throws {
    var places: [Bool] = [], yaws: [Bool] = []
    for seed in UInt64(1)...6 {
      let (found, _) = checks(try lines(.cityBlocks, seed: seed, until: 180))
      for check in found where check.time > BootInstant(seconds: 30) {
        places.append(check.error < check.radius)
        yaws.append(check.yawError.magnitude < check.yawSigma)
      }
    }
    let place = Double(places.count { $0 }) / Double(places.count), yaw = Double(yaws.count { $0 }) / Double(yaws.count)
    print("shoe, simulated: \(place) of the places and \(yaw) of the headings within 68 %")
    #expect(place > 0.45 && yaw > 0.45)
  }

  @Test func continuousAndFreeOfAllocations() throws {
    let samples = try lines(.stairs, seed: 2, until: 60).compactMap { line -> Sample? in
      if case .sample(let sample) = line { sample } else { nil }
    }
    var tracker = Tracker(profile: .foot, parameters: TrackerParameters(profile: .foot))
    var last: TrackedPose?, fastest = 0.0, allocated = 0
    for (number, sample) in samples.enumerated() {
      let before = allocations_of_this_thread()
      let new = tracker.ingest(sample)
      if number > samples.count / 2, case .gyroscope = sample {
        allocated += Int(allocations_of_this_thread() - before)
      }
      guard let pose = new else { continue }
      if let last {
        let interval = pose.time - last.time, mean = (last.velocity + pose.velocity) * 0.5
        expect((pose.pose.position - last.pose.position - mean * interval).norm.value, isBelow: 0.01)
        fastest = max(fastest, pose.velocity.norm.value)
      }
      last = pose
    }
    expect(allocated, equals: 0)
    #expect((2...10).contains(fastest), "\(fastest) m/s")
  }

  /// A flight up and down again: the height of the scene follows the stairs without a barometer.
  @Test func climbsStairs() throws {
    var tracker = Tracker(profile: .foot, parameters: TrackerParameters(profile: .foot))
    var highest = 0.0, last = 0.0
    for line in try lines(.stairs, seed: 4, until: 120, set: ["barometer.rate=0"]) {
      guard case .sample(let sample) = line, let pose = tracker.ingest(sample) else { continue }
      highest = max(highest, pose.pose.position.y)
      last = pose.pose.position.y
    }
    #expect((5.2...6.6).contains(highest) && last.magnitude < 0.7, "\(highest) m, \(last) m")
  }

  /// Recorded walks with truth: rms of the track turned to fit it, as in docs/shoe.md. Bars a fifth above the measured figures.
  @Test(.enabled(if: !SharedData.recordings.isEmpty, "needs shared/data"))
  func followsRecordedFeet() throws {
    var rooms: [Double] = [], walks: [Double] = []
    for path in SharedData.recordings where path.contains("/foot/mocap") || path.contains("/foot/walk") {
      let error = try trackError(path)
      if path.contains("mocap") { rooms.append(error) } else { walks.append(error) }
    }
    guard !rooms.isEmpty, !walks.isEmpty else { return }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    print("shoe: rooms \(median(rooms)), \(mean(rooms)) m; walks \(median(walks)), \(mean(walks)) m")
    #expect(median(rooms) < 0.085 && mean(rooms) < 0.105)
    #expect(median(walks) < 0.45 && mean(walks) < 0.7)
  }

  private func trackError(_ path: String) throws -> Double {
    let reader = try RecordingReader(path: path)
    var tracker = Tracker(profile: .foot, parameters: TrackerParameters(profile: .foot))
    var place = SIMD2(0.0, 0.0), plane: TangentPlane?
    var pairs: [(truth: SIMD2<Double>, track: SIMD2<Double>)] = []
    while let line = try reader.next() {
      switch line {
      case .sample(let sample):
        if let pose = tracker.ingest(sample) { place = SIMD2(pose.pose.position.x, -pose.pose.position.z) }
      case .reference(let truth):
        guard let marked = truth.place else { continue }
        let there = Geodetic(latitude: marked.latitude, longitude: marked.longitude, height: marked.height ?? .zero)
        let origin = plane ?? TangentPlane(origin: there)
        plane = origin
        let level = origin.level(there)
        pairs.append((SIMD2(level.x, -level.z), place))
      default: break
      }
    }
    let first = try #require(pairs.first)
    var sine = 0.0, cosine = 0.0
    for i in pairs.indices {
      pairs[i].track -= first.track
      let (a, b) = (pairs[i].truth, pairs[i].track)
      sine += b.x * a.y - b.y * a.x
      cosine += (a * b).sum()
    }
    let size = hypot(sine, cosine), s = sine / size, c = cosine / size
    var sum = 0.0
    for (truth, track) in pairs {
      let off = truth - SIMD2(c * track.x - s * track.y, s * track.x + c * track.y)
      sum += (off * off).sum()
    }
    return (sum / Double(pairs.count)).squareRoot()
  }
}
