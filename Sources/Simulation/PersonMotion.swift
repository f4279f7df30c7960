import Geometry

/// Conversion of an outing into the channels of a motion: feet carry the body, the head turns in jerks, the torso follows.
struct PersonMotion {
  let person: Person
  let outing: Outing
  let parameters: SimulationParameters
  let seed: UInt64
  let spacing: Double
  /// Times of the controls; the first is two spacings before the start.
  private let times: [Double]

  init(_ person: Person, _ outing: Outing, _ parameters: SimulationParameters, seed: UInt64, spacing: Double) {
    self.person = person
    self.outing = outing
    self.parameters = parameters
    self.seed = seed
    self.spacing = spacing
    let count = Int((outing.time / spacing).rounded(.up)) + 6
    times = (0..<count).map { Double($0 - 2) * spacing }
  }

  func motion() -> MotionChannels {
    var motion = MotionChannels(count: times.count, spacing: spacing)
    let neck = self.neck()
    for i in times.indices {
      motion.east[i] = neck[i].x
      motion.north[i] = neck[i].y
    }
    let head = HeadTurns(person, outing, seed: seed).turns(neck: neck, times: times, spacing: spacing)
    let torso = self.torso(head: head.map(\.azimuth))
    let leans = self.leans()
    let isOnHead = parameters.personMount == .head
    for i in times.indices {
      let facing = torso[i]
      let out = leans[i]
      // The trunk tilts from the hip, about 0.8 m below the neck.
      let drop = -(out.x * out.x + out.y * out.y) / (2 * 0.8)
      let share = isOnHead ? 1.0 : 0.4
      let shift = (SIMD2(azimuth: facing) * out.y + SIMD2(azimuth: facing + .pi / 2) * out.x) * share
      motion.east[i] += shift.x
      motion.north[i] += shift.y
      motion.up[i] += drop * share
      if isOnHead {
        let turn = head[i]
        motion.heading[i] = turn.azimuth
        motion.elevation[i] = turn.elevation
        motion.roll[i] = turn.roll
        // The device is ahead of the joint of the neck and above it.
        let ahead = person.lever.x * cos(turn.elevation) - person.lever.y * sin(turn.elevation)
        let lever = SIMD2(azimuth: turn.azimuth) * (ahead - person.lever.x)
        let right = SIMD2(azimuth: turn.azimuth + .pi / 2), aside = right * (person.lever.y * sin(turn.roll))
        let start = SIMD2(azimuth: turn.azimuth) * person.lever.x
        motion.east[i] += lever.x + aside.x + start.x
        motion.north[i] += lever.y + aside.y + start.y
        motion.up[i] += person.lever.x * sin(turn.elevation)
        motion.up[i] += person.lever.y * (cos(turn.elevation) * cos(turn.roll) - 1)
      } else {
        motion.heading[i] = facing
        motion.elevation[i] = -out.y / 0.8
        motion.roll[i] = out.x / 0.8
      }
    }
    motion.addSway(size: parameters.gait, seed: seed)
    addBounce(to: &motion, torso: torso)
    return motion
  }

  /// Returns the body's path: each step's displacement spread evenly over its time, corners rounded as bodies do.
  private func neck() -> [SIMD2<Double>] {
    var east = [Double](repeating: 0, count: times.count), north = east
    for step in outing.footfalls {
      let first = Int((step.start - times[0]) / spacing), last = Int((step.start + step.duration - times[0]) / spacing)
      for i in max(0, first)...min(times.count - 1, last + 1) {
        let from = max(step.start, times[i] - spacing), to = min(step.start + step.duration, times[i])
        guard to > from else { continue }
        let share = (to - from) / step.duration
        east[i] += share * step.way.x
        north[i] += share * step.way.y
      }
    }
    let width = Int(0.5 / spacing)
    let de = smoothed(east, width: width), dn = smoothed(north, width: width)
    var place = SIMD2<Double>.zero
    return times.indices.map { i in
      place += SIMD2(de[i], dn[i])
      return place
    }
  }

  /// Returns the torso's azimuth: it follows the head beyond a comfortable angle, or faces a course.
  private func torso(head: [Double]) -> [Double] {
    let comfortable = 0.45, keep = exp(-spacing / 0.45)
    var next = 0, wanted = head.first ?? 0, slow = wanted, torso = wanted
    return times.indices.map { i in
      while next < outing.facings.count && outing.facings[next].start <= times[i] { next += 1 }
      let facing = next > 0 ? outing.facings[next - 1].azimuth : nil
      if let facing {
        wanted = slow + Angle(facing - slow).wrapped.radians
      } else {
        let off = Angle(head[i] - wanted).wrapped.radians
        if abs(off) > comfortable { wanted += off - (off > 0 ? comfortable : -comfortable) }
      }
      slow = wanted + (slow - wanted) * keep
      torso = slow + (torso - slow) * keep
      return torso
    }
  }

  /// Returns leans by some centimeters and back: to the right and ahead of the body, in meters.
  private func leans() -> [SIMD2<Double>] {
    var generator = Generator(seed: seed, stream: "lean")
    var moves: [JerkMove] = []
    var time = generator.uniform(in: 2...8)
    let end = times.last ?? 0
    while time < end {
      let azimuth = generator.uniform(in: -2.2...2.2), size = person.lean * generator.uniform(in: 0.8...1.2)
      let out = SIMD2(azimuth: azimuth) * max(0.05, min(0.1, size))
      let away = generator.uniform(in: 0.6...1.2), hold = generator.uniform(in: 0.5...4)
      let back = generator.uniform(in: 0.6...1.2)
      moves.append(JerkMove(start: time, duration: away, change: SIMD3(out.x, out.y, 0)))
      moves.append(JerkMove(start: time + away + hold, duration: back, change: SIMD3(-out.x, -out.y, 0)))
      time += away + hold + back + generator.uniform(in: 2...9)
    }
    var sum = SIMD3<Double>.zero, first = 0
    return times.map { time in
      while first < moves.count && moves[first].end <= time {
        sum += moves[first].change
        first += 1
      }
      var value = sum
      if first < moves.count { value += moves[first].value(at: time) }
      return SIMD2(value.x, value.y)
    }
  }

  /// Adds the bounce: each step lifts the body by A(1 − cos φ)(1 + s sin φ) and lowers it again, at rest before and after, with A
  /// from the peak of the acceleration, A = p/(2π/T)² (p `peak`, T `duration`, s `skew`). The body sways over the standing foot,
  /// and it is fastest where it is lowest, as in `MotionChannels.addGait`.
  private func addBounce(to motion: inout MotionChannels, torso: [Double]) {
    var foot = 1.0
    for step in outing.footfalls {
      foot = -foot
      let omega = 2 * .pi / step.duration
      let size = step.peak / (omega * omega)
      let aside = foot * min(0.03, 0.3 * size + 0.006 * min(1, step.peak))
      let first = max(0, Int(((step.start - times[0]) / spacing).rounded(.up)))
      let last = min(times.count - 1, Int((step.start + step.duration - times[0]) / spacing))
      guard first <= last else { continue }
      for i in first...last {
        let phase = omega * (times[i] - step.start)
        let lift = 1 - cos(phase), surge = lift * sin(phase)
        motion.up[i] += size * (lift + person.skew * surge)
        let right = SIMD2(azimuth: torso[i] + .pi / 2), across = right * (aside * lift)
        let along = SIMD2(azimuth: step.way.length > 0 ? step.way.azimuth : torso[i]) * (0.5 * size * surge)
        motion.east[i] += across.x + along.x
        motion.north[i] += across.y + along.y
        motion.elevation[i] -= 0.5 * size * lift
        motion.roll[i] += 0.4 * aside * lift
        motion.heading[i] += 0.5 * aside * lift
      }
    }
  }
}

/// A movement of least jerk, x³(10 − 15x + 6x²) (Flash and Hogan 1985), of up to three values at once.
struct JerkMove: Sendable {
  var start: Double
  var duration: Double
  var change: SIMD3<Double>
  var end: Double { start + duration }

  func value(at time: Double) -> SIMD3<Double> {
    let x = max(0, min(1, (time - start) / duration))
    return change * (x * x * x * (10 - 15 * x + 6 * x * x))
  }
}
