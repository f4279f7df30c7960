public import Fusion
import Geodesy
import Geometry
public import Samples

/// Reads each fix once, for all parts of the engine, and finds the moment at which it was valid: the hardware's time stamp, else
/// its arrival minus a latency. The latency is the receiver's own, from a setting or the profile's default, plus the extra
/// transport delay of this fix: the receiver's UTC runs evenly, so arrival − UTC has a floor, and the part above the floor is delay
/// (the minimum filter of NTP's clock filter, Mills, RFC 5905 §10). A receiver smooths its fixes, which delays them, unless they
/// are precise or it states the error of its velocity, as telephones do not.
///
/// A step of UTC, by a late leap second or a board without a clock, moves the floor: only the learned floor restarts.
public struct FixReader: Sendable {
  /// Events in which something of a fix was assumed, its time was inconsistent, or it was refused.
  public enum Incident: String, CountedReason {
    case assumed = "fixes of assumed accuracy"
    case stepped = "steps of UTC"
    case notNewer = "fixes that did not arrive after the one before"
  }

  public private(set) var incidents = Tally<Incident>()
  /// Smallest arrival − UTC, in seconds; it rises slowly because clocks drift.
  private var floor: Double?
  private var lastArrival: BootInstant?
  private var late = 0

  private static let drift = 1e-4, step = 0.5, longestDelay = 1.0
  private let parameters: FixParameters

  public init(_ parameters: FixParameters) { self.parameters = parameters }

  /// Returns the reading of a fix; nil for one that repeats the fix before or comes out of order.
  public mutating func read(_ fix: Fix) -> FixReading? {
    if let lastArrival, fix.arrival <= lastArrival {
      incidents.record(.notNewer)
      return nil
    }
    defer { lastArrival = fix.arrival }
    var reading = FixReading(fix, assuming: parameters.assumptions, precise: parameters.precise)
    if reading.assumed.contains(.radius) { incidents.record(.assumed) }
    guard fix.time == fix.arrival else {
      reading.timing = .stamped
      return reading
    }
    let latency = reading.isPrecise ? parameters.preciseLatency : parameters.latency
    reading.timing = fix.utc == nil ? .assumed : .learned
    reading.held = fix.arrival - latency - (fix.utc.map { learnedDelay(fix.arrival, $0) } ?? .zero)
    return reading
  }

  /// Returns the delay of a fix above the floor, and learns the floor.
  private mutating func learnedDelay(_ arrival: BootInstant, _ utc: UTC) -> TimeSpan {
    let offset = Double(arrival.nanoseconds &- utc.nanosecondsSince1970) * 1e-9
    guard let known = floor, let lastArrival else {
      floor = offset
      return .zero
    }
    let risen = known + Self.drift * max(0, (arrival - lastArrival).value)
    let delay = offset - risen
    // Earlier than ever by more than a step, or later by that several times in a row: not transport, but the clock.
    late = delay > Self.step ? late + 1 : 0
    if delay < -Self.step || late >= 3 {
      incidents.record(.stepped)
      late = 0
      floor = offset
      return .zero
    }
    floor = min(risen, offset)
    return TimeSpan(min(max(0, delay), Self.longestDelay))
  }
}
