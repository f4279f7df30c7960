import Fusion
public import Geometry
public import Samples

/// The estimate of the bank: the place and the heading of the heaviest cluster of members, never a mean across what excludes each
/// other; with the radius and the half-width around them that hold 68 % of the whole bank.
public struct TieEstimate: Sendable {
  /// Place, east and north; and its covariance.
  public var place = SIMD2(0.0, 0.0)
  public var spread = (east: 1e8, mixed: 0.0, north: 1e8)
  /// Covariance of the place with the yaw, and the yaw's variance.
  public var yawSpread = (east: 0.0, north: 0.0, yaw: 1.0)
  /// Radius that holds 68 %, and whether it is that of the fixes beyond.
  public var radius = EarthTie.unknownRadius
  public var isReaching = false
  /// Yaw of the steady scene, and half of the width that holds 68 %.
  public var yaw = 0.0
  public var yawSigma = Double.pi
  public var drift = 0.0
  public var driftSigma = 0.0
  /// How far the steady scene has turned since the start.
  public var turned = 0.0
  /// Weight of the members that exclude the heaviest one's heading or place.
  public var contradiction = 0.0
  /// The moment for which it holds.
  @usableFromInline var moment: OdometryMoment
  /// Whether the force carries the place on, or the steps; mean turn and scale of that way.
  @usableFromInline var isForce = false
  @usableFromInline var turn = SIMD2(0.0, 0.0)
  @usableFromInline var velocity = SIMD2(0.0, 0.0)
  @usableFromInline var force = SIMD2(0.0, 0.0)

  /// Drift with which the yaw goes on; zero while an outside tracker measures the turn.
  @usableFromInline var yawRate = 0.0

  /// Drift of the yaw until a later moment of the odometer.
  @inlinable @inline(__always) func drifted(until later: OdometryMoment) -> Double {
    yawRate == 0 ? 0 : yawRate * (later.time - moment.time).value
  }
  /// Yaw, and turn of the steady scene, at a later moment.
  @inlinable @inline(__always) public func yaw(at later: OdometryMoment) -> Double { yaw + drifted(until: later) }
  @inlinable @inline(__always) public func turned(at later: OdometryMoment) -> Double { turned + drifted(until: later) }

  /// Moves the drift from a later moment on.
  public mutating func correct(drift change: Double, at later: OdometryMoment) {
    let before = drifted(until: later)
    drift -= change
    guard yawRate != 0 else { return }
    yawRate -= change
    yaw += before - drifted(until: later)
    turned += before - drifted(until: later)
  }

  /// Moves the estimate to a later moment of the odometer.
  public mutating func advance(to later: OdometryMoment) {
    let next = (place: place(at: later), yaw: yaw(at: later), turned: turned(at: later))
    if isForce {
      velocity += carried(later.velocity - moment.velocity) - force * (later.time - moment.time).value
    }
    (place, yaw, turned) = next
    moment = later
  }

  /// Place at a later moment of the odometer.
  @inlinable @inline(__always) public func place(at later: OdometryMoment) -> SIMD2<Double> {
    let t = (later.time - moment.time).value
    guard isForce else { return place + carried(later.way - moment.way) + velocity * t }
    let pushed = later.place - moment.place - moment.velocity * t
    return place + carried(pushed) + velocity * t - force * (0.5 * t * t)
  }

  @inlinable @inline(__always) func carried(_ v: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
  }
}

extension EarthTie {
  /// Least weight of the heaviest cluster; below it the whole bank is the estimate. Widest cluster of headings.
  private static let leastCluster = 0.5, clusterWidth = Angle.degrees(45)

  /// Returns what the bank says now: of at most twice `most` members, each with one reading or two.
  public mutating func estimate() -> TieEstimate {
    applyCorrections()
    let isForce = motion.kind == .force, isMeasured = now.isMeasured, isCarried = parameters.isCarried
    let since = carriedSince, noise = carriedNoise
    var count = 0
    for i in 0..<bank.count {
      glances[count] = bank.members.read(i) {
        Self.glance($0, isForce: isForce, isMeasured: isMeasured, isCarried: isCarried)
      }
      if isCarried || bank.members[i].label.contains(.carried) {
        glances[count].lead(bank.members[i].state, since, noise)
      }
      count += 1
      guard hasTwoReadings(i) else { continue }
      glances[count] = glances[count - 1]
      glances[count].pointAside(bank.members[i].state)
      glances[count].weight *= pointing.aside
      glances[count - 1].weight *= 1 - pointing.aside
      count += 1
    }
    return glances.withUnsafeBufferPointer { estimate(Told(rebasing: $0[..<count])) }
  }

  private typealias Told = UnsafeBufferPointer<Glance>

  /// The part of a member that an estimate needs.
  struct Glance: Sendable {
    var weight = 0.0, yaw = 0.0, yawVariance = 0.0, drift = 0.0, driftVariance = 0.0, turned = 0.0, scale = 0.0,
      mixed = 0.0
    /// Cosine and sine of the yaw, and of the way's.
    var direction = SIMD2(0.0, 0.0), way = SIMD2(0.0, 0.0)
    var place = SIMD2(0.0, 0.0), spread = SIMD2(0.0, 0.0), withYaw = SIMD2(0.0, 0.0), velocity = SIMD2(0.0, 0.0),
      force = SIMD2(0.0, 0.0)

    /// Leads a carried member, which is of the last fix's moment, to now.
    mutating func lead(_ state: borrowing Gaussian, _ t: Double, _ noise: Double) {
      let e = Index.place, c = Index.carried
      place += velocity * t
      for axis in 0..<2 {
        spread[axis] +=
          2 * t * state.covariance[e + axis, c + axis] + t * t * state.variance(c + axis) + noise * t * t * t / 3
      }
    }

    /// Takes the angle of the compass for that of the device against the way.
    mutating func pointAside(_ state: borrowing Gaussian) {
      let e = Index.place, y = Index.yaw, chip = Index.chip
      yaw += state.mean[chip]
      yawVariance += state.variance(chip) + 2 * state.covariance[y, chip]
      withYaw += SIMD2(state.covariance[e, chip], state.covariance[e + 1, chip])
      direction = SIMD2(cos(yaw), sin(yaw))
    }
  }

  /// Takes a few facts instead of the tie: it would be copied for each member.
  private static func glance(
    _ member: borrowing Members.Member, isForce: Bool, isMeasured: Bool, isCarried: Bool
  ) -> Glance {
    let e = Index.place, n = e + 1, y = Index.yaw, yaw = member.state.mean[y]
    let leads = isMeasured || member.label.walks, direction = SIMD2(cos(yaw), sin(yaw))
    let isCarried = isCarried ? !isMeasured : member.label.contains(.carried)
    let carried = isCarried ? member.state.mean.two(at: Index.carried) : .zero
    return Glance(
      weight: member.weight, yaw: yaw, yawVariance: member.state.variance(y), drift: member.state.mean[Index.drift],
      driftVariance: member.state.variance(Index.drift), turned: member.state.mean[Index.turned],
      scale: isForce ? 1 : leads ? exp(member.state.mean[Index.stride]) : 0, mixed: member.state.covariance[e, n],
      direction: direction, way: direction, place: member.state.mean.two(at: e),
      spread: SIMD2(member.state.variance(e), member.state.variance(n)),
      withYaw: SIMD2(member.state.covariance[e, y], member.state.covariance[n, y]),
      velocity: isForce ? carried + turned(member.state.mean.two(at: Index.velocity), toward: direction) : carried,
      force: isForce ? turned(member.state.mean.two(at: Index.force), toward: direction) : .zero)
  }

  private func estimate(_ members: Told) -> TieEstimate {
    var result = TieEstimate(moment: now)
    var top = 0
    for i in members.indices where members[i].weight > members[top].weight { top = i }
    var near: UInt64 = 0, nearWeight = 0.0
    for i in members.indices where Self.isNear(members, i, top) {
      near |= 1 << UInt64(i)
      nearWeight += members[i].weight
    }
    result.contradiction = 1 - nearWeight
    if nearWeight < Self.leastCluster { near = ~0 }
    func isTold(_ i: Int) -> Bool { near & (1 << UInt64(i)) != 0 }
    var sum = 0.0
    for i in members.indices where isTold(i) { sum += members[i].weight }
    result.isForce = motion.kind == .force
    var mean = SIMD2(0.0, 0.0)
    for i in members.indices where isTold(i) {
      let w = members[i].weight / sum
      mean += members[i].place * w
      result.velocity += members[i].velocity * w
      result.force += members[i].force * w
      result.turn += members[i].way * (members[i].scale * w)
    }
    result.place = mean
    var spread = SIMD2(0.0, 0.0), mixed = 0.0, withYaw = SIMD2(0.0, 0.0), yawVariance = 0.0
    for i in members.indices where isTold(i) {
      let w = members[i].weight / sum, d = members[i].place - mean
      spread += w * (members[i].spread + d * d)
      mixed += w * (members[i].mixed + d.x * d.y)
      let turn = Angle.radians(members[i].yaw - members[top].yaw).wrapped.radians
      withYaw += w * (members[i].withYaw + d * turn)
      yawVariance += w * (members[i].yawVariance + turn * turn)
    }
    result.spread = (spread.x, mixed, spread.y)
    result.yawSpread = (withYaw.x, withYaw.y, yawVariance)
    result.yaw = Self.heading(members, among: near)
    let known = radius(members, around: mean, result.spread), age = result.isForce ? 0 : receiver.ageSigma
    let own = (known * known + age * age * (result.velocity * result.velocity).sum()).squareRoot()
    result.isReaching = receiver.reach > own
    result.radius = max(own, receiver.reach)
    result.yawSigma = Self.headingWidth(members, around: result.yaw, guess: yawVariance.squareRoot())
    for i in members.indices {
      result.drift += members[i].weight * members[i].drift
      result.turned += members[i].weight * members[i].turned
      result.driftSigma += members[i].weight * members[i].driftVariance
    }
    result.driftSigma = result.driftSigma.squareRoot()
    if !isTurnMeasured { result.yawRate = result.drift }
    return result
  }

  /// Whether a member is within 3 σ of another in place and heading.
  private static func isNear(_ members: Told, _ i: Int, _ top: Int) -> Bool {
    if i == top { return true }
    let turn = Angle.radians(members[i].yaw - members[top].yaw).wrapped.radians
    let off = members[i].place - members[top].place, far = 9 * (members[i].spread + members[top].spread)
    return turn.magnitude < clusterWidth.radians
      && turn * turn <= 9 * (members[i].yawVariance + members[top].yawVariance)
      && off.x * off.x <= far.x && off.y * off.y <= far.y
  }

  /// Mean heading of some members.
  private static func heading(_ members: Told, among near: UInt64) -> Double {
    guard members.count > 1 else { return members[0].yaw }
    var sum = SIMD2(0.0, 0.0)
    for i in members.indices where near & (1 << UInt64(i)) != 0 {
      sum += members[i].direction * (members[i].weight * exp(-0.5 * members[i].yawVariance))
    }
    // Headings all around have no mean: rounding would decide.
    let isKnown = (sum * sum).sum() > leastResultant * leastResultant
    return isKnown ? atan2(sum.y, sum.x) : members[0].yaw
  }
  private static let leastResultant = 1e-3

  /// Share of the bank within the stated radius and half-width.
  private static let share = 0.683

  /// Half of the width around a heading that holds 68 % of the bank.
  private static func headingWidth(_ members: Told, around mean: Double, guess: Double) -> Double {
    guard members.count > 1 else { return members[0].yawVariance.squareRoot() }
    return withUnsafeTemporaryAllocation(of: HeadingShare.self, capacity: members.count) { shares in
      for i in members.indices {
        shares.initializeElement(
          at: i,
          to: HeadingShare(
            half: members[i].weight * 0.5, off: Angle.radians(members[i].yaw - mean).wrapped.radians,
            scale: (2 * max(1e-12, members[i].yawVariance)).squareRoot()))
      }
      return smallest(holding: share, from: guess, upTo: .pi) { half in
        shares.reduce(0) { $0 + $1.half * (erf(($1.off + half) / $1.scale) - erf(($1.off - half) / $1.scale)) }
      }
    }
  }

  /// A member's part in the width of the heading: half of its weight, its distance from the mean, and √2 σ.
  private struct HeadingShare {
    var half, off, scale: Double
  }

  /// Radius around a place that holds 68 % of the bank, each member taken as round; it always includes a share of the best stated
  /// radius, because a receiver's error does not average out completely.
  ///
  /// With λ₁ ≥ λ₂ the variances along the axes of one ellipse and s² their mean, 68.3 % lie within 1.515 s of the center for a
  /// circle and within √2 s for a line; between these the factor is 1.515 − 0.101 q² with q = (λ₁ − λ₂)/(λ₁ + λ₂), within 2 %.
  private func radius(
    _ members: Told, around center: SIMD2<Double>, _ spread: (east: Double, mixed: Double, north: Double)
  ) -> Double {
    var own = Self.radius(spread.east, spread.mixed, spread.north)
    if members.count > 1 { own = Self.radius(members, around: center, guess: own) }
    guard receiver.bestRadius < Self.unknownRadius else { return own }
    let floor = parameters.never * receiver.bestRadius
    return (own * own + floor * floor).squareRoot()
  }

  private static func radius(_ members: Told, around center: SIMD2<Double>, guess: Double) -> Double {
    withUnsafeTemporaryAllocation(of: PlaceShare.self, capacity: members.count) { shares in
      for i in members.indices {
        let d = members[i].place - center, own = radius(members[i].spread.x, members[i].mixed, members[i].spread.y)
        shares.initializeElement(at: i, to: PlaceShare(weight: members[i].weight, far: (d * d).sum(), own: own))
      }
      return smallest(holding: share, from: guess, upTo: 1e5) { distance in
        let square = distance * distance, root = cbrt(square)
        return shares.reduce(0) { $0 + $1.held(within: square, root: root) }
      }
    }
  }

  private static func radius(_ east: Double, _ mixed: Double, _ north: Double) -> Double {
    let sum = max(east + north, 1e-12)
    let squeeze = ((east - north) * (east - north) + 4 * mixed * mixed) / (sum * sum)
    return (RadiusPerSigma.of68 - 0.101 * squeeze) * (0.5 * sum).squareRoot()
  }

  /// A member's part in the radius: its share within a distance of a center d away follows a noncentral chi-square distribution,
  /// here by the cube root (Sankaran, "Approximations to the Non-central Chi-square Distribution", 1963, in Wilson and Hilferty's
  /// form).
  private struct PlaceShare {
    let weight, twice, scale, offset: Double
    let isCentral: Bool

    init(weight: Double, far: Double, own: Double) {
      let variance = own * own / (RadiusPerSigma.of68 * RadiusPerSigma.of68), k = far / (2 * variance)
      let spread = (1 + 2 * k) / (9 * (1 + k) * (1 + k))
      self.weight = weight
      twice = 2 * variance
      isCentral = far < 1e-6 * variance
      let root = (2 * spread).squareRoot()
      scale = 1 / (root * cbrt(twice * (1 + k)))
      offset = (1 - spread) / root
    }

    /// Takes the square of a distance, and its cubic root.
    func held(within square: Double, root: Double) -> Double {
      isCentral ? weight * (1 - exp(-square / twice)) : weight * 0.5 * erfc(offset - root * scale)
    }
  }
}
