import Geometry

extension AllanVariance {
  /// σ²(τ) = 3 Q²/τ² + N²/τ + (2 ln 2/π) B² + K² τ/3 (IEEE Std 952-1997, annex C), all four squares not negative, by weighted
  /// least squares over all points at once, instead of tangents laid by eye. A point's relative variance is 2/freedom, and never
  /// below (3 %)²: no sensor is so exactly this model.
  ///
  /// With four unknowns the constraint is met by trying every subset of them and taking the best whose squares are all positive.
  mutating func fit() {
    let used = points.filter { $0.time.value >= points[0].time.value * (Double(Self.leastAverage) - 0.5) && $0.deviation > 0 }
    guard used.count >= 5 else { return }
    let measured = used.map { $0.deviation * $0.deviation }
    let columns = used.map { Self.columns($0.time.value) }
    var model = measured
    var best = [Double](repeating: 0, count: 4)
    for _ in 0..<8 {
      let weights = zip(used, model).map { 1 / ((2 / $0.freedom + 0.0009) * $1 * $1) }
      guard let found = Self.nonNegative(columns, measured, weights) else { return }
      best = found
      model = columns.map { row in max(1e-300, (0..<4).reduce(0) { $0 + row[$1] * found[$1] }) }
    }
    func coefficient(_ index: Int) -> Coefficient? {
      guard best[index] > 0 else { return nil }
      // Its interval is that of the point which shows it best: the one where it is most of the model, and which is well known.
      var freedom = 0.0, share = 0.0
      for i in used.indices {
        let part = columns[i][index] * best[index] / model[i]
        share = max(share, part)
        freedom = max(freedom, used[i].freedom * part * part)
      }
      guard share > 0.3, freedom >= 1 else { return nil }
      let ends = [1.96, -1.96].map { ChiSquared.quantile(deviate: $0, freedom: freedom) }
      return Coefficient(
        value: best[index].squareRoot(), lower: (best[index] * freedom / ends[0]).squareRoot(),
        upper: (best[index] * freedom / ends[1]).squareRoot())
    }
    quantization = coefficient(0)
    whiteNoise = coefficient(1)
    instability = coefficient(2)
    walk = coefficient(3)
  }

  static func columns(_ time: Double) -> [Double] { [3 / (time * time), 1 / time, 2 * log(2) / .pi, time / 3] }

  /// min Σ w (Σ a_j x_j − y)² with x ≥ 0.
  private static func nonNegative(_ rows: [[Double]], _ values: [Double], _ weights: [Double]) -> [Double]? {
    // Columns of one size, so that Q² in 1e-12 and K² in 1e-6 are equally well solved for.
    let scale = (0..<4).map { j in 1 / zip(rows, values).map { $0[j] / $1 }.reduce(0, max) }
    var best: (cost: Double, x: [Double])?
    for subset in 1..<16 {
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
    return best?.x
  }
}
