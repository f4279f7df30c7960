import Geometry

extension Trace {
  /// Returns the quintic spline that fits the rows by least squares, its time counted from the first row.
  ///
  /// Controls are further apart than rows, so that the noise of motion capture, a tenth of a millimeter and more, does not become
  /// shaking: movements up to 0.3/spacing (8 Hz at 40 ms) are hardly reduced. The fit minimizes Σ|x(tᵢ) − xᵢ|² + λ Σ|Δ³c|²; the
  /// second term matters only where rows are few. Its normal equations have a band of six; they are solved by Cholesky's method
  /// (G. H. Golub and C. F. Van Loan, "Matrix Computations", 4.3.5).
  func spline(_ wanted: TimeSpan) -> UniformSpline {
    var longest = 0.0
    for (a, b) in zip(rows, rows.dropFirst()) { longest = max(longest, (b.time - a.time).value) }
    let spacing = max(wanted.value, longest)
    let segments = max(1, Int((duration.value / spacing - 1e-9).rounded(.up)))
    var band = Band(count: segments + 5)
    var last = SIMD4<Double>(0, 0, 0, 1)
    let start = rows[0].time
    for row in rows {
      // q and −q are one orientation: take the one nearer to the previous row
      var q = row.orientation.quaternion
      if (q * last).sum() < 0 { q = -q }
      last = q
      let p = row.position  // Level to east, north, up
      let value = UniformSpline.Channels(p.x, -p.z, p.y, q.x, q.y, q.z, q.w, 0)
      let place = (row.time - start).value / spacing
      let i = min(Int(place), segments - 1)
      band.add(UniformSpline.weights(place - Double(i)), value, at: i)
    }
    let weight = 1e-5 * Double(rows.count) / Double(segments)
    band.addRoughness(weight)
    return UniformSpline(spacing: spacing, controls: band.solved())
  }

  /// The normal equations: the lower half of the matrix, row by row, and the right sides.
  private struct Band {
    private var rows: [[Double]]  // rows[i][k] is the element (i, i − k)
    private var sides: [UniformSpline.Channels]

    init(count: Int) {
      rows = [[Double]](repeating: [Double](repeating: 0, count: 6), count: count)
      sides = [UniformSpline.Channels](repeating: .zero, count: count)
    }

    mutating func add(_ weights: [Double], _ value: UniformSpline.Channels, at first: Int) {
      for a in weights.indices {
        for b in 0...a { rows[first + a][a - b] += weights[a] * weights[b] }
        sides[first + a] += value * weights[a]
      }
    }

    mutating func addRoughness(_ weight: Double) {
      let difference = [-1.0, 3, -3, 1]
      for first in 0..<(rows.count - 3) {
        for a in 0..<4 { for b in 0...a { rows[first + a][a - b] += weight * difference[a] * difference[b] } }
      }
    }

    func solved() -> [UniformSpline.Channels] {
      var l = rows, x = sides
      for i in l.indices {
        for k in stride(from: min(5, i), through: 0, by: -1) {
          let j = i - k
          var sum = l[i][k]
          for m in max(0, max(i, j) - 5)..<j where i - m <= 5 { sum -= l[i][i - m] * l[j][j - m] }
          l[i][k] = k == 0 ? max(sum, 1e-300).squareRoot() : sum / l[j][0]
        }
      }
      for i in x.indices {
        for k in 1...5 where i - k >= 0 { x[i] -= x[i - k] * l[i][k] }
        x[i] /= l[i][0]
      }
      for i in x.indices.reversed() {
        for k in 1...5 where i + k < x.count { x[i] -= x[i + k] * l[i + k][k] }
        x[i] /= l[i][0]
      }
      return x
    }
  }
}

extension UniformSpline {
  /// Returns the weights of a segment's six controls at u in [0, 1]; they sum to 1.
  static func weights(_ u: Double) -> [Double] {
    let v = 1 - u, u2 = u * u, u3 = u2 * u, u4 = u2 * u2, u5 = u4 * u
    var weights = [v * v * v * v * v]
    weights.append(26 - 50 * u + 20 * u2 + 20 * u3 - 20 * u4 + 5 * u5)
    weights.append(66 - 60 * u2 + 30 * u4 - 10 * u5)
    weights.append(26 + 50 * u + 20 * u2 - 20 * u3 - 20 * u4 + 10 * u5)
    weights.append(1 + 5 * u + 10 * u2 + 10 * u3 + 5 * u4 - 5 * u5)
    weights.append(u5)
    return weights.map { $0 / 120 }
  }
}
