import Geometry

/// How long a device takes from one sample to the next, in its own time: parts that are asked for 100 Hz run at 96 or 104.
///
/// The ratio of two sums over the last few seconds, time gone by and samples taken. What is less than half or more than twice
/// the estimate counts as a gap and is left out, unless it keeps coming: then the estimate was wrong.
struct PeriodEstimate: Equatable, Sendable {
  /// nil until anything is known.
  private(set) var seconds: Double?
  private var span = 0.0, count = 0.0
  private var outsideSpan = 0.0, outsideCount = 0.0

  /// Samples after which an old one weighs half.
  private static let memory = 512.0
  /// Samples in a row outside of the estimate that end it.
  private static let patience = 16.0
  /// No sensor is slower, in seconds.
  private static let longest = 3600.0

  init(nominal: Double? = nil) { seconds = nominal.flatMap { $0 > 0 && $0 <= Self.longest ? $0 : nil } }

  /// Records a stretch of so many seconds with so many samples; false for one of another rate, which is a gap.
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
