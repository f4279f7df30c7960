import Fusion
import Geometry

private typealias Index = TieState

// The motion of a hypothesis by the specific force (`EarthTie+Force` has the equations).
extension Gaussian {
  mutating func moveByForce(
    _ t: Double, _ push: (velocity: SIMD2<Double>, place: SIMD2<Double>, variance: Double)
  ) {
    let before = mean, yaw = before[Index.yaw]
    let d = before.two(at: Index.velocity) * t + push.place - before.two(at: Index.force) * (0.5 * t * t)
    let g = turned(d, by: yaw), c = cos(yaw), s = sin(yaw)
    covariance.shear(pair: Index.place, by: PairMap(SIMD2(g.y, -g.x), .zero), of: Index.yaw)
    for order in 1...2 {
      let (state, k) = order == 1 ? (Index.velocity, t) : (Index.force, -0.5 * t * t)
      covariance.shear(pair: Index.place, by: PairMap(SIMD2(c, -s) * k, SIMD2(s, c) * k), of: state)
      covariance.shear(pair: Index.looked, by: PairMap(scaling: k), of: state)
    }
    covariance.shear(pair: Index.velocity, by: PairMap(scaling: -t), of: Index.force)
    mean.set(two: before.two(at: Index.place) + g, at: Index.place)
    mean.set(two: before.two(at: Index.looked) + d, at: Index.looked)
    mean.set(
      two: before.two(at: Index.velocity) + push.velocity - before.two(at: Index.force) * t, at: Index.velocity)
    addForceNoise(t, push.variance / t, c, s)
    decayForce(t)
    covariance.add(square(EarthTie.courseWalk) * t, to: Index.course)
  }

  private mutating func addForceNoise(_ t: Double, _ q: Double, _ c: Double, _ s: Double) {
    let place = q * t * t * t / 3, mixed = q * t * t / 2
    for axis in 0..<2 {
      covariance.add(q * t, to: Index.velocity + axis)
      covariance.add(place, to: Index.looked + axis)
      covariance.add(place, to: Index.place + axis)
      add(Index.velocity + axis, Index.looked + axis, mixed)
      let turn = axis == 0 ? SIMD2(c, -s) : SIMD2(s, c)
      for other in 0..<2 {
        add(Index.velocity + axis, Index.place + other, mixed * turn[other])
        add(Index.looked + axis, Index.place + other, place * turn[other])
      }
    }
  }

  private mutating func add(_ a: Int, _ b: Int, _ more: Double) {
    covariance[a, b] = covariance[a, b] + more
  }

  private mutating func decayForce(_ t: Double) {
    let keep = exp(-t / EarthTie.forceTime)
    decay(pair: Index.force, keep: keep, stationary: EarthTie.forceError * EarthTie.forceError)
  }

  /// Beside the steps, for a receiver's velocity: v and a only; neither place nor steps are touched.
  mutating func accelerate(_ t: Double, _ velocity: SIMD2<Double>, _ variance: Double) {
    covariance.shear(pair: Index.velocity, by: PairMap(scaling: -t), of: Index.force)
    for axis in 0..<2 { covariance.add(variance, to: Index.velocity + axis) }
    mean.set(
      two: mean.two(at: Index.velocity) + velocity - mean.two(at: Index.force) * t, at: Index.velocity)
    decayForce(t)
  }

  /// v₋ = v − ΔV + a T and p₋ = p − Rot(δ)(v₋ T + ΔS − ½ a T²), T ago.
  /// Where the device points aside, δ + e is the scene's yaw; then the rows of the velocity only are whole.
  func past(_ moment: OdometryMoment, before now: OdometryMoment, _ t: Double, isAside: Bool = false) -> Past {
    let yaw = mean[Index.yaw] + (isAside ? mean[Index.chip] : 0), c = cos(yaw), s = sin(yaw)
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
    if isAside {
      result.velocity.east.add(Index.chip, v.y)
      result.velocity.north.add(Index.chip, -v.x)
    }
    // ∂d/∂v = T, ∂d/∂a = T² − ½ T² = ½ T²; ∂v₋/∂v = 1, ∂v₋/∂a = T.
    Past.add(Index.velocity, -t, &result.place.east, &result.place.north, c, s)
    Past.add(Index.force, -0.5 * t * t, &result.place.east, &result.place.north, c, s)
    Past.add(Index.velocity, 1, &result.velocity.east, &result.velocity.north, c, s)
    Past.add(Index.force, t, &result.velocity.east, &result.velocity.north, c, s)
    return result
  }
}

/// Rows of place and velocity on Earth at an earlier moment, and their predictions.
struct Past {
  var place: (east: SparseRow, north: SparseRow)
  var velocity: (east: SparseRow, north: SparseRow)
  var at: SIMD2<Double>
  var speed: SIMD2<Double>

  /// Adds the derivatives of a level vector of the scene times `k`, turned to the Earth.
  fileprivate static func add(
    _ state: Int, _ k: Double, _ east: inout SparseRow, _ north: inout SparseRow, _ c: Double, _ s: Double
  ) {
    east.add(state, c * k)
    east.add(state + 1, s * k)
    north.add(state, -s * k)
    north.add(state + 1, c * k)
  }
}
