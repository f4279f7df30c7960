/// The time between two reports, as their stamps have it: the smallest of a hundred gaps, since reports can be missing and never
/// come too early.
///
/// One Air sends each millisecond, to a thousandth [C] (sources at `GlassesModel`); that others do is *unverified*.
struct ReportPace: Equatable, Sendable {
  private(set) var period: Int64 = 1_000_000
  private var least = Int64.max
  private var count = 0

  private static let window = 100
  /// Bounds, far from what such a sensor does: 0.1 to 100 ms.
  private static let bounds: ClosedRange<Int64> = 100_000...100_000_000

  /// Takes the gap to the report before, and returns how many are missing in it.
  mutating func missing(in gap: Int64) -> Int {
    least = min(least, gap)
    count += 1
    if count == Self.window {
      period = min(max(least, Self.bounds.lowerBound), Self.bounds.upperBound)
      (least, count) = (.max, 0)
    }
    return Int(max(0, (gap + period / 2) / period - 1))
  }
}
