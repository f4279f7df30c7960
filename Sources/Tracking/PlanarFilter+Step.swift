import Geometry

// A step as motion: p ← p + P Rot(δ) e^σ ℓ (sin χ, cos χ), P the probability that it is progress ("PlanarFilter+Walk.swift"). With u the
// step on Earth (east, north), its derivative by δ or χ, both clockwise, is (u_n, −u_e), and that by σ is u itself. Its error: along
// and across, white; whether it was a step at all, P(1 − P)ℓ² along; and if not, a shift anywhere. The ground under the compass has
// changed.
extension PlanarFilter {
  /// A step, east and north as the scene believes.
  struct SceneStep: Sendable {
    /// As detected, and what of it is believed.
    var counted: SIMD2<Double>
    var believed: SIMD2<Double>

    init(counted: SIMD2<Double>, believed: SIMD2<Double>) { (self.counted, self.believed) = (counted, believed) }
    /// A way that nobody doubts.
    init(_ way: SIMD2<Double>) { self.init(counted: way, believed: way) }
  }

  /// A step of the model's length along the course.
  mutating func step(length: Double, directionSigma: Double) -> SceneStep {
    let belief = walkBelief
    let scaled = length * exp(stride)
    let inScene = scaled * SIMD2(sin(course), cos(course))
    let u = turned(inScene, by: yaw) * (shrinkage * belief)
    let unsure = 1 - shrinkage * shrinkage
    shearPlace(u, alongCourse: true)
    place += u
    way += scaled * belief

    let doubt = 0.5 * scaled * scaled * unsure
    let idle = Self.idleShare * scaled, astray = (1 - belief) * idle * idle
    let own = parameters.stepAlong.value * parameters.stepAlong.value
    let along = belief * (own + doubt * unsure + (1 - belief) * scaled * scaled) + astray
    let side = directionSigma * scaled
    let across = belief * (side * side + doubt) + astray
    let way = u / max(scaled * shrinkage * belief, 1e-9)
    let e = Index.place, n = Index.place + 1
    covariance.add(along * way.x * way.x + across * way.y * way.y, to: e)
    covariance.add(along * way.y * way.y + across * way.x * way.x, to: n)
    covariance[e, n] = covariance[e, n] + (along - across) * way.x * way.y

    leaveGround(scaled * belief)
    run.add(inScene, belief: belief)
    return SceneStep(counted: inScene, believed: inScene * belief)
  }

  /// 1 σ of where a step that is no progress leads, as a share of its length: a shuffle.
  private static let idleShare = 0.3

  /// The ground under the compass has changed by so many metres of way.
  mutating func leaveGround(_ distance: Double) {
    surroundings.pass(distance / (2 * parameters.compassHereLength.value))
    fadeHere(exp(-distance / parameters.compassHereLength.value))
    leaveSpot(distance)
    let keep = exp(-distance / parameters.compassNeighbourhoodLength.value)
    let sigma = neighbourhoodSigma
    neighbourhood *= keep
    covariance.scale(Index.neighbourhood, by: keep)
    covariance.add(sigma * sigma * (1 - keep * keep), to: Index.neighbourhood)
  }
}
