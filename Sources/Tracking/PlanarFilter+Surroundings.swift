import Geometry

// Error of the compass by the surroundings' field, of variance L² per axis (`SurroundingsField`). The share `roomShare` of it
// belongs to the room, and changes along the path but not with time; the rest belongs to the spot. When the estimate of L²
// changes, earlier results of the compass get the uncertainty that they would have had with the new value.
extension PlanarFilter {
  /// Variance of the field s on a spot, in µT².
  var spotVariance: Double { (1 - parameters.roomShare) * surroundings.variance }

  /// Standard deviation of `here` and of `neighbourhood`, in radians: from the surroundings' field, but never below a minimum.
  /// Where only the compass's direction is used, the device's own field is unknown and appears as one of the surroundings: then
  /// only the published standard deviation of the heading becomes larger.
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

  /// The published 1 σ of the yaw: it includes the part of the surroundings' field beyond the filter's assumption, as far as the
  /// yaw comes from the compass and not from motion and fixes.
  var statedYawSigma: Double {
    let own = covariance[Index.yaw, Index.yaw]
    guard !hasSpot, usesCompass, let variance = surroundings.directionVariance else { return own.squareRoot() }
    let here = parameters.compassHere.radians, neighbourhood = parameters.compassNeighbourhood.radians
    let excess = max(0, variance - here * here - neighbourhood * neighbourhood)
    let share = max(0, 1 - own / yawVarianceByFixes)
    return (own + share * share * excess).squareRoot()
  }

  /// Whether the strength of the surroundings' field is estimated at all.
  var judgesSurroundings: Bool { parameters.surroundings.value > 0 }

  /// Updates the strength of the surroundings' field from a window.
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

  /// Changes a state's assumed variance and applies the resulting correction at once: the next call needs the new nominal values.
  private mutating func reassume(_ i: Int, from before: Double, to now: Double, value: Double) {
    var correction = StateVector()
    covariance.reassume(i, from: before, to: now, value: value, correcting: &correction)
    if !correction.isZero { apply(correction) }
  }
}
