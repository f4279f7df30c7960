import CAllocations
import Expectations
import Geometry
import Odometry
import Samples
import Testing

@Suite struct PoseHistoryTests {
  /// A body that turns about up at 1 rad/s and moves east at 2 m/s.
  func pose(at seconds: Double) -> Pose<Body, Scene> {
    Pose(
      rotation: Rotation(x: 0, y: sin(seconds / 2), z: 0, w: cos(seconds / 2)) ?? .aligned,
      position: Displacement(2 * seconds, 0, 0))
  }

  func history(rate: Double, from start: Double = 0, seconds: Double) -> PoseHistory {
    var history = PoseHistory()
    for i in 0...Int(seconds * rate) {
      let t = start + Double(i) / rate
      history.append(
        pose(at: t), at: BootInstant(seconds: t), velocity: Velocity(2, 0, 0), rate: AngularVelocity(0, 1, 0))
    }
    return history
  }

  func error(_ a: Pose<Body, Scene>, _ seconds: Double) -> Double {
    let b = pose(at: seconds)
    return (a.position - b.position).norm.value + a.rotation.difference(to: b.rotation).norm.value
  }

  @Test(arguments: [10.0, 100, 400, 2000]) func threeSecondsAreAlwaysThere(rate: Double) {
    let history = history(rate: rate, seconds: 10)
    var g = Generator(seed: 1)
    for _ in 0..<2000 {
      let t = g.uniform(in: 7.0...9.9)
      switch history.pose(at: BootInstant(seconds: t)) {
      case .exact(let pose), .interpolated(let pose): expect(error(pose, t), isBelow: 2e-9 + 1e-9)
      default: Issue.record("nothing at \(t)")
      }
    }
    #expect(history.pose(at: BootInstant(seconds: 0.5)) == .none || rate <= 400)
  }

  @Test func everyAnswerHasItsPlace() {
    let history = history(rate: 100, seconds: 5)
    expect(history.pose(at: BootInstant(seconds: 5)), equals: .exact(pose(at: 5)))
    guard case .predicted(let ahead, let by) = history.pose(at: BootInstant(seconds: 5.05)) else {
      Issue.record("not predicted")
      return
    }
    #expect(error(ahead, 5.05) < 1e-9 && abs(by.value - 0.05) < 1e-12)
    guard case .stale(let age) = history.pose(at: BootInstant(seconds: 5.2)) else {
      Issue.record("not stale")
      return
    }
    expect(abs(age.value - 0.2), isBelow: 1e-12)
    expect(history.pose(at: BootInstant(seconds: -1)), equals: .none)
    expect(PoseHistory().pose(at: BootInstant(seconds: 1)), equals: .none)
  }

  @Test func aNewSceneClearsTheHistory() {
    var history = history(rate: 100, seconds: 2)
    history.removeAll()
    expect(history.pose(at: BootInstant(seconds: 1)), equals: .none)
    history = self.history(rate: 100, seconds: 2)
    history.append(pose(at: 0), at: BootInstant(seconds: 0.5), velocity: .zero, rate: .zero)  // time ran backward
    expect(history.pose(at: BootInstant(seconds: 0.2)), equals: .none)
    expect(history.pose(at: BootInstant(seconds: 0.5)), equals: .exact(pose(at: 0)))
  }

  @Test func gapsAreNotInterpolated() {
    var history = history(rate: 100, seconds: 1)
    history.append(pose(at: 4), at: BootInstant(seconds: 4), velocity: .zero, rate: .zero)
    expect(history.pose(at: BootInstant(seconds: 2)), equals: .none)
    expect(history.pose(at: BootInstant(seconds: 4)), equals: .exact(pose(at: 4)))
  }

  @Test func noAllocationPerPose() {
    var history = history(rate: 500, seconds: 5)
    var lost = 0
    func pass(from start: Double) {
      for i in 0..<5000 {
        let t = start + Double(i) * 0.002
        history.append(pose(at: t), at: BootInstant(seconds: t), velocity: .zero, rate: .zero)
        if case .none = history.pose(at: BootInstant(seconds: t - 1.0001)), t > start + 3 { lost += 1 }
      }
    }
    pass(from: 5.1)  // the allocations of the first use
    let before = allocations_of_this_thread()
    pass(from: 20)
    #expect(allocations_of_this_thread() == before && lost == 0)
  }
}
