import Alignment
import CPosix
import Glibc
import Tracking

/// systemd, or whoever else speaks its protocol: told when the daemon is ready, how it is, and that its pipeline moves.
struct ServiceManager {
  /// How often it wants to hear that; nil for never.
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

  /// How the wearer is placed, in words, when that has changed; never where.
  mutating func status(_ pose: TrackedPose?) {
    guard isThere, let pose else { return }
    if let lastStatus, lastStatus == (pose.tracking, pose.localization) { return }
    lastStatus = (pose.tracking, pose.localization)
    send("STATUS=\(pose.tracking.text), \(pose.localization.text)")
  }

  /// Feeds the watchdog, but only if samples have moved through the pipeline since, or there is nothing that could bring any:
  /// that hardware is absent is no hang.
  mutating func feed(taken: Int, isAnythingRunning: Bool, at time: Int64) {
    guard let interval, time - lastFed >= interval, taken != lastTaken || !isAnythingRunning else { return }
    lastFed = time
    lastTaken = taken
    send("WATCHDOG=1")
  }
}
