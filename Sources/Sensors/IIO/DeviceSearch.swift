import Geometry
import Samples

/// The search for the devices of a machine: one scan at a time, with pauses that grow while nothing is found.
struct DeviceSearch {
  private var scan: DeviceScan?
  private var backoff = Backoff(from: .seconds(1), to: .seconds(30))
  private var next = BootInstant(nanoseconds: .min)

  /// The longest pause before a failed device is tried again.
  private static let longestPause = TimeSpan.seconds(4)

  /// The time of the next scan; never while one is running.
  var deadline: BootInstant { scan == nil ? next : .never }

  /// Schedules a scan no later than that time and shortens the pauses, because the devices have changed.
  mutating func hasten(to time: BootInstant) {
    next = min(next, time)
    backoff.succeed()
  }

  /// Schedules a scan at that time, replacing the one planned.
  mutating func restart(at time: BootInstant) {
    backoff.succeed()
    next = time
  }

  /// Shortens the pause after a failed list: the cause may be removed at any moment.
  mutating func recordFailedList(at now: BootInstant) { next = min(next, now + Self.longestPause) }

  /// Records that a reader has ended. Several devices that fail together count as one failure: a hub whose nodes have no group
  /// yet is tried again after a second, and so is a device that has worked.
  mutating func recordEnd(hasWorked: Bool, at now: BootInstant) {
    if hasWorked {
      backoff.succeed()
      next = min(next, now + backoff.fail())
    } else if next <= now {
      next = now + backoff.fail()
    }
    next = min(next, now + Self.longestPause)
  }

  /// Starts a scan if one is due.
  mutating func startIfDue(at now: BootInstant, uri: String?, wake: CInt) {
    guard scan == nil, now >= next else { return }
    scan = DeviceScan(uri: uri, wake: wake)
    if scan == nil { next = now + backoff.fail() }
  }

  /// The outcome of a finished scan; nil while there is none.
  mutating func outcome(at now: BootInstant) -> DeviceScan.Outcome? {
    guard let outcome = scan?.outcome else { return nil }
    scan = nil
    next = now + backoff.fail()
    return outcome
  }
}
