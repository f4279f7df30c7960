import Expectations
import Geometry
import Scenery
import Testing

@Suite struct HintTests {
  private func screen() throws -> Viewport {
    try Viewport(width: Pixels(1280), height: Pixels(720), fieldOfView: .degrees(60))
  }

  private func isOnTheBorder(_ point: ScreenPoint) -> Bool {
    let x = point.x.value, y = point.y.value
    guard x >= 0, x <= 1280, y >= 0, y <= 720 else { return false }
    return x == 0 || x == 1280 || y == 0 || y == 720
  }

  /// For any attitude of the head and any target the hint is on the border, and a turn in its direction brings the target in,
  /// degree for degree.
  @Test func theHintLiesOnTheBorderAndTheWayIsTheShortest() throws {
    let screen = try screen()
    var generator = Generator(seed: 6)
    var hinted = 0, behind = 0
    for _ in 0..<20_000 {
      var hints = OffscreenHints(SceneParameters())
      let rotation: Rotation<Level, Display> = anyRotation(&generator)
      let target = rotation(Displacement<Level>(12, 3, -40))
      let seen = target.z < 0 ? (x: 640 + 1108.5 * target.x / -target.z, y: 360 - 1108.5 * target.y / -target.z) : nil
      let hint = hints.update(target, in: screen)
      if let seen, seen.x > 1, seen.x < 1279, seen.y > 1, seen.y < 719 {
        #expect(hint == nil)
        continue
      }
      guard let hint else { continue }
      hinted += 1
      #expect(isOnTheBorder(hint.point))
      let angle = acos(max(-1, min(1, -target.z / target.norm.value)))
      expect(abs(hint.angle.radians - angle), isBelow: 1e-6)
      // A turn of the view in the hint's direction by the angle `δ`: the new forward = cos δ · forward + sin δ · direction.
      for δ in [0.01, angle / 2, angle] where δ <= angle {
        let forward = SIMD3(sin(δ) * hint.right, sin(δ) * hint.up, -cos(δ))
        let left = acos(max(-1, min(1, dot(forward, target.components) / target.norm.value)))
        expect(abs(left - (angle - δ)), isBelow: 1e-5)
      }
      // The hint itself is in that direction, unless it is straight behind.
      guard angle < 160 * .pi / 180 else {
        behind += 1
        continue
      }
      let x = hint.point.x.value - 640, y = 360 - hint.point.y.value, length = (x * x + y * y).squareRoot()
      #expect(abs(x / length - hint.right) < 1e-6 && abs(y / length - hint.up) < 1e-6)
      expect(hint.side, equals: (target.x < 0 ? .left : .right))
    }
    #expect(hinted > 15_000 && behind > 200)
  }

  /// A target that passes straight behind, with noise, keeps its side; 10° past it, it changes once.
  @Test func straightBehindTheSideIsKept() throws {
    let screen = try screen()
    var hints = OffscreenHints(SceneParameters())
    var generator = Generator(seed: 7)
    var changes: [Double] = []
    for step in 0...3000 {
      let azimuth = 150 + 60 * Double(step) / 3000 + 0.5 * generator.gaussian()
      let target = Displacement<Display>(
        sin(azimuth * .pi / 180), 0.01 * generator.gaussian(), -cos(azimuth * .pi / 180))
      guard let hint = hints.update(target, in: screen) else {
        Issue.record("no hint at \(azimuth)°")
        continue
      }
      if hint.hasChangedSide { changes.append(azimuth) }
      if abs(azimuth - 180) < 9 {
        expect(hint.point.y, equals: Pixels(720))
        expect(abs(hint.point.x.value - (hint.side == .right ? 960 : 320)), isBelow: 1e-6)
      }
    }
    #expect(changes.count == 1 && abs((changes.first ?? 0) - 190) < 2.5)
  }

  /// On a display that is held on its side a target at eye height is above or below: it keeps its side while the head sways.
  @Test func aTargetInTheUprightPlaneKeepsItsSide() throws {
    let screen = try screen()
    var hints = OffscreenHints(SceneParameters()), generator = Generator(seed: 4), changes = 0
    for index in 0..<2000 {
      // All around in the upright plane, with 3° of sway.
      let turn = Double(index) / 2000 * 2 * Double.pi, sway = 0.05 * generator.gaussian()
      let target = Displacement<Display>(80 * sin(sway), 80 * cos(sway) * sin(turn), -80 * cos(sway) * cos(turn))
      if let hint = hints.update(target, in: screen), hint.hasChangedSide { changes += 1 }
    }
    expect(changes, isAtMost: 1, "\(changes)")
  }

  /// Along any path of the target the hint moves smoothly, except when it states a change of its side.
  @Test func theHintMovesContinuously() throws {
    let screen = try screen()
    var generator = Generator(seed: 9)
    for _ in 0..<100 {
      var hints = OffscreenHints(SceneParameters())
      // Great circles that pass up to 25° from straight behind.
      let tilt = Rotation<Display, Display>(
        about: Direction(generator.gaussian(), generator.gaussian(), 0), by: .degrees(25 * generator.uniform()))
      let axis = tilt(Direction<Display>(generator.gaussian(), generator.gaussian(), 0))
      var last: (along: Double, behind: Double)?
      for step in 0..<7200 {
        let turn = Rotation<Display, Display>(about: axis, by: .degrees(0.05 * Double(step)))
        let target = turn(tilt(Displacement<Display>(0, 0, 30)))
        guard let hint = hints.update(target, in: screen) else {
          last = nil
          continue
        }
        let along = perimeter(hint.point)
        let aside = (target.x * target.x + target.y * target.y).squareRoot(), behind = atan2(aside, target.z)
        // Outside the blend a target close to the axis ahead or behind turns the ray quickly: only the others are compared.
        if let last, !hint.hasChangedSide, aside > 1 {
          let moved = abs((along - last.along).remainder(dividingBy: 4000))
          expect(moved, isBelow: 60, "\(moved) px at \(behind * 180 / .pi)°")
        }
        last = (along, behind)
      }
    }
  }

  /// Position along the border, from its upper left corner.
  private func perimeter(_ point: ScreenPoint) -> Double {
    let x = point.x.value, y = point.y.value
    return y == 0 ? x : x == 1280 ? 1280 + y : y == 720 ? 2000 + (1280 - x) : 3280 + (720 - y)
  }

  @Test func everyHintIsFinite() throws {
    let screen = try screen()
    var hints = OffscreenHints(SceneParameters())
    for none in [
      Displacement<Display>.zero, Displacement(.nan, 0, 1), Displacement(0, .infinity, 1), Displacement(0, 0, -1),
    ] {
      let hint = hints.update(none, in: screen)
      #expect(hint == nil)
    }
    let tiny = Double.leastNonzeroMagnitude, huge = 1e150
    for target in [
      Displacement<Display>(0, 0, 1), Displacement(0, 1, 0), Displacement(0, -1, 0), Displacement(1, 0, 0),
      Displacement(-1, 0, 0), Displacement(tiny, 0, 1), Displacement(-1e-200, 1e-200, 1), Displacement(0, huge, huge),
      Displacement(1e-9, 1e-9, 1e-9), Displacement(0, 0, -0.0) + Displacement(0, 1e-300, 1e-160),
    ] {
      guard let hint = hints.update(target, in: screen) else { continue }
      #expect(isOnTheBorder(hint.point) && hint.angle.isFinite && hint.right.isFinite && hint.up.isFinite)
    }
    // Above is at the top, below at the bottom, right at the right.
    for (target, x, y) in [
      (Displacement<Display>(0, 1, 0), 640.0, 0.0), (Displacement(0, -1, 0), 640, 720),
      (Displacement(1, 0, 0), 1280, 360),
    ] {
      let hint = hints.update(target, in: screen)
      expect(hint?.point, equals: ScreenPoint(x: Pixels(x), y: Pixels(y)))
    }
  }

  @Test func hintsInAnglesNeedNoDisplay() throws {
    var pointing = Pointing()
    for (azimuth, heading, bearing) in [
      (90.0, 0.0, 90.0), (10, 350, 20), (350, 10, -20), (300, 180, 120), (359, 180, 179), (5, 180, 185), (9, 180, 189),
      (11, 180, -169),
      (355, 180, -185), (349, 180, 169),
    ] {
      let answer = pointing.update(
        azimuth: .degrees(azimuth), elevation: .degrees(10), heading: .degrees(heading), elevation: .degrees(-5))
      let error = try #require(answer)
      expect(
        abs(error.bearing.degrees - bearing), isBelow: 1e-9, "\(azimuth) from \(heading): \(error.bearing.degrees)")
      expect(abs(error.elevation.degrees - 15), isBelow: 1e-9)
      // The spherical law of cosines
      let Δ = bearing * .pi / 180, a = 10 * Double.pi / 180, b = -5 * Double.pi / 180
      expect(abs(error.angle.radians - acos(sin(a) * sin(b) + cos(a) * cos(b) * cos(Δ))), isBelow: 1e-9)
    }
    let none = pointing.update(azimuth: .degrees(.nan), elevation: .zero, heading: .zero, elevation: .zero)
    #expect(none == nil)
  }
}
