public import Geometry
public import Samples

/// How many lines of each kind came in each stretch of time, in so few stretches that a session of any length fits: when there
/// would be more than `capacity`, they become twice as long.
public struct SampleRates: Sendable {
  public struct Stream: Sendable {
    public var count = 0
    public var first: BootInstant?
    public var last: BootInstant?
    public var longestGap = TimeSpan.zero
    /// By stretch, from the session's first on.
    public fileprivate(set) var bins: [Int] = []

    public var isEmpty: Bool { count == 0 }
    /// Per second.
    public var rate: Double? {
      guard let first, let last, count > 1, last > first else { return nil }
      return Double(count - 1) / (last - first).value
    }
  }

  static let capacity = 512
  public private(set) var streams = [Stream](repeating: Stream(), count: LineTag.allCases.count)
  /// The length of a stretch, and where the first begins.
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
    }
    streams[index].first = min(streams[index].first ?? time, time)
    streams[index].last = max(streams[index].last ?? time, time)
    // What is older than the first line counts with the first stretch.
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
