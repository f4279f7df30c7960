import Geometry

// A step is worth its probability of being progress. P = 1/(1 + e^−(ln Λ + prior)): ln Λ is what the fixes of the last half minute say
// of all steps (`WalkEvidence`), the prior what the gait does. People who look at a thing shuffle, nod and lean, and steps are
// counted of it that lead nowhere; who walks steps evenly.
//
// Place, its derivatives and the ground left behind take P times the step. An even gait is known after some steps; then the run that
// has shown it was progress from its beginning, and what was left out of it is made up for, less what fixes have made up meanwhile.
extension PlanarFilter {
  /// Of the steps since the gait became uneven last.
  struct Run: Sendable {
    /// The way by all of them, and what of it was not believed; east and north as the scene believes.
    var way = SIMD2(0.0, 0.0)
    var owed = SIMD2(0.0, 0.0)
    /// The same of the scene's own position, which fixes do not move.
    var sceneWay = SIMD2(0.0, 0.0)
    var sceneOwed = SIMD2(0.0, 0.0)

    mutating func add(_ step: SIMD2<Double>, belief: Double) {
      way += step
      owed += step * (1 - belief)
      sceneWay += step
      sceneOwed += step * (1 - belief)
    }
  }

  /// The probability that a step is progress.
  var walkBelief: Double {
    let prior = isGaitEven ? parameters.evenPrior : parameters.walkPrior
    return 1 / (1 + exp(-max(-20, min(20, evidence.value + prior))))
  }

  /// Whether the steps that follow are those of an even gait. Returns the way that the scene lacks if that has just become known.
  mutating func judgeGait(even: Bool, begins: Bool) -> SIMD2<Double> {
    if begins { run = Run() }
    let became = even && !isGaitEven
    isGaitEven = even
    guard became, run.way != .zero else { return .zero }
    let doubt = 1 - walkBelief
    let missing = run.owed - run.way * doubt, sceneMissing = run.sceneOwed - run.sceneWay * doubt
    run = Run()
    if missing != .zero { shift(by: missing) }
    return sceneMissing
  }

  /// A fix has moved the place by this share of what was owed.
  mutating func settleRun(share: Double) {
    let left = max(0, min(1, 1 - share))
    run.owed *= left
    run.way *= left
  }

  /// p ← p + Rot(δ) d with d a way along the course that is known by its steps.
  private mutating func shift(by inScene: SIMD2<Double>) {
    let u = turned(inScene, by: yaw) * shrinkage
    shearPlace(u, alongCourse: true)
    place += u
    let length = hypot(inScene.x, inScene.y)
    way += length
    leaveGround(length)
  }

  /// The place's derivatives by yaw, course and stride, for a step u on Earth.
  mutating func shearPlace(_ u: SIMD2<Double>, alongCourse: Bool) {
    var east = SparseRow(Index.yaw, u.y), north = SparseRow(Index.yaw, -u.x)
    if alongCourse {
      east.add(Index.course, u.y)
      north.add(Index.course, -u.x)
    }
    east.add(Index.stride, u.x)
    north.add(Index.stride, u.y)
    covariance.shear(row: Index.place, by: east)
    covariance.shear(row: Index.place + 1, by: north)
  }
}
