import Expectations
import Geometry
import Odometry
import Samples
import Simulation
import Testing
import Tracking

/// The scene rises on stairs and only there.
@Suite struct SceneClimbTests {
  @Test func stairsAreClimbed() throws {
    let (poses, _) = track(try session(.stairs, until: 200), as: .head)
    let heights = poses.map(\.pose.position.y)
    expect(abs((heights.max() ?? 0) - 5.8), isBelow: 0.7)
    expect(abs(heights.last ?? 9), isBelow: 0.7)
    for (a, b) in zip(poses, poses.dropFirst()) {
      let step = b.pose.position - a.pose.position - (a.velocity + b.velocity) * 0.5 * (b.time - a.time)
      expect(step.norm.value, isBelow: 0.001)
    }
  }

  @Test func levelGroundStaysLevel() throws {
    let (poses, _) = track(try session(.straight, until: 120), as: .head)
    #expect(poses.allSatisfy { $0.pose.position.y == 0 })
  }

  @Test func aBarometerThatJumpsDoesNot() throws {
    // A door slams: fifty pascals, equal to four meters, for half a second.
    let samples = try session(.straight, faults: [Fault("spike:barometer@40=50")], until: 60)
    let (poses, _) = track(samples, as: .head)
    let fastest = poses.map(\.velocity.norm.value).max() ?? 9
    expect(fastest, isAtMost: 3)
    expect(abs(poses.last?.pose.position.y ?? 9), isBelow: 0.5)
  }
}
