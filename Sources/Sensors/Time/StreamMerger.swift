public import Geometry
public import Samples

/// Merges the streams of devices with different rates into one, in the order of time.
///
/// A sample is released when no lane can still bring an earlier one: each live lane either has a waiting sample, or its last one
/// is less than half a period older. A sample that has waited for `patience` is released in any case, so a lane that falls silent
/// delays the others by at most that, and after 0.25 s (or four of its periods, if longer) not at all.
public struct StreamMerger: Sendable {
  private struct Lane: Sendable {
    /// A ring in the part of the storage that belongs to the lane.
    var first = 0, count = 0
    var newest: BootInstant?
    /// The time of the last arrival.
    var touched = BootInstant(nanoseconds: .min)
    var period = TimeSpan.zero
  }

  /// Samples that arrived after a later one of another lane had been released.
  public private(set) var lateCount = 0
  /// Samples that ran backwards in their own lane, and were dropped.
  public private(set) var disorderedCount = 0
  public var patience: TimeSpan
  private var lanes: [Lane]
  private var storage: [Sample?]
  private var handedOn = BootInstant(nanoseconds: .min)

  private static let capacity = 256
  private static let quiet = TimeSpan.seconds(0.25)

  public init(lanes count: Int, patience: TimeSpan = .seconds(0.03)) {
    self.patience = patience
    lanes = Array(repeating: Lane(), count: count)
    storage = Array(repeating: nil, count: count * Self.capacity)
  }

  /// Sets the period of a lane, once it is known.
  public mutating func expect(every period: TimeSpan, in lane: Int) { lanes[lane].period = period }

  public mutating func push(_ sample: Sample, in lane: Int, at now: BootInstant, into output: (Sample) -> Void) {
    let time = sample.time
    if let newest = lanes[lane].newest, time <= newest {
      disorderedCount += 1
      return
    }
    if lanes[lane].count == Self.capacity, let oldest = earliest() { handOn(oldest, into: output) }
    // Still full if the earliest sample was another lane's.
    while lanes[lane].count == Self.capacity { handOn(lane, into: output) }
    let place = (lanes[lane].first + lanes[lane].count) % Self.capacity
    storage[lane * Self.capacity + place] = sample
    lanes[lane].count += 1
    lanes[lane].newest = time
    lanes[lane].touched = now
  }

  /// Releases the samples that are due, in order.
  public mutating func drain(at now: BootInstant, into output: (Sample) -> Void) {
    while let lane = earliest(), let time = head(lane)?.time {
      guard now - time >= patience || isFirst(time, now) else { return }
      handOn(lane, into: output)
    }
  }

  /// The time at which `drain` releases a sample even if nothing more arrives.
  public var deadline: BootInstant {
    guard let lane = earliest(), let time = head(lane)?.time else { return .never }
    return time + patience
  }

  private func head(_ lane: Int) -> Sample? {
    lanes[lane].count > 0 ? storage[lane * Self.capacity + lanes[lane].first] : nil
  }

  private func earliest() -> Int? {
    var found: Int?, time = BootInstant.never
    for lane in lanes.indices {
      if let candidate = head(lane)?.time, found == nil || candidate < time { (found, time) = (lane, candidate) }
    }
    return found
  }

  /// Whether no lane can bring an earlier sample.
  private func isFirst(_ time: BootInstant, _ now: BootInstant) -> Bool {
    for lane in lanes where lane.count == 0 {
      guard let newest = lane.newest else { continue }
      let quiet = lane.period * 4 > Self.quiet ? lane.period * 4 : Self.quiet
      if now - lane.touched < quiet && newest + lane.period * 0.5 < time { return false }
    }
    return true
  }

  private mutating func handOn(_ lane: Int, into output: (Sample) -> Void) {
    let place = lane * Self.capacity + lanes[lane].first
    guard lanes[lane].count > 0, let sample = storage[place] else { return }
    storage[place] = nil
    lanes[lane].first = (lanes[lane].first + 1) % Self.capacity
    lanes[lane].count -= 1
    if sample.time < handedOn { lateCount += 1 } else { handedOn = sample.time }
    output(sample)
  }
}
