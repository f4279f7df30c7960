import Geometry
import Glibc
import Text
import Tracking

/// Poses as comma-separated rows.
struct PoseTable {
  private var buffer = TextBuffer(capacity: 1 << 17)
  private var descriptor: CInt?

  private let path: String

  /// nil writes nothing.
  init(path: String?) throws(Failure) {
    self.path = path ?? ""
    guard let path else { return }
    let opened = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .inputOutput("\(path): cannot write: \(String(cString: strerror(errno)))") }
    descriptor = opened
    buffer.append(
      "t,x,y,z,qx,qy,qz,qw,lat,lon,height,hacc,vacc,yaw_offset,yaw_sigma,tracking,localization,yaw_applied,heading,vx,vy,vz\n"
        as StaticString)
  }

  mutating func add(_ pose: TrackedPose) throws(Failure) {
    guard descriptor != nil else { return }
    buffer.append(fixed: pose.time.nanoseconds, decimals: 9)
    field(pose.pose.position.x, 4)
    field(pose.pose.position.y, 4)
    field(pose.pose.position.z, 4)
    let q = pose.pose.rotation.quaternion
    field(q.x, 7)
    field(q.y, 7)
    field(q.z, 7)
    field(q.w, 7)
    field(pose.place?.latitude.value, 9)
    field(pose.place?.longitude.value, 9)
    field(pose.place?.height.value, 3)
    field(pose.horizontalAccuracy?.value, 3)
    field(pose.verticalAccuracy?.value, 3)
    field(pose.yaw.degrees, 4)
    field(pose.yawSigma?.degrees, 3)
    buffer.append(UInt8(ascii: ","))
    buffer.append(pose.tracking.text)
    buffer.append(",none" as StaticString)
    field(pose.appliedYaw.degrees, 4)
    field(pose.heading?.degrees, 3)
    field(pose.velocity.x, 4)
    field(pose.velocity.y, 4)
    field(pose.velocity.z, 4)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 100_000 { try drain() }
  }

  mutating func close() throws(Failure) {
    try drain()
    if let descriptor, descriptor != STDOUT_FILENO { Glibc.close(descriptor) }
    descriptor = nil
  }

  private mutating func field(_ value: Double?, _ decimals: Int) {
    buffer.append(UInt8(ascii: ","))
    if let value { buffer.append(value, decimals: decimals) }
  }

  private mutating func drain() throws(Failure) {
    defer { buffer.removeAll() }
    guard let descriptor else { return }
    let failure = buffer.withBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return nil
    }
    if let failure { throw .inputOutput("\(path): cannot write: \(String(cString: strerror(failure)))") }
  }
}
