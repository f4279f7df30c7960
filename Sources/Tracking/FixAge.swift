import Fusion
import Geodesy
import Geometry
import Learned
import Samples

/// How old fixes are when they arrive, learned from two witnesses: their course turns as the body did that long ago, and on foot
/// their speed changes as the shaking of the body did.
///
/// For each age of a bank it sums up how much both disagree, with a fading memory. How exact a witness is shows in the disagreement
/// that remains at the best age: with an unknown variance of n readings the likelihood of an age is (mean square)^(−n/2) (Jeffreys,
/// "Theory of Probability", 1961, §3.4). So a head that looks around tells little, and says so.
struct FixAge: Sendable {
  /// What the body had done until a moment: turned about up, clockwise; the sum of that over time; and shaken, in m/s.
  private struct Done: Momentary {
    var time: BootInstant
    var turned = 0.0, turnedSum = 0.0, shaken = 0.0
  }

  /// The bank, in s: denser where fixes are fresh, and fast.
  private static let ages = [0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.25, 1.5, 1.75, 2, 2.3, 2.6, 3, 3.5, 4]
  private static let count = ages.count, longest = TimeSpan(4)
  /// How many seconds each of them stands for.
  private static let widths = ages.indices.map { 0.5 * (ages[min($0 + 1, ages.count - 1)] - ages[max($0 - 1, 0)]) }
  /// Time between the moments that are kept, over which shaking is averaged, and between places that give a course.
  private static let grain = TimeSpan(0.1), shakeTime = TimeSpan(1), span = TimeSpan(5)
  /// Time after which a reading counts e times less, and that of a new independent one, in s.
  private static let memory = 300.0, independence = 2.0
  /// Time in which a body may move in its holder, in s; error of a course that counts half, and disagreement of two courses from
  /// which on more counts no more, in rad².
  private static let wander = 4.0, courseVariance = 0.04, outlying = 0.25
  /// Least variance of the witnesses: rad², (m/s)².
  private static let least = (turn: 0.01, speed: 0.04)
  /// Least speed of a course, largest on foot, in m/s; for how long a faster one ends the second witness: what rolls is shaken
  /// before it is fast.
  private static let slow = 0.5, onFoot = 2.5, pause = TimeSpan(60)
  /// Shortest mean age before anything is learned, in s. A receiver smooths over no more than a fix, until its noise is less than
  /// the way in that time, or its velocity's noise is less than what this acceleration in m/s² changes.
  private static let fresh = 0.1, acceleration = 1.0
  /// Probability that they are late by another cause, such as a telephone's apps: by one fix in the mean, since a stream of many a
  /// second is handed on at once; and the fixes over which their interval is averaged.
  private static let otherwise = 0.2, averaged = 10.0

  private var next = BootInstant(nanoseconds: .min)
  private var done = Done(time: BootInstant(nanoseconds: .min))
  private var rate = SIMD3<Double>.zero
  private var ring = MomentRing<Done>(capacity: 150)
  private var places: [(place: Geodetic, base: BootInstant)] = []

  /// Of the courses: what the turn of each age is off now, their weight, and the weighted sum of squares.
  private var offset = [Double](repeating: 0, count: FixAge.count),
    squares = [Double](repeating: 0, count: FixAge.count)
  private var courses = 0.0, lastCourse: BootInstant?
  /// Of the speeds: their weight and sums, with the shaking of each age: Σx, Σx², Σxv.
  private var sums = [SIMD4<Double>](repeating: .zero, count: FixAge.count),
    speeds = (weight: 0.0, first: 0.0, second: 0.0)
  private var lastSpeed: BootInstant?, lastFast: BootInstant?
  private var pace = 0.0
  /// Time between fixes, at most a second, in s.
  private var interval: Double?, lastBase: BootInstant?

  /// East and north, in m/s: the receiver's velocity, or that between its places.
  private(set) var velocity = SIMD2<Double>.zero
  /// Mean and 1 σ.
  private(set) var age = TimeSpan(1), sigma = TimeSpan(1)
  private var logs = [Double](repeating: 0, count: FixAge.count)
  private let remembered: LearnedFixAge?
  /// Probability that the receiver is still that of the session before; how far its age may have changed, in s; and the weight of
  /// readings from which on an age is learned.
  private static let same = 0.8, changed = 0.15, enough = 60.0

  init(remembered: LearnedFixAge? = nil) { self.remembered = remembered }

  /// To be kept for the next session; nil as long as nothing is learned.
  var learned: LearnedFixAge? {
    courses + speeds.weight > Self.enough && sigma < TimeSpan(0.5) ? LearnedFixAge(age, sigma: sigma) : nil
  }
  /// Whether an age of zero is out of the question.
  var isSurelyLate: Bool { learned != nil && age - sigma * 3 > TimeSpan(0.25) }

  /// Ingests what the body does.
  @inline(__always)
  mutating func advance(_ step: InertialStep, _ orientation: Rotation<Body, Scene>) {
    let interval = step.interval.value
    rate += step.rate.components * interval
    if let force = step.force?.components {
      done.shaken += (dot(force, force).squareRoot() - Constants.standardGravity.value).magnitude * interval
    }
    if step.time >= next { record(step.time, orientation) }
  }

  @inline(never)
  private mutating func record(_ time: BootInstant, _ orientation: Rotation<Body, Scene>) {
    let since = ring.lastTime.map { (time - $0).value } ?? 0
    done.time = time
    next = time + Self.grain
    done.turned -= orientation(AngularVelocity<Body>(rate)).y
    done.turnedSum += done.turned * since
    rate = .zero
    ring.append(done)
  }

  /// Forgets the body's motion, after a time without it. What is known of the age stays.
  mutating func interrupt() {
    ring.removeAll()
    (rate, lastCourse, lastSpeed) = (.zero, nil, nil)
    places.removeAll(keepingCapacity: true)
  }

  /// Ingests a fix that would have been valid at `base` if it had no age.
  mutating func ingest(_ fix: FixReading, base: BootInstant) {
    if let lastBase {
      let since = min(1, max(Self.fresh, (base - lastBase).value))
      interval = interval.map { $0 + (since - $0) / Self.averaged } ?? since
    }
    lastBase = base
    defer { judge(fix) }
    if let velocity = fix.velocity, velocity.level.x.isFinite, velocity.level.y.isFinite {
      let speed = (velocity.level * velocity.level).sum().squareRoot(), sigma = max(0.3, velocity.sigma)
      self.velocity = velocity.level
      let half = Self.shakeTime * 0.5, error = sigma / max(speed, 0.01)
      compare(speed, at: base, before: half, after: half)
      compare(course: velocity.level, variance: error * error, at: base, before: .zero)
      return
    }
    while let first = places.first, places.count > 1, base - places[1].base >= Self.span || base <= first.base {
      places.removeFirst()
    }
    if places.count < 64 { places.append((fix.place, base)) }
    guard let first = places.first, base - first.base >= Self.span, base - first.base < Self.span * 2 else { return }
    let time = base - first.base, way = first.place.way(to: fix.place), length = (way * way).sum().squareRoot()
    compare(length / time.value, at: base, before: time, after: .zero)
    velocity = way / time.value
    let error = 1 / max(length, 0.1)
    compare(course: velocity, variance: error * error, at: base, before: time)
  }

  /// What the body had done at a moment, which the ring covers; `near` is the index of a later one.
  private func done(at time: BootInstant, near: inout Int) -> Done {
    while near > 0, ring[near].time > time { near -= 1 }
    let a = ring[near]
    guard near + 1 < ring.count, a.time < time else { return a }
    let b = ring[near + 1], u = (time - a.time) / (b.time - a.time)
    return Done(
      time: time, turned: a.turned + (b.turned - a.turned) * u,
      turnedSum: a.turnedSum + (b.turnedSum - a.turnedSum) * u,
      shaken: a.shaken + (b.shaken - a.shaken) * u)
  }

  /// Whether it is known what the body did in the time of a reading of each age, and `before` it.
  private func isKnown(at base: BootInstant, _ before: TimeSpan) -> Bool {
    guard let last = ring.lastTime, ring.count > 1 else { return false }
    return base - Self.longest - before >= ring[0].time && base <= last + Self.shakeTime
  }

  /// Compares a speed, over a time around its moment, with the shaking of each age.
  private mutating func compare(_ speed: Double, at base: BootInstant, before: TimeSpan, after: TimeSpan) {
    if speed > Self.onFoot {
      lastFast = base
      (speeds, lastSpeed) = ((0, 0, 0), nil)
      for k in 0..<Self.count { sums[k] = .zero }
    }
    let since = lastSpeed.map { min(5, max(0, (base - $0).value)) } ?? 0
    pace += (speed - pace) * (lastSpeed == nil ? 1 : 1 - exp(-since / 30))
    if let lastFast, base - lastFast < Self.pause { return pace = speed }
    lastSpeed = base
    guard isKnown(at: base, before) else { return }
    let kept = exp(-since / Self.memory)
    var first = ring.count - 1, second = first
    for k in 0..<Self.count {
      let moment = base - TimeSpan(Self.ages[k])
      let a = done(at: moment - before, near: &first), b = done(at: moment + after, near: &second)
      let time = (b.time - a.time).value, x = time > 0 ? (b.shaken - a.shaken) / time : 0
      sums[k] = sums[k] * kept + since * SIMD4(x, x * x, x * speed, 0)
    }
    speeds = (
      speeds.weight * kept + since, speeds.first * kept + since * speed, speeds.second * kept + since * speed * speed
    )
  }

  /// Compares the course of a velocity, and how it goes on, with the turn of the body.
  private mutating func compare(
    course velocity: SIMD2<Double>, variance: Double, at base: BootInstant, before: TimeSpan
  ) {
    guard (velocity * velocity).sum() > Self.slow * Self.slow, isKnown(at: base, before) else { return }
    let course = atan2(velocity.x, velocity.y)
    let since = lastCourse.map { (base - $0).value } ?? .infinity, isNew = since > Self.span.value || since <= 0
    let gain = isNew ? 1 : 1 - exp(-since / Self.wander),
      weight = isNew ? 0 : since / (1 + variance / Self.courseVariance)
    let kept = isNew ? 1 : exp(-since / Self.memory)
    var first = ring.count - 1, second = first
    for k in 0..<Self.count {
      let moment = base - TimeSpan(Self.ages[k])
      let a = done(at: moment - before, near: &first), b = done(at: moment, near: &second)
      let time = (b.time - a.time).value, turned = time > 0.01 ? (b.turnedSum - a.turnedSum) / time : b.turned
      let off = Angle.radians(course - turned - offset[k]).wrapped.radians
      offset[k] += gain * off
      squares[k] = squares[k] * kept + weight * off * off / (1 + off * off / Self.outlying)
    }
    lastCourse = base
    courses = courses * kept + weight
  }

  /// Probability of an age per second, by what is remembered.
  private func density(remembered age: Double) -> Double {
    guard let remembered else { return 0 }
    let variance = remembered.sigma.value * remembered.sigma.value + Self.changed * Self.changed
    let off = age - remembered.age.value
    return exp(-0.5 * off * off / variance) / (2 * .pi * variance).squareRoot()
  }

  /// Weighs the ages.
  private mutating func judge(_ fix: FixReading) {
    let velocity = fix.statedVelocity.map { $0.sigma / Self.acceleration } ?? .infinity
    let interval = interval ?? Self.fresh
    let mean = max(Self.fresh, min(interval, velocity, fix.radius.value / max(pace, 0.1)))
    let again = remembered == nil ? 0 : Self.same
    for k in 0..<Self.count {
      let smoothed = (1 - Self.otherwise) / mean * exp(-Self.ages[k] / mean),
        transported = Self.otherwise / interval * exp(-Self.ages[k] / interval)
      logs[k] =
        log(Self.widths[k]) + log((1 - again) * (smoothed + transported) + again * density(remembered: Self.ages[k]))
      if courses > 0 {
        logs[k] -= 0.5 * courses / Self.independence * log(squares[k] / courses + Self.least.turn)
      }
      if speeds.weight > 0 {
        let sum = sums[k] / speeds.weight, speed = speeds.first / speeds.weight
        let own = sum.y - sum.x * sum.x, both = max(0, sum.z - sum.x * speed)
        let left = speeds.second / speeds.weight - speed * speed - both * both / (own + 1e-3)
        logs[k] -= 0.5 * speeds.weight / Self.independence * log(max(0, left) + Self.least.speed)
      }
    }
    let top = logs.max() ?? 0
    var sum = 0.0, first = 0.0, second = 0.0, width = 0.0
    for k in 0..<Self.count {
      let weight = exp(logs[k] - top), age = Self.ages[k]
      width += weight * Self.widths[k] * Self.widths[k]
      sum += weight
      first += weight * age
      second += weight * age * age
    }
    let likely = first / sum
    age = TimeSpan(likely)
    sigma = TimeSpan((max(0, second / sum - likely * likely) + width / sum / 12).squareRoot())
  }
}

extension Geodetic {
  /// East and north to a place nearby, in m.
  fileprivate func way(to other: Geodetic) -> SIMD2<Double> {
    TangentFrame(origin: self).offset(of: other)
  }
}
