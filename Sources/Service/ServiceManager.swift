import Alignment
import CPosix
import Glibc
import Tracking

/// The notifications to the service manager by systemd's protocol: readiness, status and watchdog.
struct ServiceManager {
  /// Nanoseconds between two watchdog notifications, half of the watchdog's timeout; nil without a watchdog.
  private let interval: Int64?
  private var lastFed: Int64 = 0
  private var lastTaken = -1
  private let isThere = getenv("NOTIFY_SOCKET") != nil
  private var lastStatus: (tracking: TrackingState, localization: LocalizationState)?

  init() {
    let wanted = gnomon_watchdog_interval()
    interval = wanted > 0 ? wanted / 2 : nil
  }

  func send(_ message: String) { _ = gnomon_notify(message) }
  func ready() { send("READY=1") }
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(gnomon_monotonic_time() / 1000)") }
  func stopping() { send("STOPPING=1") }

  /// Sends the tracking and localization states when they have changed; never the position.
  mutating func status(_ pose: TrackedPose?) {
    guard isThere, let pose else { return }
    if let lastStatus, lastStatus == (pose.tracking, pose.localization) { return }
    lastStatus = (pose.tracking, pose.localization)
    send("STATUS=\(pose.tracking.text), \(pose.localization.text)")
  }

  /// Feeds the watchdog, but only if samples have entered the pipeline since the last time, or no source is running: absent
  /// hardware is not a hang.
  mutating func feed(taken: Int, isAnythingRunning: Bool, at time: Int64) {
    guard let interval, time - lastFed >= interval, taken != lastTaken || !isAnythingRunning else { return }
    lastFed = time
    lastTaken = taken
    send("WATCHDOG=1")
  }
}
