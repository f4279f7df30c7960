public import Geometry

/// The Allan deviation of one axis over the averaging time, and the noises fitted to it.
///
/// σ²(τ) is half the mean square of the difference of neighboring means over τ. The overlapping estimator uses every such pair
/// from the running sum x: σ²(mτ₀) = Σ (x(j+2m) − 2 x(j+m) + x(j))² / (2 m² (N − 2m)) (W. J. Riley, "Handbook of Frequency
/// Stability Analysis", NIST SP 1065, 2008, eq. 11), so each τ costs one pass.
public struct AllanVariance: Equatable, Sendable {
  /// One averaging time.
  public struct Point: Equatable, Sendable {
    public var time: TimeSpan
    /// In the sensor's unit (rad/s or m/s²), like `lower` and `upper`.
    public var deviation: Double
    /// Equivalent degrees of freedom.
    public var freedom: Double
    /// Ends of the interval that holds 95 % of the estimate's distribution.
    public var lower: Double
    public var upper: Double
  }

  /// Size of a noise, in the unit stated at each property: the sensor's unit (rad/s or m/s²), alone or with a power of time.
  public struct Coefficient: Equatable, Sendable {
    public var value: Double
    /// Ends of the 95 % interval.
    public var lower: Double
    public var upper: Double
  }

  public var points: [Point] = []
  /// White noise N, unit·√s, at slope −1/2: σ = N/√τ. nil if another noise hides it, as for all of these.
  public var whiteNoise: Coefficient?
  /// Bias instability B, unit, at slope 0: σ = √(2 ln 2/π) B = 0.664 B.
  public var instability: Coefficient?
  /// Random walk of the bias K, unit/√s, at slope +1/2: σ = K √(τ/3).
  public var walk: Coefficient?
  /// Quantization Q, unit·s, at slope −1: σ = √3 Q/τ.
  public var quantization: Coefficient?

  static let perDecade = 12.0
  /// Shortest average that is fitted, in samples: shorter ones still show the sensor's own low-pass filter.
  static let leastAverage = 4
  /// Longest average, as a part of the record: longer ones have three degrees of freedom or fewer.
  static let longestShare = 0.125

  /// Analyzes readings at even intervals; empty for fewer than 64.
  public init(of readings: [Double], interval: TimeSpan) {
    guard readings.count >= 64, interval > .zero else { return }
    points = Self.points(readings, interval.value)
    fit()
  }

  private static func points(_ readings: [Double], _ interval: Double) -> [Point] {
    let mean = readings.reduce(0, +) / Double(readings.count)
    var sums = [Double](repeating: 0, count: readings.count + 1)
    for i in readings.indices { sums[i + 1] = sums[i] + (readings[i] - mean) }
    var variances: [(m: Int, value: Double)] = []
    var exponent = 0.0, last = 0
    while true {
      let m = Int(pow(10, exponent).rounded())
      exponent += 1 / perDecade
      guard m > last else { continue }
      guard Double(m) <= longestShare * Double(readings.count) else { break }
      last = m
      variances.append((m, variance(sums, m)))
    }
    return variances.indices.map { i in
      let (m, value) = variances[i]
      // The degrees of freedom depend on the kind of noise, which follows from the slope of the Allan variance around this point.
      let before = variances[max(0, i - 2)], after = variances[min(variances.count - 1, i + 2)]
      let slope =
        after.m > before.m && after.value > 0 && before.value > 0
        ? log(after.value / before.value) / log(Double(after.m) / Double(before.m)) : -1
      let freedom = freedom(count: sums.count, m: m, slope: slope)
      let ends = [ChiSquared.deviateOf95, -ChiSquared.deviateOf95].map {
        ChiSquared.quantile(deviate: $0, freedom: freedom)
      }
      return Point(
        time: TimeSpan(Double(m) * interval), deviation: value.squareRoot(), freedom: freedom,
        lower: (value * freedom / ends[0]).squareRoot(), upper: (value * freedom / ends[1]).squareRoot())
    }
  }

  /// Neighboring terms of a long average are nearly the same, so every (m/256)th term is enough.
  private static func variance(_ sums: [Double], _ m: Int) -> Double {
    let count = sums.count - 2 * m, stride = max(1, m / 256)
    var total = 0.0, terms = 0.0
    sums.withUnsafeBufferPointer { x in
      var j = 0
      while j < count {
        let second = x[j + 2 * m] - 2 * x[j + m] + x[j]
        total += second * second
        terms += 1
        j += stride
      }
    }
    return total / (2 * Double(m) * Double(m) * terms)
  }

  /// Returns the equivalent degrees of freedom of the overlapping estimate from N sums (D. A. Howe, D. W. Allan and J. A. Barnes,
  /// "Properties of signal sources and measurement methods", 35th Frequency Control Symposium, 1981, table 1; SP 1065, table 5),
  /// for white noise, flicker and random walk of the reading.
  static func freedom(count: Int, m: Int, slope: Double) -> Double {
    let n = Double(count), m = Double(m)
    let value: Double
    if slope < -0.5 {
      value = (3 * (n - 1) / (2 * m) - 2 * (n - 2) / n) * 4 * m * m / (4 * m * m + 5)
    } else if slope < 0.5 {
      value = m == 1 ? 2 * (n - 2) * (n - 2) / (2.3 * n - 4.9) : 5 * n * n / (4 * m * (n + 3 * m))
    } else {
      value = (n - 2) / m * ((n - 1) * (n - 1) - 3 * m * (n - 1) + 4 * m * m) / ((n - 3) * (n - 3))
    }
    return max(1, value)
  }
}
