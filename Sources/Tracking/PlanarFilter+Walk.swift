import Geometry

// A step counts with its probability of being progress, P = 1/(1 + e^−(ln Λ + prior)): ln Λ is the evidence of the last half
// minute of fixes on all steps (`WalkEvidence`), the prior depends on the gait. People who look at a thing shuffle, nod and lean,
// which are counted as steps that lead nowhere; a walker's steps are even.
//
// Place, its derivatives and the change of the surroundings use P times the step. An even gait is known only after some steps;
// then its run was progress from its start, and the part left out of it is added, minus the part that fixes have added meanwhile.
extension PlanarFilter {
  /// Sums over the steps since the gait was last uneven.
  struct Run: Sendable {
    /// Sum of all steps, and of the parts that were not believed; along the scene's east and north.
    var way = SIMD2(0.0, 0.0)
    var owed = SIMD2(0.0, 0.0)
    /// The same for the scene's own position, which fixes do not move.
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

  /// Updates whether the gait is even. Returns the displacement that the scene lacks, if the gait has just become even.
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

  /// Reduces the missing part after a fix has moved the place by this share of it.
  mutating func settleRun(share: Double) {
    let left = max(0, min(1, 1 - share))
    run.owed *= left
    run.way *= left
  }

  /// Adds a displacement along the course that is known from its steps: p ← p + Rot(δ) d, with δ the `yaw`.
  private mutating func shift(by inScene: SIMD2<Double>) {
    let u = turned(inScene, by: yaw) * shrinkage
    shearPlace(u, alongCourse: true)
    place += u
    let length = hypot(inScene.x, inScene.y)
    way += length
    leaveGround(length)
  }

  /// Adds the place's derivatives by yaw, course and stride, for a step u on Earth.
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
