import Expectations
import Geometry
import Samples
import Testing
import Text
import Tracking
import Wire

@testable import Service

/// What the pose says when it is asked for more, and what a reset and a pose of the future do.
@Suite struct PoseExtrasTests {
  private func matrix(_ value: JSONValue?) throws -> [[Double]] {
    let numbers = try #require(value?.array).compactMap { $0.double }
    try #require(numbers.count == 9)
    return (0..<3).map { row in (0..<3).map { numbers[3 * row + $0] } }
  }

  @Test func thePoseHasItsCovarianceWhenAsked() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let plain = try walk.ask(text: #"{"method":"org.gnomon.Tracking.GetPose"}"#)["pose"]
    #expect(plain?["covariance"] == nil)
    let pose = try #require(
      try walk.ask(text: #"{"method":"org.gnomon.Tracking.GetPose","parameters":{"covariance":true}}"#)["pose"])
    let tracked = try #require(walk.stepped.daemon.engine.latest)
    let position = try matrix(pose["covariance"]?["position"]), turn = try matrix(pose["covariance"]?["orientation"])
    for row in 0..<3 {
      for column in 0..<3 {
        expect(abs(position[row][column] - position[column][row]), isBelow: 1e-5)
        expect(abs(turn[row][column] - turn[column][row]), isBelow: 1e-8)
      }
    }
    // The level trace is that of the published radius, whatever the shape; up is the vertical accuracy.
    let sigma = try #require(tracked.horizontalAccuracy).value / 1.515
    expect(abs((position[0][0] + position[2][2]) / 2 - sigma * sigma), isBelow: 0.01 * sigma * sigma)
    let vertical = try #require(tracked.verticalAccuracy).value
    expect(abs(position[1][1] - vertical * vertical), isBelow: 0.01 * vertical * vertical)
    expect(position[0][0] * position[2][2], isAbove: position[0][2] * position[0][2])
    let yaw = try #require(tracked.yawSigma).radians
    #expect(abs(turn[1][1] - yaw * yaw) < 1e-6 && turn[0][0] > 0 && turn[0][0] < 0.01)
    // Positive definite as a whole: the cross terms are no larger than their variances allow.
    let cross = try matrix(pose["covariance"]?["cross"])
    for row in [0, 2] { expect(cross[row][1] * cross[row][1], isAtMost: position[row][row] * turn[1][1] * 1.0001) }
    expect(cross[1], equals: [0, 0, 0])
    // The stream, too.
    let client = try walk.stepped.subscriber(#""streams":["pose"],"covariance":true"#)
    try walk.walk(0.2)
    let message = try #require(client.message()?["parameters"]?["pose"])
    expect(message["covariance"]?["position"]?.array?.count, equals: 9)
    #expect(message["latitude_deg"]?.double != nil && message["heading_95_deg"]?.double != nil)
  }

  /// The shape of the place's error in the scene's axes is that of the level frame, turned by the yaw.
  @Test func theCovarianceIsInTheScenesAxes() throws {
    var walk = try SceneWalk()
    try walk.localize()
    var pose = try #require(walk.stepped.daemon.engine.latest)
    let before = try #require(pose.covariance.position)
    pose.yaw += .degrees(90)
    let after = try #require(pose.covariance.position)
    #expect(abs(after[0, 0] - before[2, 2]) < 1e-9 && abs(after[2, 2] - before[0, 0]) < 1e-9)
    expect(abs(after[0, 2] + before[0, 2]), isBelow: 1e-9)
  }

  @Test func aHeadingHasABoundInEveryState() throws {
    var walk = try SceneWalk()
    let engine = walk.stepped.daemon.engine
    var unbound = 0, headings = 0, nominal = 0.0
    try walk.walk(20) {
      guard let pose = engine.latest else { return }
      let message = engine.message(pose)
      guard message.heading != nil else { return }
      headings += 1
      guard let sigma = message.headingSigma, let bound = message.headingBound else {
        unbound += 1
        return
      }
      nominal = sigma.degrees
      #expect(bound > sigma && bound <= .degrees(171) && sigma <= .degrees(122.95))
    }
    #expect(headings > 10 && unbound == 0 && nominal > 0)
    var blind = try #require(walk.stepped.daemon.engine.latest)
    blind.yawSigma = nil
    let known = try #require(blind.headingBounds)
    #expect(abs(known.nominal.degrees - 122.94) < 1e-9 && known.conservative == .degrees(171))
  }

  @Test func aPoseOfTheFutureDoesNotBlockLaterOnes() throws {
    let walk = try SceneWalk()
    func push(_ time: Int64) throws -> JSONValue {
      try walk.ask(
        text:
          #"{"method":"org.gnomon.Tracking.PushOdometry","parameters":{"time_boot_ns":\#(time),"position":{"x":0,"y":0,"z":0},"orientation":{"x":0,"y":0,"z":0,"w":1},"quality":1}}"#
      )
    }
    let now = BootInstant.now.nanoseconds
    let refused = try push(now + 3_600_000_000_000)
    expect(refused["error"]?.string?.hasSuffix("InvalidValue"), equals: true)
    expect(refused["parameters"]?["parameter"]?.string, equals: "time_boot_ns", "\(refused)")
    expect(refused["parameters"]?["expected"]?.string?.contains("ahead"), equals: true)
    #expect(try push(now)["error"] == nil)
    #expect(try push(BootInstant.now.nanoseconds)["error"] == nil)
  }

  /// A reset on a walk: places stay where they are until place and heading are known in the new scene, and a frame that is not of
  /// the new scene says so; then they appear anew after half a second.
  @Test func aResetDoesNotBlankTheScene() throws {
    var walk = try SceneWalk()
    try walk.ask("AddPlaces", ["places": [SceneWalk.json("tower", at: SceneWalk.place(150, right: 200))]])
    try walk.localize()
    let before = try #require(try walk.ask("GetFrame", ["include": ["placements"]])["frame"])
    #expect(before["placements"]?[0]?["status"]?["reason"] == nil && before["is_stale"]?.bool == false)
    let azimuth = try #require(before["placements"]?[0]?["azimuth_deg"]?.double)
    let scene = before["scene_id"]?.integer ?? -1
    let client = try walk.subscribe(["include": ["placements"], "everything": true, "rate_hz": 20])
    // As ResetScene does, at the simulated time.
    let now = try #require(walk.stepped.daemon.engine.latest?.time)
    walk.stepped.daemon.ingest(.input(InputEvent(time: now, kind: "reset", json: "{}")))
    var counts: [Int] = [], scenes: Set<Int64> = [], worst = 0.0, paused: [Int64] = []
    func read() {
      while let frame = client.message()?["parameters"]?["frame"] {
        if frame["status"]?["reason"]?.string == "corrected" {
          paused.append(frame["time_boot_ns"]?.integer ?? 0)
          #expect(frame["placements"]?.array?.isEmpty == true && frame["is_stale"]?.bool == false)
          continue
        }
        counts.append(frame["placements"]?.array?.count ?? 0)
        scenes.insert(frame["scene_id"]?.integer ?? -1)
        let first = frame["placements"]?[0]
        expect(first?["status"]?["state"]?.string, equals: "shown")
        worst = max(worst, abs(((first?["azimuth_deg"]?.double ?? 999) - azimuth).remainder(dividingBy: 360)))
        if frame["is_stale"]?.bool == true {
          #expect(first?["status"]?["reason"]?.string == "stale" && frame["status"]?["reason"]?.string == "stale")
        }
      }
    }
    try walk.walk(15) { read() }
    read()
    #expect(
      counts.count > 100 && counts.allSatisfy { $0 == 1 }, "\(counts.filter { $0 != 1 }.count) of \(counts.count)")
    expect((paused.last ?? 0) - (paused.first ?? 0), isBelow: 500_000_000, "\(paused.count)")
    #expect(scenes.contains(scene + 1), "\(scenes)")
    // The wearer walks on at 1.4 m/s meanwhile, past a tower 200 m to the right.
    expect(worst, isBelow: 10, "\(worst)")
    let after = try #require(try walk.ask("GetFrame", ["include": ["placements"]])["frame"])
    expect(after["is_stale"]?.bool, equals: false)
  }
}
