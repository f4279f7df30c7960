import Fusion
import Geometry
import Samples

// The specific force as the way, in the scene's level axes: v is known while the heading is not, and only Rot(δ) is not linear.
// With ΔV and ΔS the sums of the force over T, a its error:
//
//     d = v T + ΔS − ½ a T²     p += Rot(δ) d     D += d     v += ΔV − a T     a ← e^(−T/20 s) a
//
// White noise of the force, q per second, gives q T to v, q T³/3 to p and D, and their cross terms.
extension EarthTie {
  /// Error of the force: 0.2 m/s² is a tilt of one degree; how long it lasts, in s.
  static let forceError = 0.2, forceTime = 20.0
  /// Error of the velocity at the start, in m/s; of the receiver's delays, in s.
  static let startVelocity = 1.0, delay = 0.2
  /// Wander of the heading, and of its drift, while the force is the way.
  static let forceYawWalk = Angle.degrees(2).radians, forceDriftWalk = Angle.degrees(0.02).radians
  /// Time after the last precise reading from which on steps are the way again.
  static let memoryOfPrecision = TimeSpan(30)

  /// How the direction of the steps against the way wanders, and how far it may be off at first.
  static let courseWalk = Angle.degrees(2), unknownCourse = Angle.degrees(120), startCourse = Angle.degrees(15)

  /// Begins to take the force as the way. Before it δ is the heading of the walk, after it that of the scene: walk = scene + μ.
  mutating func beginForce() {
    let pointsAside = pointing.aside > 0.5
    motion.kind = .force
    let second = history.moment(at: now.time - TimeSpan(1))
    let way = now.way - second.way
    motion.looked = now
    use(Index.count)
    for i in 0..<bank.count {
      if bank.members[i].label.contains(.carried) {
        bank.members[i].label.remove(.carried)
        bank.members[i].state.reset(two: Index.carried, variance: 0)
      }
      if pointsAside, bank.members[i].label.contains(.chipTurned) {
        let angle = -bank.members[i].state.mean[Index.chip]
        bank.members[i].label.remove(.chipTurned)
        bank.members[i].state.pointAlong(chip: square(parameters.chip))
        bank.members[i].state.mean[Index.course] = angle
      }
      let leads = !bank.members[i].label.contains(.rests)
      let scale = leads ? exp(bank.members[i].state.mean[Index.stride]) : 0
      let v = turned(way, by: bank.members[i].state.mean[Index.course]) * scale
      bank.members[i].state.reset(two: Index.velocity, to: v, variance: Self.startVelocity * Self.startVelocity)
      bank.members[i].state.reset(two: Index.force, variance: Self.forceError * Self.forceError)
      bank.members[i].state.reset(two: Index.looked, variance: 0)
      let course = bank.members[i].state.mean[Index.course]
      bank.members[i].state.reset(Index.course, to: course, variance: square(Self.startCourse))
      bank.members[i].state.covariance.shear(row: Index.yaw, by: SparseRow(Index.course, -1))
      bank.members[i].state.covariance.add(square(Self.unknownCourse) - square(Self.startCourse), to: Index.course)
    }
  }

  mutating func endForce() {
    motion.kind = .steps
    bank.revise {
      $0.covariance.shear(row: Index.yaw, by: SparseRow(Index.course, 1))
      $0.mean[Index.yaw] += $0.mean[Index.course]
      $0.use(Index.countBeside)
    }
  }

  /// Takes more of the states into use.
  private mutating func use(_ count: Int) {
    bank.revise {
      let had = $0.covariance.used
      guard had < count else { return }
      $0.use(count)
      guard had == Index.countBySteps else { return }
      $0.reset(Index.placeDelay, variance: Self.delay * Self.delay)
      $0.reset(Index.velocityDelay, variance: Self.delay * Self.delay)
    }
  }

  /// 1 σ of a wearer's velocity on each axis, whose direction is unknown.
  static let anyVelocity = 1.5

  /// Begins to run the force beside the steps.
  mutating func beginBeside() {
    use(Index.countBeside)
    bank.revise {
      $0.reset(two: Index.velocity, variance: Self.anyVelocity * Self.anyVelocity)
      $0.reset(two: Index.force, variance: Self.forceError * Self.forceError)
    }
    motion.kind = .beside
  }

  /// Variance that the noise of the force has cost since a moment T ago: q T of a velocity, q T³/3 of a place.
  func aged(since moment: OdometryMoment, _ t: Double, place: Bool) -> Double {
    guard motion.kind != .steps, t > 0 else { return 0 }
    let variance = now.forceVariance - moment.forceVariance
    return place ? variance * t * t / 3 : variance
  }
}
