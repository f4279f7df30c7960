import Geometry

/// How late a vector sensor's stamps are against the gyroscope's, from motion.
///
/// A field that stands still in the world, read at the stamp t, is m = R(t − τ)ᵀ M + h, with R the gyroscope's attitude, h what is
/// fixed to the body (hard iron, bias) and M the field. Over half a second R drifts by no more than noise, so within such a window
///   R m = M + R h,
/// M is the window's own mean and h is common to all: linear, and eliminated at each τ. The τ sought has the smallest squared
/// residual; this is the likelihood for white noise, and the same as correlating ṁ with −ω × m, without differentiating m.
/// For a force, two more columns a piece take the lever arm r: f also has α × r + ω × (ω × r).
///
/// σ is a sandwich, H⁻¹ (Σ g²) H⁻¹ with g each window's slope of the cost at the minimum, so that errors which last, like soft
/// iron and the hand's own accelerations, count as what they are.
struct DelayFit {
  struct Reading: Sendable {
    var time: Double
    var value: SIMD3<Double>
  }

  private(set) var delay = 0.0
  private(set) var sigma = 0.0
  /// rms per axis of what is left.
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
    // Twice a parabola through three points, ever closer.
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

  /// The squared residual at a delay, in all and by window. nil where there are too few windows.
  private func cost(_ delay: Double) -> (total: Double, windows: [Double], count: Int)? {
    let unknowns = hasLever ? 6 : 3
    var hint = 1
    var normal = ParameterFit(unknowns)
    var rows: [(row: [SIMD3<Double>], value: SIMD3<Double>)] = []
    var bounds: [Int] = []
    var windowStart = -Double.infinity, first = 0
    func close() {
      let count = rows.count - first
      defer { first = rows.count }
      guard count >= 6 else {
        rows.removeLast(count)
        return
      }
      var means = [SIMD3<Double>](repeating: .zero, count: unknowns + 1)
      for row in rows[first...] {
        for i in 0..<unknowns { means[i] += row.row[i] }
        means[unknowns] += row.value
      }
      for i in means.indices { means[i] /= Double(count) }
      for k in first..<rows.count {
        for i in 0..<unknowns { rows[k].row[i] -= means[i] }
        rows[k].value -= means[unknowns]
      }
      bounds.append(rows.count)
    }
    for reading in readings {
      // The windows are the readings', so that every delay is judged by the same ones.
      guard let now = track.at(reading.time - delay, &hint), reading.time > -Self.search.lowerBound,
        reading.time > Self.search.upperBound, reading.time < track.duration + Self.search.lowerBound
      else { continue }
      if reading.time - windowStart > Self.window {
        close()
        windowStart = reading.time
      }
      let r = now.attitude.matrix
      var row = [r.c0, r.c1, r.c2]
      if hasLever {
        let spin = Matrix3(cross: now.rate)
        let lever = r * (Matrix3(cross: track.acceleration(near: hint)) + spin * spin)
        row += [lever.c0, lever.c1, lever.c2]
      }
      rows.append((row, r * reading.value))
    }
    close()
    guard bounds.count >= 10 else { return nil }
    for row in rows { for axis in 0..<3 { normal.add(row.row.map { $0[axis] }, row.value[axis], weight: 1) } }
    // Loosely held, so that what the motion does not show stays small.
    for i in 0..<3 { normal.expect(i, near: 0, within: 100) }
    if hasLever { for i in 3..<6 { normal.expect(i, near: 0, within: 1) } }
    guard let x = normal.solve() else { return nil }
    var total = 0.0, windows: [Double] = [], from = 0
    for end in bounds {
      var sum = 0.0
      for row in rows[from..<end] {
        var left = row.value
        for i in 0..<unknowns { left -= row.row[i] * x[i] }
        sum += dot(left, left)
      }
      windows.append(sum)
      total += sum
      from = end
    }
    return (total, windows, 3 * rows.count)
  }
}
