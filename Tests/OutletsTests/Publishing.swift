import Configuration
import Foundation
import Geodesy
import Geometry
import Samples
import Tracking

@testable import Outlets

/// Outlets that publish one pose again and again on a thread of their own, with its time going on, until they are stopped.
final class Publishing: @unchecked Sendable {
  private let outlets = OutletSet { _, _ in }
  private let lock = NSLock(), ended = DispatchSemaphore(value: 0)
  private var isWanted = true
  private var next: TrackedPose

  init(_ settings: OutletSettings, _ pose: TrackedPose, _ civil: CivilClock) {
    next = pose
    outlets.apply(settings, at: pose.time)
    faults = outlets.states.map(\.fault)
    Thread.detachNewThread { [self] in
      while lock.withLock({ isWanted }) {
        outlets.handle()
        outlets.publish(next, at: next.time, OutletScene.setting(civil))
        next.time = next.time + TimeSpan(0.1)
        usleep(50_000)
      }
      ended.signal()
    }
  }

  /// The fault of each outlet after it was opened.
  let faults: [String?]

  func stop() {
    lock.withLock { isWanted = false }
    ended.wait()
    outlets.close()
  }
}
