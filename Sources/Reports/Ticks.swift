import Geometry

/// Round numbers along an axis.
enum Ticks {
  /// Returns the least of 1, 2, 5 · 10ⁿ that is not less than `value`, a number above zero.
  static func step(atLeast value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let power = pow(10, (log(value) / log(10)).rounded(.down))
    for factor in [1.0, 2, 5, 10] where factor * power >= value * (1 - 1e-9) { return factor * power }
    return 10 * power
  }

  /// Returns the multiples of a step within a range.
  static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / step - 1e-9).rounded(.up), last = (range.upperBound / step + 1e-9).rounded(.down)
    guard last >= first, last - first < 1000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step + 0 }
  }

  static func linear(_ range: ClosedRange<Double>, about count: Double) -> [Double] {
    multiples(of: step(atLeast: (range.upperBound - range.lowerBound) / count), in: range)
  }

  /// Returns 1, 2, 5 · 10ⁿ, or powers of ten alone if those would be too many.
  static func logarithmic(_ range: ClosedRange<Double>) -> [Double] {
    logarithmic(range, factors: log(range.upperBound / range.lowerBound) / log(10) > 2.6 ? [1] : [1, 2, 5])
  }

  /// Returns these factors times powers of ten.
  static func logarithmic(_ range: ClosedRange<Double>, factors: [Double]) -> [Double] {
    guard range.lowerBound > 0, range.upperBound.isFinite else { return [] }
    let first = Int(saturating: (log(range.lowerBound) / log(10)).rounded(.down))
    let last = Int(saturating: (log(range.upperBound) / log(10)).rounded(.up))
    let low = range.lowerBound * (1 - 1e-9), high = range.upperBound * (1 + 1e-9)
    var ticks: [Double] = []
    for power in first...max(first, last) {
      for factor in factors {
        let tick = factor * pow(10, Double(power))
        if tick >= low && tick <= high { ticks.append(tick) }
      }
    }
    return ticks
  }

  /// Returns degrees on both sides of zero, dense near it: zero, and the largest ones first.
  static func turns(upTo reach: Double) -> [Double] {
    [0] + [120.0, 60, 20, 5, 1].filter { $0 <= reach }.flatMap { [$0, -$0] }
  }

  /// Returns round times in seconds, about `count` at most.
  static func time(_ range: ClosedRange<Double>, atMost count: Double) -> [Double] {
    let wanted = (range.upperBound - range.lowerBound) / count
    let steps: [Double] = [
      1, 2, 5, 10, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 14400, 21600, 43200, 86400,
    ]
    return multiples(of: steps.first { $0 >= wanted } ?? step(atLeast: wanted / 86400) * 86400, in: range)
  }
}
