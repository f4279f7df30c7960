public import Geometry
public import Samples

/// The number of lines of each kind in each stretch of time. When there would be more than `capacity` stretches, they become
/// twice as long, so that a session of any length fits.
public struct SampleRates: Sendable {
  public struct Stream: Sendable {
    public var count = 0
    public var first: BootInstant?
    public var last: BootInstant?
    public var longestGap = TimeSpan.zero
    /// Mean and spread of the intervals between samples, without the gaps.
    public fileprivate(set) var spacing = IntervalSpread()
    /// Gaps longer than three usual intervals, the longest of them, in the order of time; and the number of all gaps.
    public fileprivate(set) var gaps: [Gap] = []
    public fileprivate(set) var gapCount = 0
    /// Number of lines in each stretch, from the first line of the session.
    public fileprivate(set) var bins: [Int] = []

    public var isEmpty: Bool { count == 0 }
    /// Lines per second.
    public var rate: Double? {
      guard let first, let last, count > 1, last > first else { return nil }
      return Double(count - 1) / (last - first).value
    }
  }

  public struct Gap: Equatable, Sendable {
    public var time: BootInstant
    public var length: TimeSpan
  }

  static let capacity = 512, mostGaps = 100
  public private(set) var streams = [Stream](repeating: Stream(), count: LineTag.allCases.count)
  /// Length of a stretch, and start of the first one.
  public private(set) var width = TimeSpan(1)
  public private(set) var origin: BootInstant?

  public subscript(tag: LineTag) -> Stream { streams[Self.index(tag)] }

  mutating func add(_ tag: LineTag, at time: BootInstant) {
    let begin = origin ?? time
    if origin == nil { origin = time }
    let index = Self.index(tag)
    streams[index].count += 1
    if let last = streams[index].last, time > last {
      streams[index].longestGap = max(streams[index].longestGap, time - last)
      if !streams[index].spacing.ingest(time - last) { streams[index].record(Gap(time: last, length: time - last)) }
    }
    streams[index].first = min(streams[index].first ?? time, time)
    streams[index].last = max(streams[index].last ?? time, time)
    // Lines that are older than the first one count in the first stretch.
    while (time - begin).value / width.value >= Double(Self.capacity) { widen() }
    let bin = max(0, Int((time - begin).value / width.value))
    while streams[index].bins.count <= bin { streams[index].bins.append(0) }
    streams[index].bins[bin] += 1
  }

  private mutating func widen() {
    width = width * 2
    for index in streams.indices {
      let bins = streams[index].bins
      var merged = [Int](repeating: 0, count: (bins.count + 1) / 2)
      for (bin, count) in bins.enumerated() { merged[bin / 2] += count }
      streams[index].bins = merged
    }
  }

  private static func index(_ tag: LineTag) -> Int { LineTag.allCases.firstIndex(of: tag) ?? 0 }
}

extension SampleRates.Stream {
  fileprivate mutating func record(_ gap: SampleRates.Gap) {
    gapCount += 1
    gaps.append(gap)
    guard gaps.count > SampleRates.mostGaps else { return }
    if let least = gaps.indices.min(by: { gaps[$0].length < gaps[$1].length }) { gaps.remove(at: least) }
  }
}

/// Mean and spread of a sensor's intervals (Welford 1962), without the gaps.
public struct IntervalSpread: Sendable {
  private var count = 0.0, mean = 0.0, squares = 0.0
  /// A gap is longer than `gap` usual intervals, once `known` intervals have been counted.
  static let gap = 3.0, known = 8.0

  public var usual: TimeSpan? { count > 0 ? TimeSpan(mean) : nil }
  /// Standard deviation of the intervals.
  public var jitter: TimeSpan? { count > 1 ? TimeSpan((squares / (count - 1)).squareRoot()) : nil }

  /// Returns true if the interval is no gap, and so part of mean and spread.
  mutating func ingest(_ interval: TimeSpan) -> Bool {
    let value = interval.value
    guard count < Self.known || value <= Self.gap * mean else { return false }
    count += 1
    let off = value - mean
    mean += off / count
    squares += off * (value - mean)
    return true
  }
}
