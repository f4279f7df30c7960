import Geometry

// A step as motion: p ← p + P Rot(δ) e^σ ℓ (sin χ, cos χ), with δ the `yaw`, σ the log `stride`, χ the `course`, and P the
// probability that the step is progress ("PlanarFilter+Walk.swift"). With u the step on Earth (east, north), its derivative by δ
// or χ, both clockwise, is (u_n, −u_e), and that by σ is u itself. Its error: along and across, white; whether it was a step at
// all, P(1 − P)ℓ² along; and if not, a shift in any direction. The surroundings under the compass change with the step.
extension PlanarFilter {
  /// A step along the scene's east and north.
  struct SceneStep: Sendable {
    /// The step as detected, and the part of it that is believed.
    var counted: SIMD2<Double>
    var believed: SIMD2<Double>

    init(counted: SIMD2<Double>, believed: SIMD2<Double>) { (self.counted, self.believed) = (counted, believed) }
    /// Creates a step that is certain.
    init(_ way: SIMD2<Double>) { self.init(counted: way, believed: way) }
  }

  /// Moves the place by a step of the model's length along the course.
  mutating func step(length: Double, directionSigma: Double) -> SceneStep {
    let belief = walkBelief
    let scaled = length * exp(stride)
    let inScene = scaled * SIMD2(sin(course), cos(course))
    let share = shrinkage * belief, u = turned(inScene, by: yaw) * share
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

  /// 1 σ of the displacement by a step that is no progress, such as a shuffle, as a share of its length.
  private static let idleShare = 0.3

  /// Changes the surroundings under the compass after a distance of path, in meters.
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
