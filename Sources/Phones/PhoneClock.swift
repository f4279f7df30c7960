/// The clock of a telephone's app on this machine's: one for all its sensors.
///
/// A sample never arrives before it was measured, so the offset of the clocks is at most the least of (arrival − stamp), over all
/// kinds; it may rise by 100 ppm, more than two crystals drift apart (V. Paxson, "On calibrating measurements of packet transit
/// times", SIGMETRICS 1998). With a clock for each kind, a fix once a second would get another, later offset than the gyroscope.
/// Of a batch the newest stamp counts: the others have waited in it.
struct PhoneClock: Equatable, Sendable {
  /// This machine's time − stamp, as it is applied; nil before the first batch.
  private(set) var offset: Int64?
  /// The least delay that was seen.
  private var least: Int64 = 0
  private var newest: Int64 = 0
  private var lateSince: Int64?
  private var isSlewing = false
  /// Batches one after the other that are of another time.
  private var odd = 0
  /// Times that the telephone's clock was set, or jumped.
  private(set) var steps = 0

  /// The year 2116 for a clock that starts in 1970: differences are exact. (The machine's own time is far below it.)
  private static let most: Int64 = 1 << 62
  private static let oddNeeded = 3
  private static let drift = 100e-6
  /// How far the applied offset may be from the least delay: a constant error is a constant delay, and a change of it would
  /// stretch every interval between samples. Beyond it the offset is slewed, so slowly that a turn is measured right meanwhile:
  /// 20 ms in 10 s.
  private static let tolerance: Int64 = 20_000_000
  private static let slew = 2e-3
  /// How far ahead of its arrival a time may be: less than the daemon refuses.
  private static let mostAhead: Int64 = 40_000_000
  private static let second: Int64 = 1_000_000_000

  /// Records the newest stamp of a batch and the batch's arrival.
  mutating func record(_ stamp: Int64, at arrival: Int64) {
    guard 0..<Self.most ~= stamp else { return }
    let delay = arrival - stamp
    guard let applied = offset else {
      (offset, least, newest) = (delay, delay, stamp)
      return
    }
    // A batch that others have overtaken says nothing new.
    guard stamp > newest || newest - stamp > 10 * Self.second else { return }
    let late = delay - least
    lateSince = late > Self.second ? lateSince ?? arrival : nil
    // One wrong stamp is no other clock.
    odd = late < -Self.second || stamp < newest ? odd + 1 : 0
    if odd >= Self.oddNeeded || lateSince.map({ arrival - $0 > 3 * Self.second }) ?? false {
      steps += 1
      (offset, least, newest, lateSince, isSlewing, odd) = (delay, delay, stamp, nil, false, 0)
      return
    }
    guard odd == 0 else { return }
    let passed = Double(stamp - newest)
    newest = stamp
    least = min(least + Int64(Self.drift * passed), delay)
    let error = applied - least, step = Int64(Self.slew * passed)
    if error.magnitude > UInt64(Self.tolerance) { isSlewing = true }
    guard isSlewing else { return }
    if error.magnitude <= UInt64(step) { isSlewing = false }
    offset = isSlewing ? min(applied - (error > 0 ? step : -step), least + Self.mostAhead) : least
  }

  /// Applies the least delay at once: nothing has been dated yet that has to stay in order.
  mutating func settle() {
    if offset != nil { offset = least }
    isSlewing = false
  }

  /// This machine's time of a stamp.
  func time(_ stamp: Int64) -> Int64? { 0..<Self.most ~= stamp ? offset.map { stamp + $0 } : nil }

  /// Begins anew: another recording of the app.
  mutating func restart() { self = PhoneClock(steps: steps) }

  init(steps: Int = 0) { self.steps = steps }
}
