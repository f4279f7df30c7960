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
    #expect(applied.yaw.degrees < 75.1)
  }

  @Test func aHeadingTurnsAtFiveDegreesPerSecond() {
    var applied = known(at: .zero)
    var time = 0.0
    while applied.advance(toward: .degrees(20), over: tick) == .easing {
      time += tick.value
      #expect(abs(applied.yaw.degrees - min(20, 5 * time)) < 1e-6)
      if time > 5 { break }
    }
    #expect(abs(time - 4) < 0.01)
    #expect(applied.isSettled)
    #expect(abs(applied.yaw.degrees - 20) < 1e-9)
  }

  @Test func theShortestWayLeadsAcrossSouth() {
    var applied = known(at: .degrees(170))
    for _ in 0..<400 { applied.advance(toward: .degrees(-170), over: tick) }
    #expect(abs(applied.yaw.degrees - 175) < 1e-6)
    for _ in 0..<800 { applied.advance(toward: .degrees(-170), over: tick) }
    #expect(abs(applied.yaw.degrees + 175) < 1e-6)
  }

  @Test func aCorrectedPlaceGlides() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(3, 0, 4))
    #expect(applied.shift == Displacement(-3, 0, -4))
    var time = 0.0, before = applied.shift
    while applied.advance(toward: .zero, over: tick) == .easing {
      let speed = (applied.shift - before).norm.value / tick.value
      #expect(speed < 2.001)
      before = applied.shift
      time += tick.value
      if time > 20 { break }
    }
    // The duration is τ ln(1 + S/(v₀ τ)), with S = 5 m, v₀ = 1 m/s, τ = 5 s.
    #expect(abs(time - 5 * log(2)) < 0.02)
    #expect(applied.shift == .zero)
  }

  @Test func aDistantCorrectionIsAppliedAtOnce() {
    var applied = known(at: .zero)
    applied.corrected(by: Displacement(150, 0, 0))
    let teleported = applied.advance(toward: .zero, over: tick)
    #expect(teleported == .snapped)
    #expect(applied.shift == .zero)
    let turned = applied.advance(toward: .degrees(150), over: tick)
    #expect(turned == .snapped)
    #expect(abs(applied.yaw.degrees - 150) < 1e-9)
    let still = applied.advance(toward: .degrees(150), over: tick)
    #expect(still == .settled)
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
      let shift = applied.shift.norm.value
      let step = applied.advance(toward: targetYaw, moved: moved, over: tick)
      if step == .snapped { snaps += 1 }
      let now = drawn()
      // Place rate, and the turn about the wearer.
      let allowed = (1 + (shift + 0.01) / 5 + (away + 0.1) * 5 * .pi / 180) * tick.value
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
    #expect(applied.yaw.degrees <= 0.5 + 1e-9)
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
