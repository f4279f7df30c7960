import Geometry

/// Fit of the delay of a vector sensor's stamps after the gyroscope's, from motion.
///
/// A field that stands still in the world, read at the stamp t, is m = S R(t − τ)ᵀ M + h: τ the delay, R the gyroscope's
/// attitude, M the field, h the part fixed to the body (hard iron, bias) and S ≈ 1 the sensor's matrix (soft iron, scale, axes
/// turned against the gyroscope's). With (1 + E) m − h′ for the corrected reading,
///   R m = M − R E m + R h′.
/// Over half a second R drifts by no more than noise, so within such a window M is the window's own mean; E (without trace, or
/// the fit would shrink everything to zero) and h′ are common to all windows, and linear: they are eliminated at each τ. The τ
/// sought has the smallest squared residual; this is the likelihood for white noise, and the same as correlating ṁ with −ω × m,
/// without differentiating m. For a force, three more columns hold the lever arm r: f also has α × r + ω × (ω × r).
///
/// σ is a sandwich, H⁻¹ (Σ g²) H⁻¹ with g each window's slope of the cost at the minimum (P. J. Huber, 5th Berkeley Symposium,
/// 1967), so that lasting errors, like the hand's own accelerations, count in full.
struct DelayFit {
  struct Reading: Sendable {
    var time: Double
    var value: SIMD3<Double>
  }

  private(set) var delay = 0.0
  private(set) var sigma = 0.0
  /// Rms residual per axis.
  private(set) var residual = 0.0
  private(set) var windows = 0

  static let window = 0.5
  static let search = -0.04...0.08
  static let coarse = 0.004

  enum Fault: Error { case tooFew, atEdge(Double) }

  private let track: AttitudeTrack
  private let readings: [Reading]
  private let hasLever: Bool

  init(_ readings: [Reading], against track: AttitudeTrack, hasLever: Bool) throws(Fault) {
    self.track = track
    self.readings = readings
    self.hasLever = hasLever
    try solve()
  }

  private mutating func solve() throws(Fault) {
    var best = (delay: 0.0, cost: Double.infinity)
    for trial in stride(from: Self.search.lowerBound, through: Self.search.upperBound + 1e-9, by: Self.coarse) {
      guard let cost = cost(trial) else { throw .tooFew }
      if cost.total < best.cost { best = (trial, cost.total) }
    }
    guard best.delay > Self.search.lowerBound + 1e-9, best.delay < Self.search.upperBound - 1e-9 else {
      throw .atEdge(best.delay)
    }
    // Fits a parabola to three points twice, the second time with a smaller step.
    var at = best.delay
    for step in [Self.coarse, 0.001] {
      guard let a = cost(at - step), let b = cost(at), let c = cost(at + step) else { throw .tooFew }
      let curvature = a.total - 2 * b.total + c.total
      guard curvature > 0 else { throw .tooFew }
      at += max(-step, min(step, 0.5 * step * (a.total - c.total) / curvature))
    }
    let step = 0.001
    guard let a = cost(at - step), let b = cost(at), let c = cost(at + step) else { throw .tooFew }
    let curvature = (a.total - 2 * b.total + c.total) / (step * step)
    guard curvature > 0 else { throw .tooFew }
    var slopes = 0.0
    for (before, after) in zip(a.windows, c.windows) {
      let slope = (after - before) / (2 * step)
      slopes += slope * slope
    }
    let count = Double(max(1, b.count))
    delay = at
    sigma = slopes.squareRoot() / curvature
    residual = (b.total / count).squareRoot()
    windows = b.windows.count
  }

  /// Free elements of E: two differences of its diagonal, and these six off the diagonal.
  private static let elements: [(Int, Int)] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
  private var unknowns: Int { hasLever ? 14 : 11 }

  /// Returns the squared residual at a delay, in total and for each window; nil with too few windows.
  private func cost(_ delay: Double) -> (total: Double, windows: [Double], count: Int)? {
    let unknowns = unknowns, width = unknowns + 1
    var hint = 1
    // For each reading its columns and, last, its value; each window's mean is subtracted.
    var rows: [SIMD3<Double>] = []
    rows.reserveCapacity(readings.count * width)
    var bounds: [Int] = []
    var windowStart = -Double.infinity, first = 0
    func close() {
      let count = rows.count / width - first
      guard count >= 6 else {
        rows.removeLast(count * width)
        return
      }
      for column in 0..<width {
        var mean = SIMD3<Double>.zero
        for k in first..<first + count { mean += rows[k * width + column] }
        mean /= Double(count)
        for k in first..<first + count { rows[k * width + column] -= mean }
      }
      first += count
      bounds.append(first)
    }
    for reading in readings {
      // The windows depend on the readings' stamps only, so every delay is judged by the same ones.
      guard reading.time > Self.search.upperBound, reading.time < track.duration + Self.search.lowerBound,
        let now = track.at(reading.time - delay, &hint)
      else { continue }
      if reading.time - windowStart > Self.window {
        close()
        windowStart = reading.time
      }
      let r = now.attitude.matrix, m = reading.value
      rows.append(r.c0)
      rows.append(r.c1)
      rows.append(r.c2)
      rows.append(r.c0 * m.x - r.c2 * m.z)
      rows.append(r.c1 * m.y - r.c2 * m.z)
      for (i, j) in Self.elements { rows.append((i == 0 ? r.c0 : i == 1 ? r.c1 : r.c2) * m[j]) }
      if hasLever {
        let spin = Matrix3(cross: now.rate)
        let lever = r * (Matrix3(cross: track.acceleration(near: hint)) + spin * spin)
        rows.append(lever.c0)
        rows.append(lever.c1)
        rows.append(lever.c2)
      }
      rows.append(r * m)
    }
    close()
    guard bounds.count >= 10, let x = solve(rows, width) else { return nil }
    var total = 0.0, windows: [Double] = [], from = 0
    for end in bounds {
      var sum = 0.0
      for k in from..<end {
        var left = rows[k * width + unknowns]
        for i in 0..<unknowns { left -= rows[k * width + i] * x[i] }
        sum += dot(left, left)
      }
      windows.append(sum)
      total += sum
      from = end
    }
    return (total, windows, 3 * first)
  }

  private func solve(_ rows: [SIMD3<Double>], _ width: Int) -> [Double]? {
    let unknowns = width - 1
    var sums = [Double](repeating: 0, count: width * width)
    for start in stride(from: 0, to: rows.count, by: width) {
      for i in 0..<width { for j in 0...i { sums[i * width + j] += dot(rows[start + i], rows[start + j]) } }
    }
    // Weak priors keep small what the motion does not show: 1 σ of h is 1000 units, of E 0.3, of r 3 m, against a residual of
    // some units in total.
    var normal = SymmetricMatrix(size: unknowns)
    var right: [Double] = []
    for i in 0..<unknowns {
      for j in 0...i { normal[i, j] = sums[i * width + j] }
      normal[i, i] += i < 3 ? 1e-6 : i < 11 ? 10 : 0.1
      right.append(sums[unknowns * width + i])
    }
    return normal.solve(right)
  }
}
