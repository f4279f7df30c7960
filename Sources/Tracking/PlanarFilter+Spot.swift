import Geometry

// The surroundings' field s (`spot`) along the path, on Earth; east and north are alike and independent: stationary, and smooth,
// since its sources are at a distance. That is the Matérn process of order 3/2, correlation (1 + λx) e^(−λx) over a path x with λ
// = √3/length, whose state is s and its slope s′ (`spotSlope`) (Rasmussen and Williams, "Gaussian Processes for Machine
// Learning", 2006, 4.2.1; Hartikainen and Särkkä, MLSP 2010). Over a path x exactly
//   F = e^(−λx) [1 + λx, x; −λ²x, 1 − λx],  Q = P − F P Fᵀ with P = diag(σ², λ²σ²).
// A process without slope changes too fast at first: the field would be new after half a meter, and a turn of the head, which
// takes as long, would give no information on the device's own field.
extension PlanarFilter {
  var hasSpot: Bool { parameters.hasSpot }

  /// Returns λ = √3/length, in 1/m.
  static func spotRate(_ parameters: PlanarParameters) -> Double {
    3.0.squareRoot() / parameters.compassHereLength.value
  }

  /// Propagates the field over a distance of path, in meters.
  mutating func leaveSpot(_ distance: Double) {
    guard hasSpot else { return }
    let rate = Self.spotRate(parameters), x = rate * distance, fade = exp(-x)
    let before = spot
    spot = fade * ((1 + x) * before + distance * spotSlope)
    spotSlope = fade * ((1 - x) * spotSlope - rate * x * before)
    let variance = spotVariance, kept = variance * fade * fade
    for i in Index.spot...Index.spot + 1 {
      let slope = i + 2
      // F, row by row: the second row uses the new value of the first.
      covariance.shear(row: i, by: SparseRow(slope, distance / (1 + x)))
      covariance.scale(i, by: fade * (1 + x))
      covariance.scale(slope, by: fade / (1 + x))
      covariance.shear(row: slope, by: SparseRow(i, -rate * x / (1 + x)))
      covariance.add(variance - kept * ((1 + x) * (1 + x) + x * x), to: i)
      covariance.add(rate * rate * (variance - kept * (x * x + (1 - x) * (1 - x))), to: slope)
      covariance[i, slope] = covariance[i, slope] + 2 * kept * rate * x * x
    }
  }

  /// Lets the field of the spot decay with time by a factor.
  mutating func fadeSpot(_ keep: Double) {
    guard hasSpot else { return }
    spot *= keep
    spotSlope *= keep
    let rate = Self.spotRate(parameters)
    let variance = spotVariance * (1 - keep * keep)
    for i in Index.spot...Index.spot + 1 {
      covariance.scale(i, by: keep)
      covariance.add(variance, to: i)
      covariance.scale(i + 2, by: keep)
      covariance.add(variance * rate * rate, to: i + 2)
    }
  }
}
