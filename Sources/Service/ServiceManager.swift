import Alignment
import CPosix
import Glibc
import Tracking

/// The notifications to the service manager by systemd's protocol: readiness, status and watchdog.
struct ServiceManager {
  /// The watchdog's timeout in nanoseconds; nil without a watchdog.
  private let timeout: Int64?
  private var lastFed: Int64 = 0
  private var lastTaken = -1, lastProgress: Int64 = 0
  private let isThere = getenv("NOTIFY_SOCKET") != nil
  private var lastStatus: (tracking: TrackingState, localization: LocalizationState)?

  init() {
    let wanted = gnomon_watchdog_interval()
    timeout = wanted > 0 ? wanted : nil
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

  /// Feeds the watchdog four times within its timeout, so that a loop which stands still for half of it is not ended. Not when
  /// a source has said for a whole timeout that it runs and no sample has entered the pipeline: that is a hang, absent hardware
  /// is none.
  mutating func feed(taken: Int, isAnythingRunning: Bool, at time: Int64) {
    guard let timeout else { return }
    if taken != lastTaken || !isAnythingRunning { (lastTaken, lastProgress) = (taken, time) }
    guard time - lastFed >= timeout / 4, time - lastProgress < timeout else { return }
    lastFed = time
    send("WATCHDOG=1")
  }
}
