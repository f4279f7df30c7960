import Geometry

// The motion of a shoe, made of the walker's path. Each stride has a stance, in which the shoe is on the ground and rolls from heel
// to toe, and a swing. A walker's stance lasts six tenths of the stride, a runner's three tenths (Novacheck, "The biomechanics of
// running", Gait & Posture 7(1), 1998); the pitch goes from 20° toe up at the landing through flat to 50° toe down at the lift.
extension MotionChannels {
  /// One stance: the indices of its landing and of its lift, and where the foot stands.
  private struct Stance {
    var landing: Int, lift: Int
    var east: Double, north: Double, up: Double, course: Double
    var isRun: Bool
  }

  /// Speed from which the walker runs, in m/s; strides per second at 1.35 m/s and at a run.
  private static let running = 2.2, walkingStrides = 0.925, runningStrides = 1.4
  /// Distance of the foot to the right of the path, in meters, and the height of its swing.
  private static let aside = 0.1, lift = 0.09
  /// Pitch at the landing (toe up) and at the lift (toe down), in radians.
  private static let landingPitch = 0.35, liftPitch = -0.87
  /// The sensor on the instep, ahead of the heel's edge, behind the point about which the bending shoe rolls at the lift, and above
  /// the ground; meters.
  private static let aheadOfHeel = 0.15, behindBall = 0.03, height = 0.06

  /// Replaces the walker's path by that of the right foot.
  mutating func makeFoot(size: Double, variability: Double, seed: UInt64) {
    let stances = footfalls(variability: variability, seed: seed)
    let base = self
    var pitch = [Double](repeating: 0, count: east.count)
    for (number, stance) in stances.enumerated() {
      for i in stance.landing..<stance.lift { stand(i, stance) }
      for i in stance.landing..<stance.lift where stances.count > 1 {
        pitch[i] = Self.stancePitch(
          Double(i - stance.landing) / Double(max(1, stance.lift - stance.landing)), lands: number > 0,
          lifts: number + 1 < stances.count)
      }
      guard number + 1 < stances.count else { continue }
      let next = stances[number + 1], span = Double(next.landing - stance.lift)
      for i in stance.lift..<next.landing {
        let x = Double(i - stance.lift) / span, share = x * x * x * (10 - 15 * x + 6 * x * x)
        let bump = 16 * x * x * (1 - x) * (1 - x)
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        east[i] = between(stance.east, next.east)
        north[i] = between(stance.north, next.north)
        up[i] = between(stance.up, next.up) + Self.lift * (stance.isRun ? 2 : 1) * bump
        heading[i] = between(stance.course, stance.course + Angle(next.course - stance.course).wrapped.radians)
        pitch[i] = Self.liftPitch + (Self.landingPitch - Self.liftPitch) * share
        course[i] = base.course[i]
      }
      addImpact(at: next.landing, size: size * (next.isRun ? 2 : 1))
    }
    unwrapHeading()
    for i in pitch.indices { roll(i, pitch[i]) }
  }

  private mutating func stand(_ i: Int, _ stance: Stance) {
    east[i] = stance.east
    north[i] = stance.north
    up[i] = stance.up
    heading[i] = stance.course
  }

  /// Pitch in a stance, x from 0 at the landing to 1 at the lift.
  private static func stancePitch(_ x: Double, lands: Bool, lifts: Bool) -> Double {
    func smooth(_ x: Double) -> Double {
      let x = max(0, min(1, x))
      return x * x * (3 - 2 * x)
    }
    if lands, x < 0.2 { return landingPitch * (1 - smooth(x / 0.2)) }
    if lifts, x > 0.65 { return liftPitch * smooth((x - 0.65) / 0.35) }
    return 0
  }

  /// Moves the sensor as the shoe rolls by a pitch about the heel or the ball.
  private mutating func roll(_ i: Int, _ pitch: Double) {
    elevation[i] += pitch
    // From the pivot to the sensor: along the course and up, turned by the pitch.
    let ahead = pitch > 0 ? Self.aheadOfHeel : -Self.behindBall
    let along = ahead * cos(pitch) - Self.height * sin(pitch) - ahead
    let above = ahead * sin(pitch) + Self.height * cos(pitch) - Self.height
    east[i] += along * sin(heading[i])
    north[i] += along * cos(heading[i])
    up[i] += above
  }

  /// The ringing of the shoe after its landing: 35 Hz, gone after 50 ms, with a peak of some 50 m/s².
  private mutating func addImpact(at index: Int, size: Double) {
    for i in index..<min(up.count, index + Int(0.1 / spacing)) {
      let t = Double(i - index) * spacing
      up[i] -= size * 0.001 * exp(-t / 0.015) * sin(2 * .pi * 35 * t)
    }
  }

  private mutating func unwrapHeading() {
    for i in heading.indices.dropFirst() {
      heading[i] = heading[i - 1] + Angle(heading[i] - heading[i - 1]).wrapped.radians
    }
  }

  /// Returns the stances on the path. A walker that stands ends the stride first.
  private func footfalls(variability: Double, seed: UInt64) -> [Stance] {
    var generator = Generator(seed: seed, stream: "strides")
    var wander = GaussMarkov(sigma: variability, timeConstant: 8, interval: spacing, generator: &generator)
    let speeds = speed
    var found: [Stance] = [], landing = 0, phase = 0.0, isStanding = true, isRun = false
    func add(_ lift: Int) {
      let middle = (landing + lift) / 2
      found.append(
        Stance(
          landing: landing, lift: lift, east: east[middle] + Self.aside * cos(course[middle]),
          north: north[middle] - Self.aside * sin(course[middle]), up: up[middle], course: course[middle], isRun: isRun)
      )
    }
    for i in east.indices {
      let moves = speeds[i] > 0.15
      if moves { isRun = speeds[i] > Self.running }
      let pace = max(0.3, speeds[i] / 1.35)
      let strides = isRun ? Self.runningStrides : Self.walkingStrides * pace.squareRoot()
      let share = isRun ? 0.3 : 0.6, change = strides * (1 + wander.next(&generator).x) * spacing
      guard moves || !isStanding else { continue }
      phase += change
      if isStanding, phase >= share {
        add(i)
        isStanding = false
      } else if !isStanding, phase >= 1 {
        landing = i
        isStanding = true
        phase = 0
      }
    }
    add(east.count)
    return found
  }
}
