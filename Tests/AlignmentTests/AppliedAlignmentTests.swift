import Alignment
import CAllocations
import Expectations
import Geometry
import Samples
import Testing

/// The applied alignment, by which content is drawn, follows the target without a jump.
@Suite struct AppliedAlignmentTests {
  private let tick = TimeSpan(0.0025)

  private func known(at yaw: Angle, _ change: (inout AppliedParameters) -> Void = { _ in }) -> AppliedAlignment {
    var parameters = AppliedParameters()
    change(&parameters)
    var applied = AppliedAlignment(parameters, good: LocalizationParameters())
    applied.advance(toward: yaw, over: tick)
    return applied
  }

  @Test func theFirstKnownAlignmentIsTakenAtOnce() {
    var applied = AppliedAlignment(AppliedParameters(), good: LocalizationParameters())
    // The alignment is unknown: the target wanders, and nothing is drawn by it.
    for degrees in [0.0, 90, -170, 30] {
      applied.corrected(by: Displacement(5000, 20, -3000))
      applied.advance(toward: .degrees(degrees), isKnown: false, over: tick)
      expect(abs(applied.yaw.degrees - degrees), isBelow: 1e-9)
    }
    applied.advance(toward: .degrees(75), isKnown: true, over: tick)
    expect(abs(applied.yaw.degrees - 75), isBelow: 1e-9)
    expect(applied.shift, equals: .zero)
    // From now on it is eased.
    applied.advance(toward: .degrees(80), over: tick)
    #expect(applied.yaw.degrees < 75.1 && applied.yaw.degrees > 75)
    expect(applied.snaps, equals: 0)
  }

  /// A wearer who stands and looks ahead sees 0.5°/s and 0.1 m/s, however wrong the picture is known to be.
  @Test func itMovesSlowlyBeforeAWearerOnTheSpot() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(3, 0, 4))
    var time = 0.0, yaw = 0.0, shift = 5.0
    while time < 60, yaw < 12 || shift > 0 {
      applied.advance(toward: .degrees(12), over: tick)
      time += tick.value
      expect((applied.yaw.degrees - yaw) / tick.value, isBelow: 0.5 + 1e-6)
      expect((shift - applied.shift.norm.value) / tick.value, isBelow: 0.1 + 1e-6)
      (yaw, shift) = (applied.yaw.degrees, applied.shift.norm.value)
    }
    expect(abs(time - 50), isBelow: 0.05)
    #expect(applied.snaps == 0 && applied.yaw == .degrees(12))
  }

  /// An own turn hides 5 % of it, up to 0.5°/s; a walk of 1.4 m/s a turn as on a circle of 22 m, and a shift of 0.2 m/s.
  @Test func anOwnMotionHidesMore() {
    func rates(_ moved: Double, _ turned: Double) -> (yaw: Double, place: Double) {
      var applied = known(at: .zero)
      applied.corrected(by: Displacement(5, 0, 0))
      let step = Displacement<Level>(moved * tick.value, 0, 0), turn = Angle.degrees(turned * tick.value)
      applied.advance(toward: .zero, moved: step, turned: turn, over: tick)
      let shift = 5 - applied.shift.norm.value
      applied.advance(toward: .degrees(10), moved: step, turned: turn, over: tick)
      return (applied.yaw.degrees / tick.value, shift / tick.value)
    }
    let circle = 1.4 / 22 * 180 / .pi
    #expect(abs(rates(0, 0).yaw - 0.5) < 1e-6 && abs(rates(0, 0).place - 0.1) < 1e-6)
    #expect(abs(rates(0, 6).yaw - 0.8) < 1e-6 && abs(rates(0, 200).yaw - 1) < 1e-6)
    expect(abs(rates(1.4, 0).yaw - (0.5 + circle)), isBelow: 1e-6)
    expect(abs(rates(1.4, 0).place - (0.1 + 0.14 * 1.4)), isBelow: 1e-6)
    // A third of a degree in a frame of a twentieth of a second, at most.
    expect(rates(20, 300).yaw, isBelow: 6.5)
  }

  @Test func theShortestWayLeadsAcrossSouth() {
    var applied = known(at: .degrees(175))
    for _ in 0..<2000 { applied.advance(toward: .degrees(-175), over: tick) }
    #expect(applied.yaw.degrees > 177 && applied.yaw.degrees < 180)
    for _ in 0..<8000 { applied.advance(toward: .degrees(-175), over: tick) }
    expect(abs(applied.yaw.degrees + 175), isBelow: 1e-6)
  }

  /// Errors beyond those of a good heading or place are not eased, and counted.
  @Test func aGrossCorrectionIsAppliedAtOnce() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(10.5, 0, 0))
    applied.advance(toward: .zero, over: tick)
    #expect(applied.shift == .zero && applied.snaps == 1)
    applied.advance(toward: .degrees(-15.5), over: tick)
    #expect(abs(applied.yaw.degrees + 15.5) < 1e-9 && applied.snaps == 2)
    applied.corrected(by: Displacement(9.5, 0, 0))
    applied.advance(toward: .degrees(-1), over: tick)
    #expect(applied.snaps == 2 && applied.shift.x < -9.4)
  }

  /// Steps that lead nowhere keep the shift: the scene's motion is none on Earth.
  @Test func aMotionThatLeadsNowhereShiftsNothing() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(2, 0, 0))
    for _ in 0..<40 { applied.advance(toward: .degrees(10), moved: .zero, over: tick) }
    #expect(abs(applied.shift.x + 2 - 0.01) < 1e-9 && applied.shift.z == 0)
    // A way of 1 m to the north, which the drawing takes for one 9.95° to the left: 17 cm to the west.
    let before = applied.shift
    applied.advance(toward: .degrees(10), moved: Displacement(0, 0, -1), over: tick)
    expect(abs((applied.shift - before).x + 0.173), isBelow: 0.003)
  }

  /// A geographic place, in the scene coordinates that a renderer uses, moves only as fast as easing allows, whatever the path of
  /// the wearer.
  @Test func aDrawnPlaceMovesByEasingOnly() {
    var generator = Generator(seed: 11)
    var applied = known(at: .degrees(40))
    var targetYaw = Angle.degrees(40), targetPlace = Displacement<Level>.zero, scene = Displacement<Scene>.zero
    let near = Displacement<Level>(12, 0, -8)
    func drawn() -> Displacement<Scene> {
      scene + Rotation<Scene, Level>.yaw(applied.yaw).inverse(near - (targetPlace + applied.shift))
    }
    var before = drawn()
    for index in 0..<40_000 {
      if index % 2000 == 1999 {
        let correction = Displacement<Level>(generator.gaussian(), 0, generator.gaussian())
        targetPlace += correction
        applied.corrected(by: correction)
        targetYaw = (targetYaw + .degrees(2 * generator.gaussian())).wrapped
      }
      let moved = Displacement<Scene>(0.0035 * generator.uniform(), 0, 0.002 * generator.gaussian())
      scene += moved
      let own = Rotation<Scene, Level>.yaw(targetYaw)(moved)
      targetPlace += own
      let away = (near - (targetPlace + applied.shift)).norm.value
      applied.advance(toward: targetYaw, moved: own, over: tick)
      let now = drawn()
      // Place rate, and the turn about the wearer.
      let turn = 0.5 + moved.norm.value / tick.value / 22 * 180 / .pi
      let glide = 0.1 + 0.14 * moved.norm.value / tick.value
      let allowed = (glide + (away + 0.1) * turn * .pi / 180) * tick.value
      expect((now - before).norm.value, isAtMost: allowed * 1.01 + 1e-9)
      before = now
    }
    expect(applied.snaps, equals: 0)
    for _ in 0..<60_000 { applied.advance(toward: targetYaw, over: tick) }
    #expect(applied.shift == .zero && abs((applied.yaw - targetYaw).wrapped.degrees) < 1e-9)
  }

  @Test func snapFollowsAtOnce() {
    var snap = known(at: .zero) { $0.mode = .snap }
    snap.corrected(by: Displacement(3, 0, 0))
    snap.advance(toward: .degrees(30), over: tick)
    expect(abs(snap.yaw.degrees - 30), isBelow: 1e-9)
    expect(snap.shift, equals: .zero)
  }

  @Test func aGapEasesByOneTickOnly() {
    var applied = known(at: .zero)
    applied.advance(toward: .degrees(10), over: TimeSpan(2))
    expect(applied.yaw.degrees, isAtMost: 0.05 + 1e-9)
  }

  @Test func valuesThatAreNotFiniteChangeNothing() {
    var applied = known(at: .degrees(10))
    applied.advance(toward: Angle(.nan), over: tick)
    applied.advance(toward: .degrees(20), moved: Displacement(.infinity, 0, 0), over: TimeSpan(.nan))
    applied.corrected(by: Displacement(0, .nan, 0))
    expect(abs(applied.yaw.degrees - 10), isBelow: 0.1)
    expect(applied.shift, equals: .zero)
  }

  @Test(arguments: AppliedMode.allCases) func nothingMakesItNaN(_ mode: AppliedMode) {
    var generator = Generator(seed: 3)
    let odd = [0, -0.0, 1e-300, 1e300, -1e300, .infinity, -.infinity, .nan, 1, -3]
    func any() -> Double {
      generator.uniform() < 0.3 ? odd[Int(generator.uniform() * Double(odd.count))] : generator.gaussian()
    }
    var applied = known(at: .zero) { $0.mode = mode }
    for _ in 0..<20_000 {
      if generator.uniform() < 0.2 { applied.corrected(by: Displacement(any(), any(), any())) }
      applied.advance(toward: Angle(any()), moved: Displacement(any(), any(), any()), over: TimeSpan(any()))
      #expect(applied.yaw.isFinite && applied.yaw.magnitude.radians <= .pi)
      #expect(applied.shift.isFinite)
    }
  }

  @Test func itAllocatesNothing() {
    var applied = known(at: .zero)
    let before = allocations_of_this_thread()
    for index in 0..<1000 {
      applied.corrected(by: Displacement(0.01, 0, 0))
      applied.advance(toward: .degrees(Double(index % 7)), moved: Displacement(0.003, 0, 0), over: tick)
    }
    expect(allocations_of_this_thread(), equals: before)
  }
}
