import Alignment
import Expectations
import Geometry
import Testing

/// A heading that was turned by hand is kept until it is released.
@Suite struct HeadingPinTests {
  @Test func theFirstNudgeTakesTheTarget() throws {
    var pin = HeadingPin(PinParameters())
    #expect(pin.yaw == nil)
    try pin.nudge(by: .degrees(5), target: .degrees(12))
    #expect(pin.isPinned && abs((pin.yaw?.degrees ?? 999) - 17) < 1e-9)
  }

  @Test func nudgesAddUp() throws {
    var pin = HeadingPin(PinParameters())
    var generator = Generator(seed: 9)
    var sum = 0.0
    for _ in 0..<100 {
      let nudge = 40 * generator.gaussian()
      // The filter's target does not matter meanwhile.
      try pin.nudge(by: .degrees(nudge), target: pin.isPinned ? .degrees(77) : .degrees(170))
      sum += nudge
    }
    let yaw = try #require(pin.yaw)
    expect(abs((yaw - .degrees(170 + sum)).wrapped.degrees), isBelow: 1e-6)
    expect(yaw.magnitude.radians, isAtMost: .pi)
  }

  @Test func theDriftOfTheSceneIsFollowedAndWidensIt() throws {
    var pin = HeadingPin(PinParameters())
    try pin.nudge(by: .zero, target: .degrees(179))
    for _ in 0..<400 { pin.drift(by: .degrees(0.01), error: .degrees(0.005)) }
    expect(abs((pin.yaw?.degrees ?? 999) + 177), isBelow: 1e-9)
    expect(abs((pin.sigma?.degrees ?? 0) - 5), isBelow: 1e-6)
    try pin.nudge(by: .degrees(1), target: .zero)
    expect(abs((pin.sigma?.degrees ?? 0) - 3), isBelow: 1e-6)
  }

  @Test func aReleasedHeadingFollowsTheEstimate() throws {
    var pin = HeadingPin(PinParameters())
    #expect(throws: HeadingPin.Refusal.notPinned) { try pin.release() }
    try pin.nudge(by: .degrees(20), target: .zero)
    var applied = AppliedAlignment(AppliedParameters(), good: LocalizationParameters())
    applied.advance(toward: try #require(pin.yaw), over: .seconds(0.01))
    try pin.release()
    #expect(pin.yaw == nil && pin.sigma == nil)
    applied.advance(toward: .degrees(8), over: .seconds(0.01))
    #expect(applied.yaw.degrees > 19.9 && applied.yaw.degrees < 20)
  }

  @Test func anglesThatAreNotFiniteAreRefused() throws {
    var pin = HeadingPin(PinParameters())
    #expect(throws: HeadingPin.Refusal.notFinite) { try pin.nudge(by: Angle(.nan), target: .zero) }
    #expect(throws: HeadingPin.Refusal.notFinite) { try pin.nudge(by: .zero, target: Angle(.infinity)) }
    #expect(!pin.isPinned)
    try pin.nudge(by: .degrees(1), target: .zero)
    pin.drift(by: Angle(.nan))
    pin.drift(by: .zero, error: Angle(.infinity))
    try pin.nudge(by: .degrees(1), target: Angle(.nan))
    expect(abs((pin.yaw?.degrees ?? 999) - 2), isBelow: 1e-9)
  }
}
