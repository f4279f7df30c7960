import CPosix

/// How many lines a source may log: 20 at once, and one more every ten seconds. A device that goes and comes each second would
/// otherwise fill the journal over months. What is left out is counted.
struct LogBudget {
  private var left = most
  private var refilled = gnomon_boot_time()
  private var skipped = 0

  private static let most = 20.0, secondsPerLine = 10.0

  /// Whether a line may be logged now; how many were left out since the last one.
  mutating func spend(at time: Int64 = gnomon_boot_time()) -> (mayLog: Bool, skipped: Int) {
    left = min(Self.most, left + Double(time - refilled) * 1e-9 / Self.secondsPerLine)
    refilled = time
    guard left >= 1 else {
      skipped += 1
      return (false, skipped)
    }
    defer { skipped = 0 }
    left -= 1
    return (true, skipped)
  }
}
