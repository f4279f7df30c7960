import Geometry

/// The period of a device's samples, in the device's own time: parts that are configured for 100 Hz run at 96 or 104.
///
/// The ratio of two sums over the last few seconds, elapsed time and samples. A stretch with less than half or more than twice
/// the estimated period counts as a gap and is left out, unless such stretches continue: then they replace the estimate.
struct PeriodEstimate: Equatable, Sendable {
  /// The period; nil until it is known.
  private(set) var seconds: Double?
  private var span = 0.0, count = 0.0
  private var outsideSpan = 0.0, outsideCount = 0.0

  /// Samples after which an old one weighs half.
  private static let memory = 512.0
  /// Consecutive samples outside the estimate after which it is replaced.
  private static let patience = 16.0
  /// The longest period accepted, in seconds; no sensor is slower.
  private static let longest = 3600.0

  init(nominal: Double? = nil) { seconds = nominal.flatMap { $0 > 0 && $0 <= Self.longest ? $0 : nil } }

  /// Records a stretch of time with a number of samples; false if its rate differs too much, as in a gap.
  @discardableResult mutating func record(_ stretch: Double, samples: Int) -> Bool {
    let samples = Double(samples)
    guard stretch > 0, samples > 0, stretch / samples <= Self.longest else { return false }
    if let seconds, !(0.5...2).contains(stretch / samples / seconds) {
      outsideSpan += stretch
      outsideCount += samples
      guard outsideCount >= Self.patience else { return false }
      self.seconds = outsideSpan / outsideCount
      (span, count) = (outsideSpan, outsideCount)
      (outsideSpan, outsideCount) = (0, 0)
      return false
    }
    (outsideSpan, outsideCount) = (0, 0)
    span += stretch
    count += samples
    seconds = span / count
    if count > Self.memory {
      span *= 0.5
      count *= 0.5
    }
    return true
  }
}
