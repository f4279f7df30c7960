import Geometry

// How far off the compass may be by the surroundings' field, of variance L² per axis (`SurroundingsField`). A share κ of it is that
// of the room, which time does not change and way does; the rest is that of the spot. When L² turns out to be another, what was
// inferred from the compass meanwhile is as uncertain as it would be had that been known.
extension PlanarFilter {
  /// σ² of s on a spot, in µT².
  var spotVariance: Double { (1 - parameters.roomShare) * surroundings.variance }

  /// σ of c and of d, in radians: what the surroundings' field makes, and at least what is always left. Where the compass is a direction
  /// only, its device's own field is not known and shows as one of the surroundings: then only what is stated of the heading widens.
  var hereSigma: Double {
    let least = parameters.compassHere.radians
    guard hasSpot, let variance = surroundings.directionVariance else { return least }
    return max(least, ((1 - parameters.roomShare) * variance).squareRoot())
  }
  var neighbourhoodSigma: Double {
    let least = parameters.compassNeighbourhood.radians
    guard hasSpot, let variance = surroundings.directionVariance else { return least }
    return max(least, (parameters.roomShare * variance).squareRoot())
  }

  /// 1 σ of the yaw as it is stated: with what the surroundings' field may make beyond what the filter assumes, as far as the yaw
  /// rests on the compass and not on motion and fixes.
  var statedYawSigma: Double {
    let own = covariance[Index.yaw, Index.yaw]
    guard !hasSpot, usesCompass, let variance = surroundings.directionVariance else { return own.squareRoot() }
    let here = parameters.compassHere.radians, neighbourhood = parameters.compassNeighbourhood.radians
    let excess = max(0, variance - here * here - neighbourhood * neighbourhood)
    let share = max(0, 1 - own / yawVarianceByFixes)
    return (own + share * share * excess).squareRoot()
  }

  /// Whether the strength of the surroundings' field is judged at all.
  var judgesSurroundings: Bool { parameters.surroundings.value > 0 }

  /// Takes a window for what it says of the surroundings' strength.
  mutating func judgeSurroundings(_ window: CompassWindow.Mean, _ earth: EarthField?) {
    guard judgesSurroundings else { return }
    let spot = spotVariance, here = hereSigma, neighbourhood = neighbourhoodSigma
    if let earth {
      surroundings.judge(window, deviceField: hardIron, earth: earth, drift: drift, common: parameters.roomShare)
    } else {
      surroundings.assume(window, deviceField: hardIron)
    }
    if hasSpot {
      let rate = Self.spotRate(parameters), square = rate * rate
      for axis in 0..<2 {
        reassume(Index.spot + axis, from: spot, to: spotVariance, value: self.spot[axis])
        reassume(
          Index.spotSlope + axis, from: spot * square, to: spotVariance * square, value: spotSlope[axis])
      }
    }
    reassume(Index.here, from: here * here, to: hereSigma * hereSigma, value: self.here)
    reassume(
      Index.neighbourhood, from: neighbourhood * neighbourhood, to: neighbourhoodSigma * neighbourhoodSigma,
      value: self.neighbourhood)
  }

  /// The nominal state moves at once: the next state's value has to be the new one.
  private mutating func reassume(_ i: Int, from before: Double, to now: Double, value: Double) {
    var correction = StateVector()
    covariance.reassume(i, from: before, to: now, value: value, correcting: &correction)
    if !correction.isZero { apply(correction) }
  }
}
