public import Geometry
public import Samples

/// The times of a device's samples on CLOCK_BOOTTIME, for any clock of the device.
///
/// A driver's stamps are of one of three kinds, not always of the one that it claims:
/// - **boot time**, if the device was set to it and its stamps lie shortly before their arrival: used unchanged;
/// - **a clock of its own** (a HID hub's, or the kernel's wall clock): boot time = stamp + offset. A sample never arrives
///   before it was taken, so the offset is the least of (arrival − stamp); it may rise by 200 ppm, more than two crystals
///   drift apart. (The lower envelope of delays: V. Paxson, "On calibrating measurements of packet transit times",
///   SIGMETRICS 1998.)
/// - **nothing** (no channel for it, or zeros): time advances by the estimated period, and is pulled toward the arrival.
///
/// Samples that share a stamp came from a FIFO together: the last of them has the stamp, the others lie before it by the period.
/// Times are strictly increasing, and, except for that, never later than their arrival.
public struct SampleClock: Equatable, Sendable {
  public enum Basis: Equatable, Sendable { case boot, own, arrival }

  /// Every correction is counted.
  public struct Counters: Equatable, Sendable {
    /// Samples whose stamp was missing, zero, or impossible for any clock.
    public var missing = 0
    /// Samples of a burst that shared a stamp.
    public var spread = 0
    /// Times a clock was set, jumped or ran backwards.
    public var steps = 0
    /// Stretches without samples.
    public var gaps = 0
    public init() {}
  }

  /// The basis of the times; nil before the first sample.
  public private(set) var basis: Basis?
  public private(set) var counters = Counters()
  private let isBootClock: Bool
  private var estimate: PeriodEstimate
  /// The last time assigned; the last batch's newest stamp and its arrival.
  private var last: Int64?, lastStamp: Int64?, lastArrival: Int64?
  /// Boot time − stamp, for a clock of the device's own.
  private var offset: Int64 = 0
  /// The arrival since which the stamps lie far behind their arrival.
  private var lateSince: Int64?
  private var stampless = 0
  private var burst = Burst()
  /// Samples without stamps, and their total time, collected until they suffice for an estimate of the period.
  private var pending = 0, pendingSpan: Int64 = 0

  /// The samples that share the latest stamp.
  private struct Burst: Equatable {
    var stamp: Int64?, stampBefore: Int64?
    /// The number of samples so far, and the number expected.
    var count = 0, expected = 1
    /// The last time assigned before it.
    var before: Int64?
  }

  /// The year 2116 for a clock that starts in 1970; the difference of two earlier stamps is exact.
  private static let latest: Int64 = 1 << 62
  /// The largest lag behind its arrival at which a first stamp can be boot time.
  private static let nearest: Int64 = 250_000_000
  private static let second: Int64 = 1_000_000_000
  private static let drift = 200e-6
  /// The fraction of its lag behind the arrival that a stampless time makes up per batch.
  private static let pull = 0.02

  /// `isBootClock`: whether the device confirmed boot time as its clock. `nominal`: the requested rate.
  public init(isBootClock: Bool, nominal: Frequency? = nil) {
    self.isBootClock = isBootClock
    estimate = PeriodEstimate(nominal: nominal.map { 1 / $0.value })
  }

  /// The measured rate of the samples; nil until it is known.
  public var rate: Frequency? { estimate.seconds.map { Frequency(1 / $0) } }

  /// Assigns times to a batch, in its order. `stamps` are in nanoseconds, 0 if missing; all samples arrived by `arrival`.
  public mutating func date(
    stamps: UnsafeBufferPointer<Int64>, arrival: BootInstant, into times: UnsafeMutableBufferPointer<BootInstant>
  ) {
    guard let newest = stamps.last, times.count >= stamps.count else { return }
    let arrival = arrival.nanoseconds
    if stamps.contains(where: { $0 <= 0 || $0 > Self.latest }) {
      placeStampless(stamps.count, arrival, times)
    } else {
      settle(newest, arrival)
      place(stamps, arrival, times)
      lastStamp = newest
    }
    lastArrival = arrival
  }

  // MARK: Stamps

  /// Determines the kind of the stamps and their offset.
  private mutating func settle(_ newest: Int64, _ arrival: Int64) {
    stampless = 0
    if basis == .arrival { restart(nil) }
    if hasStepped(newest, arrival) { restart(nil) }
    if basis == nil {
      let isBoot = isBootClock && (-1_000_000...Self.nearest).contains(arrival - newest)
      basis = isBoot ? .boot : .own
      offset = isBoot ? 0 : arrival - newest
    } else if let lastStamp {
      if basis == .own {
        let rise = Int64(Self.drift * Double(max(0, newest - lastStamp)))
        offset = min(offset + rise, arrival - newest)
      }
    }
  }

  /// Whether the clock behind the stamps was set, or is of another kind than assumed.
  private mutating func hasStepped(_ newest: Int64, _ arrival: Int64) -> Bool {
    guard let basis, let lastStamp, let lastArrival else { return false }
    let late = arrival - newest - (basis == .own ? offset : 0)
    // A thread that was held up is late for a moment and catches up; a clock that was set back stays late.
    lateSince = late > Self.second ? lateSince ?? arrival : nil
    let stays = lateSince.map { arrival - $0 > 3 * Self.second } ?? false
    return switch basis {
    // A thread's delay never makes stamps decrease.
    case .boot: late < -1_000_000 || newest < lastStamp - Self.second / 2 || stays
    case .own: newest < lastStamp || newest - lastStamp > arrival - lastArrival + Self.second || stays
    case .arrival: false
    }
  }

  private mutating func restart(_ next: Basis?) {
    if basis != nil { counters.steps += 1 }
    basis = next
    lateSince = nil
    lastStamp = nil
    burst = Burst()
    pending = 0
    pendingSpan = 0
  }

  private mutating func place(
    _ stamps: UnsafeBufferPointer<Int64>, _ arrival: Int64, _ times: UnsafeMutableBufferPointer<BootInstant>
  ) {
    var start = 0
    while start < stamps.count {
      var end = start + 1
      while end < stamps.count && stamps[end] == stamps[start] { end += 1 }
      if stamps[start] != burst.stamp { startBurst(at: stamps[start]) }
      let held = min(stamps[start] + (basis == .own ? offset : 0), arrival)
      let first = burst.count
      burst.count += end - start
      if burst.count > 1 { counters.spread += end - start }
      // A burst may span several batches; it is assumed to be as long as the one before.
      let size = max(burst.expected, burst.count)
      let room = burst.before.map { max(0, held - $0) / Int64(size) } ?? .max
      let step = min(estimate.seconds.map { Int64($0 * 1e9) } ?? (room == .max ? 0 : room), room)
      for i in start..<end { hand(held - step * Int64(size - 1 - first - (i - start)), to: &times[i]) }
      start = end
    }
  }

  /// Starts the burst of a new stamp. The burst before it is complete and gives a measurement of the period.
  private mutating func startBurst(at stamp: Int64) {
    if let old = burst.stamp {
      if stamp < old { counters.steps += 1 }
      if let older = burst.stampBefore, old > older {
        let stretch = Double(old - older) * 1e-9, period = estimate.seconds
        let isGap = !estimate.record(stretch, samples: burst.count)
        if isGap, let period, stretch > 2 * period * Double(burst.count) { counters.gaps += 1 }
      }
    }
    burst = Burst(
      stamp: stamp, stampBefore: burst.stamp, count: 0, expected: burst.stampBefore == nil ? 1 : burst.count,
      before: last)
  }

  // MARK: No stamps

  private mutating func placeStampless(
    _ count: Int, _ arrival: Int64, _ times: UnsafeMutableBufferPointer<BootInstant>
  ) {
    counters.missing += count
    stampless += 1
    if basis == nil || stampless == 8 && basis != .arrival { restart(.arrival) }
    let gone = lastArrival.map { arrival - $0 }
    let period = estimate.seconds ?? gone.map { Double($0) * 1e-9 / Double(count) } ?? 0
    let stretch = Int64(period * Double(count) * 1e9)
    var newest = arrival
    if let last {
      let lag = arrival - last - stretch
      if lag > stretch + Self.nearest {
        counters.gaps += 1
        (pending, pendingSpan) = (0, 0)
      } else {
        if lag > 0 { newest = arrival - lag + Int64(Self.pull * Double(lag)) }
        measure(count, gone ?? 0)
      }
    }
    for i in 0..<count { hand(newest - Int64(period * Double(count - 1 - i) * 1e9), to: &times[i]) }
  }

  /// Measures the period from arrivals; they vary, so only stretches of at least a second are used.
  private mutating func measure(_ count: Int, _ gone: Int64) {
    pending += count
    pendingSpan += gone
    guard pendingSpan >= Self.second && pending >= 8 else { return }
    estimate.record(Double(pendingSpan) * 1e-9, samples: pending)
    (pending, pendingSpan) = (0, 0)
  }

  @inline(__always) private mutating func hand(_ time: Int64, to place: inout BootInstant) {
    let next = last.map { max(time, $0 + 1) } ?? time
    last = next
    place = BootInstant(nanoseconds: next)
  }
}
