import Geometry
public import Samples

/// The clock of one chip on CLOCK_BOOTTIME: an offset and a rate, by a Kalman filter over readings of the chip's counter.
///
/// Each reading lies between two moments of the machine, before and after its transfer, so it is known to a part of the transfer's
/// time (D. L. Mills, "Internet time synchronization", IEEE Trans. Communications 39(10), 1991, has the same bracket): a transfer
/// that was interrupted has a wide bracket and counts little. All samples of the chip are dated by this one clock.
public struct ChipClock: Sendable {
  /// Times at which the counter jumped, so that the clock began anew.
  public private(set) var steps = 0
  /// The nominal length of a tick, and the largest relative error of the chip's oscillator.
  private let tick: Double
  private let tolerance: Double

  /// At `ticks` the time was `time`, in nanoseconds, with the variances and the covariance of (time, relative rate).
  private var ticks: Int64 = 0
  private var time = 0.0
  private var origin: Int64 = 0
  private var rate = 0.0
  private var variance = (time: 0.0, both: 0.0, rate: 0.0)
  private var isKnown = false

  /// The wander of an oscillator without a crystal, relative, per root of a second: one part in a thousand in three hours, as with
  /// ten kelvin of warming.
  private static let wander = 1e-5
  /// The least error of a reading: the counter's own step beside scheduling within the transfer.
  private static let floor = 20_000.0
  /// Beyond this and five sigma a reading is of another clock.
  private static let jump = 20e6

  /// `tick` in seconds.
  public init(tick: Double, tolerance: Double) {
    self.tick = tick * 1e9
    self.tolerance = tolerance
  }

  /// Forgets everything: the counter was set.
  public mutating func restart() { isKnown = false }

  /// The counter had this value at a moment between `first` and `last`.
  public mutating func observe(_ value: Int64, between first: BootInstant, and last: BootInstant) {
    let width = Double(max(0, last.nanoseconds &- first.nanoseconds))
    // Uniform within the bracket.
    let noise = width * width / 12 + Self.floor * Self.floor
    guard isKnown else { return start(value, first, last, noise) }
    let measured = Double(first.nanoseconds &- origin) + width / 2
    let span = Double(value &- ticks) * tick
    let predicted = time + span * (1 + rate)
    let seconds = Swift.abs(span) * 1e-9
    var p = variance
    p.time += 2 * span * p.both + span * span * p.rate
    p.both += span * p.rate
    p.rate += Self.wander * Self.wander * seconds
    let innovation = measured - predicted, total = p.time + noise
    if Swift.abs(innovation) > Self.jump + width / 2 + 5 * total.squareRoot() {
      steps += 1
      return start(value, first, last, noise)
    }
    let gain = (time: p.time / total, rate: p.both / total)
    ticks = value
    time = predicted + gain.time * innovation
    rate += gain.rate * innovation
    variance = (
      time: p.time * (1 - gain.time), both: p.both * (1 - gain.time), rate: p.rate - gain.rate * p.both
    )
  }

  private mutating func start(_ value: Int64, _ first: BootInstant, _ last: BootInstant, _ noise: Double) {
    isKnown = true
    ticks = value
    origin = first.nanoseconds
    time = Double(last.nanoseconds &- first.nanoseconds) / 2
    rate = 0
    variance = (time: noise, both: 0, rate: tolerance * tolerance)
  }

  /// The moment at which the counter had a value; nil before the first reading.
  public func moment(of value: Int64) -> BootInstant? {
    guard isKnown else { return nil }
    let offset = time + Double(value &- ticks) * tick * (1 + rate)
    guard Swift.abs(offset) < 1e18 else { return nil }
    return BootInstant(nanoseconds: origin &+ Int64(offset.rounded()))
  }
}
