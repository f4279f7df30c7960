import Calibrators
import Geometry

extension AllanVariance {
  /// Fits σ²(τ) = 3 Q²/τ² + N²/τ + (2 ln 2/π) B² + K² τ/3 (IEEE Std 952-1997, annex C; Q `quantization`, N `whiteNoise`, B
  /// `instability`, K `walk`), all four squares not negative, by weighted least squares over all points at once, instead of
  /// tangents drawn by eye. A point's relative variance is 2/freedom plus (5 %)², as no sensor follows this model exactly. Terms
  /// that explain too little are removed again, the weakest first.
  mutating func fit() {
    let used = points.filter {
      $0.time.value >= points[0].time.value * (Double(Self.leastAverage) - 0.5) && $0.deviation > 0
    }
    guard used.count >= 5 else { return }
    var allowed = 15
    var best = [Double](repeating: 0, count: 4)
    let rows = used.map { Self.columns($0.time.value) }
    var model: [Double] = []
    while allowed != 0 {
      model = used.map { $0.deviation * $0.deviation }
      var weights: [Double] = []
      for _ in 0..<6 {
        weights = zip(used, model).map { 1 / ((2 / $0.freedom + Self.modelVariance) * $1 * $1) }
        guard let found = Self.nonNegative(rows, used, weights, allowed) else { return }
        best = found.x
        model = rows.map { row in max(1e-300, (0..<4).reduce(0) { $0 + row[$1] * best[$1] }) }
      }
      guard let whole = Self.nonNegative(rows, used, weights, allowed) else { return }
      let present = (0..<4).filter { best[$0] > 0 }
      guard present.count > 1 else { break }
      let gains = present.map { index in
        (Self.nonNegative(rows, used, weights, allowed & ~(1 << index))?.cost ?? .infinity) - whole.cost
      }
      guard let least = gains.indices.min(by: { gains[$0] < gains[$1] }), gains[least] < Self.leastGain else { break }
      allowed &= ~(1 << present[least])
    }
    quantization = coefficient(0, best, rows, used, model)
    whiteNoise = coefficient(1, best, rows, used, model)
    instability = coefficient(2, best, rows, used, model)
    walk = coefficient(3, best, rows, used, model)
  }

  /// The model's own relative variance: (5 %)².
  private static let modelVariance = 0.0025
  /// Least reduction of the weighted sum of squares by a coefficient: 3 σ, times the number of points that show the same, because
  /// averages over times less than an octave apart are dependent.
  private static let leastGain = 9 * perDecade * 0.301

  /// Returns the coefficient with the interval of the point that shows it best: where it is most of the model, and the point is
  /// well known.
  private func coefficient(
    _ index: Int, _ best: [Double], _ rows: [[Double]], _ used: [Point], _ model: [Double]
  ) -> Coefficient? {
    guard best[index] > 0 else { return nil }
    var freedom = 0.0, share = 0.0
    for i in used.indices {
      let part = rows[i][index] * best[index] / model[i]
      share = max(share, part)
      freedom = max(freedom, part * part / (1 / used[i].freedom + 0.5 * Self.modelVariance))
    }
    guard share > 0.3, freedom >= 1 else { return nil }
    let ends = [ChiSquared.deviateOf95, -ChiSquared.deviateOf95].map {
      ChiSquared.quantile(deviate: $0, freedom: freedom)
    }
    return Coefficient(
      value: best[index].squareRoot(), lower: (best[index] * freedom / ends[0]).squareRoot(),
      upper: (best[index] * freedom / ends[1]).squareRoot())
  }

  static func columns(_ time: Double) -> [Double] { [3 / (time * time), 1 / time, 2 * log(2) / .pi, time / 3] }

  /// Minimizes Σ w (Σ a_j x_j − y)² with x ≥ 0 over the allowed columns. With four unknowns every subset can be tried; the result
  /// is the best subset with only positive members.
  private static func nonNegative(
    _ rows: [[Double]], _ used: [Point], _ weights: [Double], _ allowed: Int
  ) -> (cost: Double, x: [Double])? {
    let values = used.map { $0.deviation * $0.deviation }
    // Columns are scaled to one size, so that Q² of 1e-12 and K² of 1e-6 are solved equally well.
    let scale = (0..<4).map { j in 1 / zip(rows, values).map { $0[j] / $1 }.reduce(0, max) }
    var best: (cost: Double, x: [Double])?
    for subset in 1..<16 where subset & ~allowed == 0 {
      let chosen = (0..<4).filter { subset >> $0 & 1 == 1 }
      var fit = ParameterFit(chosen.count)
      for (i, row) in rows.enumerated() { fit.add(chosen.map { row[$0] * scale[$0] }, values[i], weight: weights[i]) }
      guard let x = fit.solve(), x.allSatisfy({ $0 > 0 && $0.isFinite }) else { continue }
      var whole = [Double](repeating: 0, count: 4)
      for (k, j) in chosen.enumerated() { whole[j] = x[k] * scale[j] }
      var cost = 0.0
      for (i, row) in rows.enumerated() {
        var off = -values[i]
        for j in chosen { off += row[j] * whole[j] }
        cost += weights[i] * off * off
      }
      if cost < best?.cost ?? .infinity { best = (cost, whole) }
    }
    return best
  }
}
