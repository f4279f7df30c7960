public import Geometry
public import Samples

/// The time of a fix: the hardware's time stamp, else its arrival minus a latency. The latency is the receiver's own, from a
/// setting or the profile's default, plus the extra transport delay of this fix: the receiver's UTC runs evenly, so arrival − UTC
/// has a floor, and the part above the floor is delay (the minimum filter of NTP's clock filter, Mills, RFC 5905 §10).
///
/// A step of UTC, by a late leap second or a board without a clock, moves the floor: only the learned floor restarts.
public struct FixTiming: Sendable {
  public enum Source: String, Sendable {
    case stamped
    /// The configured latency, plus the delay learned above the floor.
    case learned
    case assumed
  }

  public private(set) var source = Source.assumed
  /// Count of steps of UTC.
  public private(set) var steps = 0
  /// Smallest arrival − UTC, in seconds; it rises slowly because clocks drift.
  private var floor: Double?
  private var lastArrival: BootInstant?
  private var late = 0

  private static let drift = 1e-4, step = 0.5, longestDelay = 1.0
  private let parameters: FixParameters

  public init(_ parameters: FixParameters) { self.parameters = parameters }

  public mutating func held(_ fix: Fix, radius: Length) -> BootInstant {
    guard fix.time == fix.arrival else {
      source = .stamped
      return fix.time
    }
    let latency = radius < parameters.precise ? parameters.preciseLatency : parameters.latency
    guard let utc = fix.utc else {
      source = .assumed
      return fix.arrival - latency
    }
    source = .learned
    let offset = Double(fix.arrival.nanoseconds &- utc.nanosecondsSince1970) * 1e-9
    defer { lastArrival = fix.arrival }
    guard let known = floor, let lastArrival else {
      floor = offset
      return fix.arrival - latency
    }
    let risen = known + Self.drift * max(0, (fix.arrival - lastArrival).value)
    let delay = offset - risen
    // Earlier than ever by more than a step, or later by that several times in a row: not transport, but the clock.
    late = delay > Self.step ? late + 1 : 0
    if delay < -Self.step || late >= 3 {
      steps += 1
      late = 0
      floor = offset
      return fix.arrival - latency
    }
    floor = min(risen, offset)
    return fix.arrival - latency - TimeSpan(min(max(0, delay), Self.longestDelay))
  }
}
