import Alignment
import CAllocations
import Geometry
import Samples
import Testing

/// The applied alignment, by which content is drawn, follows the target without a jump.
@Suite struct AppliedAlignmentTests {
  private let tick = TimeSpan(0.0025)

  private func known(at yaw: Angle, _ change: (inout AppliedParameters) -> Void = { _ in }) -> AppliedAlignment {
    var parameters = AppliedParameters()
    change(&parameters)
    var applied = AppliedAlignment(parameters)
    applied.advance(toward: yaw, over: tick)
    return applied
  }

  @Test func theFirstKnownAlignmentIsTakenAtOnce() {
    var applied = AppliedAlignment(AppliedParameters())
    // The alignment is unknown: the target wanders, and nothing is drawn by it.
    for degrees in [0.0, 90, -170, 30] {
      applied.corrected(by: Displacement(5000, 20, -3000))
      let step = applied.advance(toward: .degrees(degrees), isKnown: false, over: tick)
      #expect(step == .settled)
      #expect(abs(applied.yaw.degrees - degrees) < 1e-9)
    }
    let known = applied.advance(toward: .degrees(75), isKnown: true, over: tick)
    #expect(known == .settled)
    #expect(abs(applied.yaw.degrees - 75) < 1e-9)
    #expect(applied.shift == .zero)
    // From now on it is eased.
    applied.advance(toward: .degrees(80), over: tick)
    #expect(applied.yaw.degrees < 75.1 && applied.yaw.degrees > 75)
  }

  /// A wearer who stands and looks ahead sees 1°/s, and in 3 s the part that is beyond the known error.
  @Test func aHeadingTurnsSlowlyWithinItsError() {
    var applied = known(at: .zero)
    var time = 0.0, before = 0.0
    let sigma = (yaw: Angle.degrees(8), place: Length.zero)
    while applied.advance(toward: .degrees(20), sigma: sigma, over: tick) == .easing {
      time += tick.value
      let rate = (applied.yaw.degrees - before) / tick.value, left = 20 - before
      #expect(abs(rate - (1 + max(0, left - 8) / 3)) < 1e-6)
      before = applied.yaw.degrees
      if time > 30 { break }
    }
    // As in docs/alignment.md: logarithmic beyond the error, and linear for the rest.
    #expect(abs(time - (3 * log(1 + 12 / 3.0) + 8)) < 0.05)
    #expect(applied.isSettled)
    #expect(abs(applied.yaw.degrees - 20) < 1e-9)
  }

  /// An own turn of 60°/s hides 12°/s, and a walk of 1.4 m/s a turn as on a circle of 22 m and a shift of 0.2 m/s.
  @Test func anOwnMotionHidesMore() {
    let sigma = (yaw: Angle.degrees(30), place: Length(50))
    func rates(_ moved: Double, _ turned: Double) -> (yaw: Double, place: Double) {
      var applied = known(at: .zero)
      applied.corrected(by: Displacement(5, 0, 0))
      let step = Displacement<Scene>(moved * tick.value, 0, 0)
      applied.advance(
        toward: .zero, moved: step, turned: .degrees(turned * tick.value), sigma: sigma, over: tick)
      let shift = 5 - applied.shift.norm.value
      applied.advance(
        toward: .degrees(10), moved: step, turned: .degrees(turned * tick.value), sigma: sigma, over: tick)
      return (applied.yaw.degrees / tick.value, shift / tick.value)
    }
    #expect(abs(rates(0, 0).yaw - 1) < 1e-6 && abs(rates(0, 0).place - 0.2) < 1e-6)
    #expect(abs(rates(0, 60).yaw - 13) < 1e-6)
    #expect(abs(rates(1.4, 0).yaw - (1 + 1.4 / 22 * 180 / .pi)) < 1e-6)
    #expect(abs(rates(1.4, 0).place - (0.2 + 0.14 * 1.4)) < 1e-6)
  }

  @Test func theShortestWayLeadsAcrossSouth() {
    var applied = known(at: .degrees(170))
    for _ in 0..<400 { applied.advance(toward: .degrees(-170), over: tick) }
    #expect(applied.yaw.degrees > 173 && applied.yaw.degrees < 180)
    for _ in 0..<8000 { applied.advance(toward: .degrees(-170), over: tick) }
    #expect(abs(applied.yaw.degrees + 170) < 1e-6)
  }

  @Test func aCorrectedPlaceGlides() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(3, 0, 4))
    #expect(applied.shift == Displacement(-3, 0, -4))
    var time = 0.0, before = applied.shift
    while applied.advance(toward: .zero, over: tick) == .easing {
      let speed = (applied.shift - before).norm.value / tick.value
      #expect(speed < 1.201)
      before = applied.shift
      time += tick.value
      if time > 20 { break }
    }
    // The duration is τ ln(1 + S/(v₀ τ)), with S = 5 m, v₀ = 0.2 m/s, τ = 5 s.
    #expect(abs(time - 5 * log(6)) < 0.02)
    #expect(applied.shift == .zero)
  }

  @Test func aDistantCorrectionIsAppliedAtOnce() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(150, 0, 0))
    let teleported = applied.advance(toward: .zero, over: tick)
    #expect(teleported == .snapped)
    #expect(applied.shift == .zero)
    // A heading never jumps.
    let turned = applied.advance(toward: .degrees(150), over: tick)
    #expect(turned == .easing)
    #expect(abs(applied.yaw.degrees - 51 * tick.value) < 1e-6)
  }

  /// A geographic place, in the scene coordinates that a renderer uses, moves only as fast as easing allows, whatever the path of
  /// the wearer.
  @Test func aDrawnPlaceMovesByEasingOnly() {
    var generator = Generator(seed: 11)
    var applied = known(at: .degrees(40))
    var targetYaw = Angle.degrees(40), targetPlace = Displacement<Level>.zero, scene = Displacement<Scene>.zero
    let near = Displacement<Level>(6, 0, -4)
    func drawn() -> Displacement<Scene> {
      scene + Rotation<Scene, Level>.yaw(applied.yaw).inverse(near - (targetPlace + applied.shift))
    }
    var before = drawn(), snaps = 0
    for index in 0..<40_000 {
      if index % 2000 == 1999 {
        let correction = Displacement<Level>(4 * generator.gaussian(), 0, 4 * generator.gaussian())
        targetPlace += correction
        applied.corrected(by: correction)
        targetYaw = (targetYaw + .degrees(10 * generator.gaussian())).wrapped
      }
      let moved = Displacement<Scene>(0.0035 * generator.uniform(), 0, 0.002 * generator.gaussian())
      scene += moved
      targetPlace += Rotation<Scene, Level>.yaw(targetYaw)(moved)
      let away = (near - (targetPlace + applied.shift)).norm.value
      let shift = applied.shift.norm.value, left = (targetYaw - applied.yaw).wrapped.magnitude.degrees
      let step = applied.advance(toward: targetYaw, moved: moved, over: tick)
      if step == .snapped { snaps += 1 }
      let now = drawn()
      // Place rate, and the turn about the wearer.
      let turn = 1 + (left + 0.1) / 3 + moved.norm.value / tick.value / 22 * 180 / .pi
      let glide = 0.2 + (shift + 0.01) / 5 + 0.14 * moved.norm.value / tick.value
      let allowed = (glide + (away + 0.1) * turn * .pi / 180) * tick.value
      #expect((now - before).norm.value <= allowed * 1.01 + 1e-9)
      before = now
    }
    #expect(snaps == 0)
    for _ in 0..<20_000 { applied.advance(toward: targetYaw, over: tick) }
    #expect(applied.isSettled)
    #expect(abs((applied.yaw - targetYaw).wrapped.degrees) < 1e-9)
  }

  @Test func snapFollowsAtOnceAndEaseByItsTimeConstant() {
    var snap = known(at: .zero) { $0.mode = .snap }
    snap.corrected(by: Displacement(3, 0, 0))
    let step = snap.advance(toward: .degrees(30), over: tick)
    #expect(step == .settled)
    #expect(abs(snap.yaw.degrees - 30) < 1e-9)
    #expect(snap.shift == .zero)

    var ease = known(at: .zero) { $0.mode = .ease }
    ease.corrected(by: Displacement(3, 0, 0))
    for _ in 0..<600 { ease.advance(toward: .degrees(30), over: tick) }  // 1.5 s
    #expect(abs(ease.yaw.degrees - 30 * (1 - exp(-1))) < 0.05)
    #expect(abs(ease.shift.norm.value - 3 * exp(-1)) < 0.01)
  }

  @Test func aGapEasesByOneTickOnly() {
    var applied = known(at: .zero)
    applied.advance(toward: .degrees(60), over: TimeSpan(2))
    #expect(applied.yaw.degrees <= 2.1 + 1e-9)
  }

  @Test func valuesThatAreNotFiniteAreRefusedAndCounted() {
    var applied = known(at: .degrees(10))
    applied.advance(toward: Angle(.nan), over: tick)
    applied.advance(toward: .degrees(20), moved: Displacement(.infinity, 0, 0), over: TimeSpan(.nan))
    applied.corrected(by: Displacement(0, .nan, 0))
    #expect(applied.refusals(.yawNotFinite) == 1)
    #expect(applied.refusals(.wayNotFinite) == 1)
    #expect(applied.refusals(.shiftNotFinite) == 1)
    #expect(abs(applied.yaw.degrees - 10) < 0.1)
    #expect(applied.shift == .zero)
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
    #expect(allocations_of_this_thread() == before)
  }
}
