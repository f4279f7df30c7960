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

  mutating func moveByForce(
    _ i: Int, _ t: Double, _ push: (velocity: SIMD2<Double>, place: SIMD2<Double>, variance: Double)
  ) {
    let mean = bank.members[i].state.mean, yaw = mean[Index.yaw]
    let d = mean.two(at: Index.velocity) * t + push.place - mean.two(at: Index.force) * (0.5 * t * t)
    let g = turned(d, by: yaw), c = cos(yaw), s = sin(yaw)
    var east = SparseRow(Index.yaw, g.y), north = SparseRow(Index.yaw, -g.x)
    Self.add(Index.velocity, t, &east, &north, c, s)
    Self.add(Index.force, -0.5 * t * t, &east, &north, c, s)
    bank.members[i].state.covariance.shear(row: Index.place, by: east)
    bank.members[i].state.covariance.shear(row: Index.place + 1, by: north)
    for axis in 0..<2 {
      var row = SparseRow(Index.velocity + axis, t)
      row.add(Index.force + axis, -0.5 * t * t)
      bank.members[i].state.covariance.shear(row: Index.looked + axis, by: row)
      bank.members[i].state.covariance.shear(row: Index.velocity + axis, by: SparseRow(Index.force + axis, -t))
    }
    bank.members[i].state.mean.set(two: mean.two(at: Index.place) + g, at: Index.place)
    bank.members[i].state.mean.set(two: mean.two(at: Index.looked) + d, at: Index.looked)
    bank.members[i].state.mean.set(
      two: mean.two(at: Index.velocity) + push.velocity - mean.two(at: Index.force) * t, at: Index.velocity)
    addForceNoise(i, t, push.variance / t, c, s)
    decayForce(i, t)
    let course = square(Self.courseWalk) * t
    bank.members[i].state.covariance.add(course, to: Index.course)
  }

  /// How the direction of the steps against the way wanders, and how far it may be off at first.
  static let courseWalk = Angle.degrees(2), unknownCourse = Angle.degrees(120), startCourse = Angle.degrees(15)

  private mutating func addForceNoise(_ i: Int, _ t: Double, _ q: Double, _ c: Double, _ s: Double) {
    let place = q * t * t * t / 3, mixed = q * t * t / 2
    for axis in 0..<2 {
      bank.members[i].state.covariance.add(q * t, to: Index.velocity + axis)
      bank.members[i].state.covariance.add(place, to: Index.looked + axis)
      bank.members[i].state.covariance.add(place, to: Index.place + axis)
      add(i, Index.velocity + axis, Index.looked + axis, mixed)
      let turn = axis == 0 ? SIMD2(c, -s) : SIMD2(s, c)
      for other in 0..<2 {
        add(i, Index.velocity + axis, Index.place + other, mixed * turn[other])
        add(i, Index.looked + axis, Index.place + other, place * turn[other])
      }
    }
  }

  private mutating func add(_ i: Int, _ a: Int, _ b: Int, _ covariance: Double) {
    bank.members[i].state.covariance[a, b] = bank.members[i].state.covariance[a, b] + covariance
  }

  private mutating func decayForce(_ i: Int, _ t: Double) {
    let keep = exp(-t / Self.forceTime)
    for axis in 0..<2 {
      bank.members[i].state.decay(Index.force + axis, keep: keep, stationary: Self.forceError * Self.forceError)
    }
  }

  /// Beside the steps, for a receiver's velocity: v and a only; neither place nor steps are touched.
  mutating func accelerate(_ i: Int, _ t: Double, _ velocity: SIMD2<Double>, _ variance: Double) {
    let mean = bank.members[i].state.mean
    for axis in 0..<2 {
      bank.members[i].state.covariance.shear(row: Index.velocity + axis, by: SparseRow(Index.force + axis, -t))
      bank.members[i].state.covariance.add(variance, to: Index.velocity + axis)
    }
    bank.members[i].state.mean.set(
      two: mean.two(at: Index.velocity) + velocity - mean.two(at: Index.force) * t, at: Index.velocity)
    decayForce(i, t)
  }

  /// Begins to take the force as the way. Before it δ is the heading of the walk, after it that of the scene: walk = scene + μ.
  mutating func beginForce() {
    forceLeads = true
    forceRunsBeside = false
    let second = history.moment(at: now.time - TimeSpan(1))
    let way = now.way - second.way
    looked = now
    for i in 0..<bank.count {
      if !parameters.judgesGait { bank.members[i].label.remove(.onTheSpot) }
      if bank.members[i].label.contains(.unseenMotion) {
        bank.members[i].label.remove(.unseenMotion)
        for axis in 0..<2 { bank.members[i].state.reset(Index.unseen + axis, variance: 0) }
      }
      let leads = !bank.members[i].label.contains(.onTheSpot)
      let scale = leads ? exp(bank.members[i].state.mean[Index.stride]) : 0
      let v = turned(way, by: bank.members[i].state.mean[Index.course]) * scale
      for axis in 0..<2 {
        bank.members[i].state.reset(
          Index.velocity + axis, to: v[axis], variance: Self.startVelocity * Self.startVelocity)
        bank.members[i].state.reset(Index.force + axis, variance: Self.forceError * Self.forceError)
        bank.members[i].state.reset(Index.looked + axis, variance: 0)
      }
      let course = bank.members[i].state.mean[Index.course]
      bank.members[i].state.reset(Index.course, to: course, variance: square(Self.startCourse))
      bank.members[i].state.covariance.shear(row: Index.yaw, by: SparseRow(Index.course, -1))
      bank.members[i].state.covariance.add(square(Self.unknownCourse) - square(Self.startCourse), to: Index.course)
    }
  }

  mutating func endForce() {
    forceLeads = false
    for i in 0..<bank.count {
      bank.members[i].state.covariance.shear(row: Index.yaw, by: SparseRow(Index.course, 1))
      bank.members[i].state.mean[Index.yaw] += bank.members[i].state.mean[Index.course]
      bank.members[i].state.reset(Index.course, variance: 0)
      bank.wrap(i)
    }
  }

  /// Begins to run the force beside the steps.
  mutating func beginBeside() {
    for i in 0..<bank.count {
      for axis in 0..<2 {
        bank.members[i].state.reset(Index.velocity + axis, variance: 1.5 * 1.5)
        bank.members[i].state.reset(Index.force + axis, variance: Self.forceError * Self.forceError)
      }
    }
    forceRunsBeside = true
  }

  /// Rows of place and velocity on Earth at an earlier moment, and their predictions.
  struct Past {
    var place: (east: SparseRow, north: SparseRow)
    var velocity: (east: SparseRow, north: SparseRow)
    var at: SIMD2<Double>
    var speed: SIMD2<Double>
  }

  /// v₋ = v − ΔV + a T and p₋ = p − Rot(δ)(v₋ T + ΔS − ½ a T²), T ago.
  func past(_ i: Int, _ moment: OdometryMoment, after t: Double) -> Past {
    let mean = bank.members[i].state.mean, yaw = mean[Index.yaw], c = cos(yaw), s = sin(yaw)
    let push = now.velocity - moment.velocity, pushed = now.place - moment.place - moment.velocity * t
    let a = mean.two(at: Index.force)
    let inScene = mean.two(at: Index.velocity) - push + a * t
    let back = inScene * t + pushed - a * (0.5 * t * t)
    let v = turned(inScene, by: yaw), d = turned(back, by: yaw)
    var result = Past(
      place: (SparseRow(Index.place, 1), SparseRow(Index.place + 1, 1)),
      velocity: (SparseRow(Index.yaw, v.y), SparseRow(Index.yaw, -v.x)),
      at: mean.two(at: Index.place) - d, speed: v)
    result.place.east.add(Index.yaw, -d.y)
    result.place.north.add(Index.yaw, d.x)
    // ∂d/∂v = T, ∂d/∂a = T² − ½ T² = ½ T²; ∂v₋/∂v = 1, ∂v₋/∂a = T.
    Self.add(Index.velocity, -t, &result.place.east, &result.place.north, c, s)
    Self.add(Index.force, -0.5 * t * t, &result.place.east, &result.place.north, c, s)
    Self.add(Index.velocity, 1, &result.velocity.east, &result.velocity.north, c, s)
    Self.add(Index.force, t, &result.velocity.east, &result.velocity.north, c, s)
    return result
  }

  /// Adds the derivatives of a level vector of the scene times `k`, turned to the Earth.
  private static func add(
    _ state: Int, _ k: Double, _ east: inout SparseRow, _ north: inout SparseRow, _ c: Double, _ s: Double
  ) {
    east.add(state, c * k)
    east.add(state + 1, s * k)
    north.add(state, -s * k)
    north.add(state + 1, c * k)
  }

  /// Variance that the noise of the force has cost since a moment T ago: q T of a velocity, q T³/3 of a place.
  func aged(since moment: OdometryMoment, _ t: Double, place: Bool) -> Double {
    guard forceLeads || forceRunsBeside, t > 0 else { return 0 }
    let variance = now.forceVariance - moment.forceVariance
    return place ? variance * t * t / 3 : variance
  }
}
