import Alignment
import CAllocations
import Expectations
import Fusion
import Geodesy
import Geometry
import Learned
import Odometry
import Samples
import Simulation
import Testing
import Tie

@testable import Tracking

/// Sessions that begin with the learned state of another one, right and wrong.
@Suite struct WarmStartTests {
  struct Moment {
    var time: Double, heading: Double, headingSigma: Double, place: Double
  }

  /// Returns the state that a first session of the same device and wearer learns in three minutes.
  static func learned(_ profile: Profile, seed: UInt64, _ parameters: TrackerParameters? = nil) throws -> LearnedState {
    var tracker = Tracker(profile: profile, parameters: parameters ?? TrackerParameters(profile: profile))
    for case .sample(let sample) in try simulatedLines(.cityBlocks, seed: seed, until: 180) {
      consume(tracker.ingest(sample))
    }
    return tracker.learned
  }

  /// Those of the wearers, by the seeds.
  private static let learnedStates = Result {
    try Dictionary(
      uniqueKeysWithValues: [Profile.head, .torso, .hand].map { profile in
        (profile, try seeds.map { try learned(profile, seed: $0) })
      })
  }

  static func consume<T>(_ value: T) {}

  /// Returns the errors, once a second, of a walk whose fixes after `blind` are withheld.
  static func walk(
    _ lines: [RecordingLine], _ profile: Profile, _ parameters: TrackerParameters? = nil, state: LearnedState? = nil,
    age: TimeSpan? = TimeSpan(600), blind: Double = 1e6
  ) -> [Moment] {
    var tracker = Tracker(
      profile: profile, parameters: parameters ?? TrackerParameters(profile: profile), state: state, age: age)
    var pose: TrackedPose?, moments: [Moment] = []
    for line in lines {
      switch line {
      case .sample(.fix(let fix)) where fix.time > BootInstant(seconds: blind): continue
      case .sample(let sample): if let new = tracker.ingest(sample) { pose = new }
      case .reference(let truth):
        guard let pose, let true1 = truth.place, let turn = truth.orientation else { continue }
        let stated = Attitude(Rotation<Scene, Level>.yaw(pose.yaw) * pose.pose.rotation).heading
        let there = Geodetic(latitude: true1.latitude, longitude: true1.longitude, height: pose.place?.height ?? .zero)
        moments.append(
          Moment(
            time: Double(truth.time.nanoseconds) * 1e-9,
            heading: (stated - Attitude(turn.rotation).heading).wrapped.degrees,
            headingSigma: pose.yawSigma?.degrees ?? 180, place: pose.place?.smallOffset(to: there).norm.value ?? 99))
      default: break
      }
    }
    return moments
  }

  static func rms(_ moments: [Moment], _ range: ClosedRange<Double>, _ value: (Moment) -> Double) -> Double {
    let chosen = moments.filter { range.contains($0.time) }.map(value)
    return (chosen.reduce(0) { $0 + $1 * $1 } / Double(max(1, chosen.count))).squareRoot()
  }

  static let seeds = Array(UInt64(1)...6)

  /// Returns the rms over the seeds of a walk's errors in some times, cold and warm.
  func compare(
    _ profile: Profile, blind: Double = 1e6, spoil: (inout LearnedState) -> Void = { _ in },
    _ ranges: ClosedRange<Double>..., value: (Moment) -> Double
  ) throws -> [(cold: Double, warm: Double)] {
    var sums = ranges.map { _ in (cold: 0.0, warm: 0.0) }
    let states = try #require(try Self.learnedStates.get()[profile])
    for (seed, known) in zip(Self.seeds, states) {
      let lines = try simulatedLines(.straight, seed: seed, until: 100)
      var state = known
      spoil(&state)
      let cold = Self.walk(lines, profile, blind: blind), warm = Self.walk(lines, profile, state: state, blind: blind)
      for (index, range) in ranges.enumerated() {
        let a = Self.rms(cold, range, value), b = Self.rms(warm, range, value)
        sums[index].cold += a * a / Double(Self.seeds.count)
        sums[index].warm += b * b / Double(Self.seeds.count)
      }
    }
    return sums.map { ($0.cold.squareRoot(), $0.warm.squareRoot()) }
  }

  @Test(arguments: [Profile.head, .torso]) func aRightStartHelpsTheHeading(profile: Profile) throws {
    let errors = try compare(profile, 2...30, 60...90, value: \.heading), start = errors[0], later = errors[1]
    expect(start.warm, isBelow: start.cold * 1.1 + 2)
    expect(later.warm, isBelow: later.cold * 1.1)
  }

  @Test func aYoungHeadingHelpsAtOnce() throws {
    var cold = 0.0, warm = 0.0
    let states = try #require(try Self.learnedStates.get()[.head])
    for (seed, known) in zip(Self.seeds, states) {
      let lines = try simulatedLines(.straight, seed: seed, until: 30)
      var state = known
      // The heading at the beginning of the next session.
      for case .reference(let truth) in lines.prefix(200) {
        guard let turn = truth.orientation else { continue }
        state.heading = LearnedHeading(Attitude(turn.rotation).heading, sigma: .degrees(5))
        break
      }
      cold += Self.rms(Self.walk(lines, .head), 1...8, \.heading)
      warm += Self.rms(Self.walk(lines, .head, state: state, age: TimeSpan(5)), 1...8, \.heading)
    }
    expect(warm, isBelow: 0.95 * cold)
  }

  /// A wearer with steps of another length than in the model: with a learned stride, the path without fixes is right.
  @Test func aKnownStrideHelpsWithoutFixes() throws {
    var parameters = TrackerParameters(profile: .head)
    parameters.walking.gait.walkRatio = Quantity(0.46)
    parameters.walking.tie.stride = 0.1
    var cold = 0.0, warm = 0.0
    for seed in Self.seeds {
      let lines = try simulatedLines(.straight, seed: seed, until: 100)
      let state = try Self.learned(.head, seed: seed, parameters)
      expect((state.stride?.logarithm ?? 0), isBelow: -0.08)
      cold += Self.walk(lines, .head, parameters, blind: 10).last?.place ?? 99
      warm += Self.walk(lines, .head, parameters, state: state, blind: 10).last?.place ?? 99
    }
    expect(warm, isBelow: 0.7 * cold)
  }

  /// State of another device: a bias of 1°/s on each axis that this one does not have.
  @Test(arguments: [Profile.head, .torso, .hand]) func aWrongBiasIsFoundOut(profile: Profile) throws {
    let wrong = try compare(
      profile,
      spoil: { state in
        state.gyroscope?.belief.bias.components += SIMD3(1, 1, 1) * Angle.degrees(1).radians
        state.gyroscope?.belief.sigma = AngularVelocity(3e-4, 3e-4, 3e-4)
      }, 60...95, value: \.heading)[0]
    expect(wrong.warm, isBelow: wrong.cold * 1.25 + 1.5)
  }

  @Test(arguments: [Profile.head, .hand]) func aWrongHeadingIsRefuted(profile: Profile) throws {
    for seed in Self.seeds.prefix(3) {
      let lines = try simulatedLines(.straight, seed: seed, until: 100)
      var state = LearnedState(profile: profile)
      let cold = Self.walk(lines, profile)
      guard case .reference(let truth)? = lines.first(where: { if case .reference = $0 { true } else { false } }),
        let turn = truth.orientation
      else { continue }
      state.heading = LearnedHeading(Attitude(turn.rotation).heading + .degrees(120), sigma: .degrees(3))
      let warm = Self.walk(lines, profile, state: state, age: TimeSpan(3))
      expect(Self.rms(warm, 60...95, \.heading), isBelow: Self.rms(cold, 60...95, \.heading) * 1.2 + 1)
      expect(Self.rms(warm, 10...30, \.heading), isBelow: 40)
    }
  }

  /// The same without a compass: the comparison of the walked path with the fixes refutes the heading. It is doubted, not
  /// replaced, so it takes longer than a cold start.
  @Test func aWrongHeadingIsRefutedWithoutCompass() throws {
    var parameters = TrackerParameters(profile: .head)
    parameters.walking.tie.compass = .off
    for seed in Self.seeds.prefix(3) {
      let lines = try simulatedLines(.straight, seed: seed, until: 100)
      var state = LearnedState(profile: .head)
      state.heading = LearnedHeading(.degrees(-120), sigma: .degrees(3))
      let cold = Self.walk(lines, .head, parameters)
      let warm = Self.walk(lines, .head, parameters, state: state, age: TimeSpan(3))
      expect(Self.rms(warm, 75...95, \.heading), isBelow: Self.rms(cold, 75...95, \.heading) * 3 + 3)
    }
  }

  /// State of another wearer, with longer steps: with fixes the place is hardly less accurate.
  @Test func aWrongStrideIsMendedByFixes() throws {
    let wrong = try compare(.head, spoil: { $0.stride?.logarithm += 0.15 }, 60...95, value: \.place)[0]
    expect(wrong.warm, isBelow: wrong.cold * 1.3 + 0.5)
  }

  @Test func aVehicleMendsAWrongBias() throws {
    let lines = try simulatedLines(.ride, seed: 2, until: 200)
    var state = LearnedState(profile: .vehicle)
    state.gyroscope = LearnedBias(
      BiasBelief(
        bias: AngularVelocity(0.0175, 0.0175, 0.0175), sigma: AngularVelocity(3e-4, 3e-4, 3e-4)))
    let cold = Self.walk(lines, .vehicle), warm = Self.walk(lines, .vehicle, state: state)
    expect(Self.rms(warm, 120...200, \.heading), isBelow: Self.rms(cold, 120...200, \.heading) * 1.3 + 1)
    expect(Self.rms(warm, 120...200, \.place), isBelow: Self.rms(cold, 120...200, \.place) * 1.3 + 1)
  }

  @Test func aWarmStartIsReproducibleWithoutAllocation() throws {
    let lines = try simulatedLines(.straight, seed: 5, until: 40), state = LearnedStateTests.full
    func makeTracker() -> Tracker {
      Tracker(profile: .head, parameters: TrackerParameters(profile: .head), state: state, age: TimeSpan(5))
    }
    var first = makeTracker(), second = makeTracker()
    var taken = 0, made: UInt = 0
    for case .sample(let sample) in lines {
      taken += 1
      let before = allocations_of_this_thread()
      let a = first.ingest(sample)
      if taken > lines.count / 3 { made += allocations_of_this_thread() - before }
      let b = second.ingest(sample)
      #expect(a?.pose == b?.pose && a?.yaw == b?.yaw && a?.place == b?.place)
    }
    expect(made, equals: 0)
    expect(first.learned, equals: second.learned)
  }

  /// After a gap the device is the same: its bias is not learned again.
  @Test func aGapResetsTheSceneAndKeepsTheDevice() throws {
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head))
    for case .sample(let sample) in try simulatedLines(.straight, seed: 5, until: 60) {
      if sample.time > BootInstant(seconds: 40), sample.time < BootInstant(seconds: 50) { continue }
      Self.consume(tracker.ingest(sample))
      if tracker.counters[.restart] == 1, sample.time > BootInstant(seconds: 50.02) { break }
    }
    let known = try #require(tracker.learned.gyroscope)
    #expect(tracker.counters[.restart] == 1 && known.belief.sigma.components.max() < Angle.degrees(0.9).radians)
    expect(known.belief.bias.norm.value, isAbove: 1e-4)
  }
}
