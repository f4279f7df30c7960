import Expectations
import Geodesy
import Geometry
import Odometry
import Samples
import Simulation
import Terrain
import Testing
import Tracking

/// The wearer's height on simulated hills, with tiles of these, as the daemon gives them to the pipeline.
@Suite struct TerrainHeightTests {
  struct Outcome {
    var rms = 0.0, worstRate = 0.0, heights = 0, tileRMS = 0.0
  }

  /// Walks over the hills; fixes have errors of 8 m vertically.
  private func walk(
    _ plan: Plan = .hills, seed: UInt64, hasBarometer: Bool, hasTiles: Bool
  ) throws -> Outcome {
    let profile: Profile = plan == .ride ? .vehicle : .head
    let session = AlignedSession(plan, seed: seed, until: 600) {
      $0.hillHeight = Length(20)
      $0.receiver.bias = Length(4.6)
      $0.receiver.noise = Length(1)
      if !hasBarometer { $0.barometerRate = 0 }
    }
    let separation = session.simulation.parameters.receiver.separation
    let raster = try session.simulation.hills.raster(
      reach: Length(profile == .vehicle ? 6000 : 1500), separation: separation)
    let window = TerrainWindow([TerrainPatch(grid: raster.grid, datum: raster.datum, heights: raster.heights)])
    var tracker = Tracker(profile: profile, parameters: TrackerParameters(profile: profile))
    var outcome = Outcome(), given: TerrainPatch?, last: TrackedPose?
    for sample in session.samples {
      if let pose = tracker.ingest(sample), let place = pose.place, pose.verticalAccuracy != nil {
        defer { last = pose }
        if let last, last.place != nil, last.scene == pose.scene {
          let moved = place.height.value - (last.place?.height.value ?? 0)
          let rate = (moved - (pose.pose.position.y - last.pose.position.y)) / (pose.time - last.time).value
          outcome.worstRate = max(outcome.worstRate, rate.magnitude)
        }
        guard pose.time.seconds > 30 else { continue }
        let truth = session.simulation.trajectory.instant(at: .seconds(pose.time.seconds)).place
        outcome.heights += 1
        outcome.rms += (place.height - truth.height).value * (place.height - truth.height).value
      }
      if hasTiles, case .fix(let fix) = sample {
        let place = Geodetic(latitude: fix.latitude, longitude: fix.longitude)
        if given?.contains(place, margin: 1) != true, let patch = window.patch(around: place, separation: separation) {
          given = patch
          _ = tracker.ingest(.input(InputEvent(time: sample.time, kind: "terrain", json: patch.json.text)))
        }
      }
    }
    outcome.rms = (outcome.rms / Double(max(1, outcome.heights))).squareRoot()
    return outcome
  }

  @Test(arguments: [2, 4, 6] as [UInt64]) func withABarometerToOneAndAHalfMeters(seed: UInt64) throws {
    let outcome = try walk(seed: seed, hasBarometer: true, hasTiles: true)
    print("hills, tiles, barometer, seed \(seed): rms \(outcome.rms) m, fastest \(outcome.worstRate) m/s")
    expect(outcome.heights, isAbove: 10_000)
    expect(outcome.rms, isAtMost: 1.5)
    expect(outcome.worstRate, isAtMost: 1.001)
  }

  @Test(arguments: [2, 4, 6] as [UInt64]) func withoutABarometerToTwoAndAHalfMeters(seed: UInt64) throws {
    let outcome = try walk(seed: seed, hasBarometer: false, hasTiles: true)
    print("hills, tiles, no barometer, seed \(seed): rms \(outcome.rms) m, fastest \(outcome.worstRate) m/s")
    expect(outcome.heights, isAbove: 10_000)
    expect(outcome.rms, isAtMost: 2.5)
    expect(outcome.worstRate, isAtMost: 1.001)
  }

  /// The same without tiles, for comparison: the test says that the tiles are what helps.
  @Test func withoutTilesTheHeightIsWorse() throws {
    for hasBarometer in [true, false] {
      let with = try walk(seed: 2, hasBarometer: hasBarometer, hasTiles: true)
      let without = try walk(seed: 2, hasBarometer: hasBarometer, hasTiles: false)
      print("hills without tiles, barometer \(hasBarometer): rms \(without.rms) m, with tiles \(with.rms) m")
      expect(with.rms, isBelow: without.rms)
    }
  }

  /// A ride over hills, with fixes whose heights are off by 8 m: with tiles the height is that of the ground.
  @Test(arguments: [1, 2] as [UInt64]) func aVehicleFollowsTheGround(seed: UInt64) throws {
    let with = try walk(.ride, seed: seed, hasBarometer: false, hasTiles: true)
    let without = try walk(.ride, seed: seed, hasBarometer: false, hasTiles: false)
    print(
      "ride over hills, seed \(seed): rms \(with.rms) m with tiles, \(without.rms) m without; \(with.worstRate) m/s")
    expect(with.heights, isAbove: 10_000)
    #expect(with.rms <= 1.5 && with.rms < 0.7 * without.rms)
    // 15 % of the largest speed of a ride, 15 m/s.
    expect(with.worstRate, isAtMost: 0.15 * 15)
  }

  @Test func invalidGroundsAreCounted() {
    var tracker = Tracker(profile: .head, parameters: TrackerParameters(profile: .head))
    for json in [#"{"rows":2}"#, #"{"rows":1e9,"columns":2}"#, #"{"rows":"x"}"#] {
      _ = tracker.ingest(.input(InputEvent(time: BootInstant(seconds: 1), kind: "terrain", json: json)))
    }
    expect(tracker.refusals.first { $0.reason == "commands without their numbers" }?.count, equals: 3)
    _ = tracker.ingest(.input(InputEvent(time: BootInstant(seconds: 1), kind: "terrain", json: "{}")))
    expect(tracker.refusals.first { $0.reason == "commands without their numbers" }?.count, equals: 3)
  }
}
