import CPosix

/// The number of lines that a source may log: 20 at once, and one more every ten seconds. Without the limit, a device that
/// appears and disappears each second would fill the journal over months. Skipped lines are counted.
struct LogBudget {
  private var left = most
  private var refilled = gnomon_boot_time()
  private var skipped = 0

  private static let most = 20.0, secondsPerLine = 10.0

  /// Returns whether a line may be logged now, and the number of lines skipped since the last one.
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
