import Geometry
import Samples

/// The estimate of the bank: the place of the heaviest cluster of members, never a mean across places that exclude each other; and the mean
/// heading of the whole bank with the half-width that holds 68 % of it.
public struct TieEstimate: Sendable {
  /// Place, east and north; and its covariance.
  public var place = SIMD2(0.0, 0.0)
  public var spread = (east: 1e8, mixed: 0.0, north: 1e8)
  /// Covariance of the place with the yaw, and the yaw's variance.
  public var yawSpread = (east: 0.0, north: 0.0, yaw: 1.0)
  /// Radius that holds 68 %.
  public var radius = EarthTie.unknownRadius
  /// Yaw of the steady scene, and half of the width that holds 68 %.
  public var yaw = 0.0
  public var yawSigma = Double.pi
  public var drift = 0.0
  public var driftSigma = 0.0
  /// Weight of the members that exclude the heaviest one's heading or place.
  public var contradiction = 0.0
  /// The moment for which it holds.
  var moment: OdometryMoment
  /// Whether the force carries the place on, or the steps; mean turn and scale of that way.
  var isForce = false
  var turn = SIMD2(0.0, 0.0)
  var velocity = SIMD2(0.0, 0.0)
  var force = SIMD2(0.0, 0.0)

  /// Place at a later moment of the odometer.
  public func place(at later: OdometryMoment) -> SIMD2<Double> {
    guard isForce else { return place + carried(later.way - moment.way) }
    let t = (later.time - moment.time).value
    let pushed = later.place - moment.place - moment.velocity * t
    return place + carried(pushed) + velocity * t - force * (0.5 * t * t)
  }

  private func carried(_ v: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
  }
}

extension EarthTie {
  /// Least weight of the heaviest cluster; below it the whole bank is the estimate. Widest cluster of headings.
  private static let leastCluster = 0.5, clusterWidth = Angle.degrees(45)

  /// Returns what the bank says now.
  public func estimate() -> TieEstimate {
    var result = TieEstimate(moment: now)
    let top = bank.heaviest, near = clusterWeight(top), whole = near < Self.leastCluster
    result.contradiction = 1 - near
    var sum = 0.0
    for i in 0..<bank.count where whole || isNear(i, top) { sum += bank.members[i].weight }
    result.isForce = forceLeads
    var mean = SIMD2(0.0, 0.0)
    for i in 0..<bank.count where whole || isNear(i, top) {
      let state = bank.members[i].state.mean, w = bank.members[i].weight / sum
      mean += state.two(at: Index.place) * w
      let yaw = state[Index.yaw]
      result.velocity += turned(state.two(at: Index.velocity), by: yaw) * w
      result.force += turned(state.two(at: Index.force), by: yaw) * w
      let leads = !bank.members[i].label.contains(.onTheSpot)
      let scale = forceLeads ? w : leads ? w * exp(state[Index.stride]) : 0
      result.turn += SIMD2(cos(yaw), sin(yaw)) * scale
    }
    result.place = mean
    var east = 0.0, mixed = 0.0, north = 0.0
    for i in 0..<bank.count where whole || isNear(i, top) {
      let w = bank.members[i].weight / sum, e = Index.place
      let d = bank.members[i].state.mean.two(at: e) - mean
      east += w * (bank.members[i].state.variance(e) + d.x * d.x)
      north += w * (bank.members[i].state.variance(e + 1) + d.y * d.y)
      mixed += w * (bank.members[i].state.covariance[e, e + 1] + d.x * d.y)
    }
    result.spread = (east, mixed, north)
    var withYaw = SIMD3(0.0, 0, 0)
    for i in 0..<bank.count where whole || isNear(i, top) {
      let w = bank.members[i].weight / sum, covariance = bank.members[i].state.covariance, y = Index.yaw
      let d = bank.members[i].state.mean.two(at: Index.place) - mean
      let turn = bank.apart(top, i)[y]
      withYaw +=
        w
        * SIMD3(
          covariance[Index.place, y] + d.x * turn, covariance[Index.place + 1, y] + d.y * turn,
          covariance[y, y] + turn * turn)
    }
    result.yawSpread = (withYaw.x, withYaw.y, withYaw.z)
    result.radius = radius(around: mean, result.spread)
    (result.yaw, result.yawSigma) = heading()
    for i in 0..<bank.count {
      let w = bank.members[i].weight
      result.drift += w * bank.members[i].state.mean[Index.drift]
      result.driftSigma += w * bank.members[i].state.variance(Index.drift)
    }
    result.driftSigma = result.driftSigma.squareRoot()
    return result
  }

  private func clusterWeight(_ top: Int) -> Double {
    var sum = 0.0
    for i in 0..<bank.count where isNear(i, top) { sum += bank.members[i].weight }
    return sum
  }

  /// Whether a member is within 3 σ of another in place and heading.
  private func isNear(_ i: Int, _ top: Int) -> Bool {
    if i == top { return true }
    let apart = bank.apart(top, i)
    for state in Index.place...Index.yaw {
      let variance = bank.members[i].state.variance(state) + bank.members[top].state.variance(state)
      if apart[state] * apart[state] > 9 * variance { return false }
    }
    return apart[Index.yaw].magnitude < Self.clusterWidth.radians
  }

  /// Mean heading of the whole bank, and half of the width around it that holds 68 %.
  private func heading() -> (yaw: Double, sigma: Double) {
    guard bank.count > 1 else {
      return (bank.members[0].state.mean[Index.yaw], bank.members[0].state.variance(Index.yaw).squareRoot())
    }
    var sum = SIMD2(0.0, 0.0)
    for i in 0..<bank.count {
      let yaw = bank.members[i].state.mean[Index.yaw]
      let weight = bank.members[i].weight * exp(-0.5 * bank.members[i].state.variance(Index.yaw))
      sum += SIMD2(sin(yaw), cos(yaw)) * weight
    }
    // Headings all around have no mean: rounding would decide.
    let isKnown = (sum * sum).sum() > Self.leastResultant * Self.leastResultant
    let mean = isKnown ? atan2(sum.x, sum.y) : bank.members[0].state.mean[Index.yaw]
    var low = 0.0, high = Double.pi
    for _ in 0..<Self.bisections {
      let half = 0.5 * (low + high)
      var held = 0.0
      for i in 0..<bank.count {
        let d = Angle.radians(bank.members[i].state.mean[Index.yaw] - mean).wrapped.radians
        let scale = (2 * max(1e-12, bank.members[i].state.variance(Index.yaw))).squareRoot()
        held += bank.members[i].weight * 0.5 * (erf((d + half) / scale) - erf((d - half) / scale))
      }
      if held < Self.share { low = half } else { high = half }
    }
    return (mean, high)
  }
  private static let share = 0.683, bisections = 16, leastResultant = 1e-3

  /// Radius around a place that holds 68 % of the bank, each member taken as round; it always includes a share of the best stated
  /// radius, because a receiver's error does not average out completely.
  ///
  /// With λ₁ ≥ λ₂ the variances along the axes of one ellipse and s² their mean, 68.3 % lie within 1.515 s of the center for a
  /// circle and within √2 s for a line; between these the factor is 1.515 − 0.101 q² with q = (λ₁ − λ₂)/(λ₁ + λ₂), within 2 %.
  /// Around a center d away, the share within t s is a noncentral χ², here by the cube root (Sankaran, "Approximations to the
  /// Non-central Chi-square Distribution", 1963, in Wilson and Hilferty's form).
  private func radius(
    around center: SIMD2<Double>, _ spread: (east: Double, mixed: Double, north: Double)
  ) -> Double {
    var own = Self.radius(spread.east, spread.mixed, spread.north)
    if bank.count > 1 {
      var low = 0.0, high = 1e5
      for step in 0..<Self.radiusBisections {
        let middle = step < 12 ? (max(low, 0.01) * high).squareRoot() : 0.5 * (low + high)
        if held(within: middle, of: center) < Self.share { low = middle } else { high = middle }
      }
      own = high
    }
    guard bestRadius < Self.unknownRadius else { return own }
    let floor = parameters.never * bestRadius
    return (own * own + floor * floor).squareRoot()
  }
  private static let radiusBisections = 20

  private static func radius(_ east: Double, _ mixed: Double, _ north: Double) -> Double {
    let sum = max(east + north, 1e-12)
    let squeeze = ((east - north) * (east - north) + 4 * mixed * mixed) / (sum * sum)
    return (RadiusPerSigma.of68 - 0.101 * squeeze) * (0.5 * sum).squareRoot()
  }

  /// Share of the bank within a distance of a place.
  private func held(within distance: Double, of center: SIMD2<Double>) -> Double {
    var sum = 0.0
    for i in 0..<bank.count {
      let e = Index.place, d = bank.members[i].state.mean.two(at: e) - center, far = (d * d).sum()
      let own = Self.radius(
        bank.members[i].state.variance(e), bank.members[i].state.covariance[e, e + 1],
        bank.members[i].state.variance(e + 1))
      let variance = own * own / (RadiusPerSigma.of68 * RadiusPerSigma.of68)
      let k = far / (2 * variance), t = distance * distance / (2 * variance)
      if far < 1e-6 * variance {
        sum += bank.members[i].weight * (1 - exp(-t))
      } else {
        let spread = (1 + 2 * k) / (9 * (1 + k) * (1 + k))
        let z = (cbrt(t / (1 + k)) - (1 - spread)) / spread.squareRoot()
        sum += bank.members[i].weight * 0.5 * erfc(-z * 0.5.squareRoot())
      }
    }
    return sum
  }
}
