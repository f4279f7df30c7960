import Geometry
import Samples

/// The search for the devices of a machine: one scan at a time, with a pause that grows while nothing comes of it.
struct DeviceSearch {
  private var scan: DeviceScan?
  private var backoff = Backoff(from: .seconds(1), to: .seconds(30))
  private var next = BootInstant(nanoseconds: .min)

  /// A device that fails is tried again so often at least.
  private static let longestPause = TimeSpan.seconds(4)

  /// When the next scan is due; never while one is under way.
  var deadline: BootInstant { scan == nil ? next : .never }

  /// The devices have changed: looks again at that moment, with short pauses.
  mutating func hasten(to time: BootInstant) {
    next = min(next, time)
    backoff.succeed()
  }

  /// Looks again at that moment, whatever was planned.
  mutating func restart(at time: BootInstant) {
    backoff.succeed()
    next = time
  }

  /// A device that is there may be mended at any moment.
  mutating func recordFailedList(at now: BootInstant) { next = min(next, now + Self.longestPause) }

  /// A reader has ended. Several devices that fail together are one failure: a hub whose nodes have no group yet is tried again in a
  /// second, and so is one that has worked.
  mutating func recordEnd(hasWorked: Bool, at now: BootInstant) {
    if hasWorked {
      backoff.succeed()
      next = min(next, now + backoff.fail())
    } else if next <= now {
      next = now + backoff.fail()
    }
    next = min(next, now + Self.longestPause)
  }

  /// Begins a scan if one is due.
  mutating func startIfDue(at now: BootInstant, uri: String?, wake: CInt) {
    guard scan == nil, now >= next else { return }
    scan = DeviceScan(uri: uri, wake: wake)
    if scan == nil { next = now + backoff.fail() }
  }

  /// The outcome of the scan that has ended; nil while there is none.
  mutating func outcome(at now: BootInstant) -> DeviceScan.Outcome? {
    guard let outcome = scan?.outcome else { return nil }
    scan = nil
    next = now + backoff.fail()
    return outcome
  }
}
