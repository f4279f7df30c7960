import Alignment
import CRing
import Geometry
import Geodesy
import PoseFormats
public import Samples
public import Tracking

/// The ring of poses in shared memory (docs/outlets.md): each pose is written once, and any number of readers costs nothing.
public final class PoseRing: Outlet {
  public let key = "Outlets.PoseRing"
  public let address: String
  private var writer = gnomon_ring_writer()
  private var acceleration = AngularAcceleration()
  public private(set) var counts = OutletCounts()

  /// Number of poses kept: five seconds at 200 Hz.
  static let capacity: UInt32 = 1024
  /// Longest prediction of a reader: that of `PoseHistory`.
  static let longestPrediction = TimeSpan(0.1)

  public init(path: String) { address = path }

  public var subscribers: Int { writer.memory == nil ? 0 : 1 }

  public func open(at time: BootInstant) throws(OutletFault) {
    close()
    let fault = gnomon_ring_writer_open(
      &writer, address, Self.capacity, Self.longestPrediction.value, AngularAcceleration.fading.value, time.nanoseconds)
    if fault < 0 { throw OutletFault(key, address, errno: -fault) }
  }

  public func close() { gnomon_ring_writer_close(&writer, address) }

  public func isDue(at time: BootInstant) -> Bool { writer.memory != nil }

  public func publish(_ pose: TrackedPose, _ setting: PoseSetting) {
    acceleration.ingest(pose.rate, at: pose.time)
    var entry = Self.entry(pose, acceleration.value)
    entry.time_utc_ns = setting.civil.utc(at: pose.time)?.nanosecondsSince1970 ?? 0
    gnomon_ring_writer_append(&writer, &entry)
    counts.sent += 1
  }

  /// Returns the layout's form of a pose. Unknown numbers are NaN.
  static func entry(_ pose: TrackedPose, _ acceleration: SIMD3<Double>) -> gnomon_ring_pose {
    var entry = gnomon_ring_pose()
    let q = pose.pose.rotation.quaternion, p = pose.pose.position, v = pose.velocity, w = pose.rate
    entry.time_boot_ns = pose.time.nanoseconds
    entry.orientation = (q.x, q.y, q.z, q.w)
    entry.position = (p.x, p.y, p.z)
    entry.velocity = (v.x, v.y, v.z)
    entry.angular_velocity = (w.x, w.y, w.z)
    entry.angular_acceleration = (acceleration.x, acceleration.y, acceleration.z)
    entry.yaw = pose.yawSigma == nil ? .nan : pose.appliedYaw.radians
    entry.yaw_sigma = pose.appliedYawSigma?.radians ?? .nan
    entry.latitude_deg = pose.place?.latitude.value ?? .nan
    entry.longitude_deg = pose.place?.longitude.value ?? .nan
    entry.height = pose.place?.height.value ?? .nan
    entry.horizontal_accuracy = pose.place == nil ? .nan : pose.horizontalAccuracy?.value ?? .nan
    entry.vertical_accuracy = pose.place == nil ? .nan : pose.verticalAccuracy?.value ?? .nan
    entry.tilt_sigma = pose.tiltSigma?.radians ?? .nan
    entry.heading = pose.heading?.radians ?? .nan
    entry.heading_95 = pose.headingBounds?.conservative.radians ?? .nan
    entry.scene_id = UInt32(truncatingIfNeeded: pose.scene)
    entry.flags = flags(pose)
    return entry
  }

  private static func flags(_ pose: TrackedPose) -> UInt32 {
    var flags: UInt32 = 0
    func set(_ bit: UInt32, _ holds: Bool) { if holds { flags |= bit } }
    set(1 << 0, pose.tracking == .normal)
    set(1 << 1, pose.tracking.contains(.noGyroscope))
    set(1 << 2, pose.tracking.contains(.saturated))
    set(1 << 3, pose.tracking.contains(.odometryLost))
    set(1 << 4, pose.tracking.contains(.stale))
    set(1 << 5, pose.place != nil)
    set(1 << 6, pose.yawSigma != nil)
    set(1 << 7, pose.isLocated)
    set(1 << 8, pose.localization.isPinned)
    let phase: UInt32 =
      switch pose.localization.phase {
      case .none: 0
      case .localizing: 1
      case .localized: 2
      case .lost: 3
      }
    return flags | phase << 9
  }
}
