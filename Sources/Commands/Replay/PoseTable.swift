import CommandParts
import Geometry
import SceneCommands
import Text
import Tracking

/// Poses as comma-separated rows.
struct PoseTable {
  private var file: OutputFile

  /// nil writes nothing.
  init(path: String?) throws(Failure) {
    file = try OutputFile(path: path)
    file.text.append(
      "t,x,y,z,qx,qy,qz,qw,lat,lon,height,hacc,vacc,yaw_offset,yaw_sigma,tracking,localization,yaw_applied,heading,vx,vy,vz\n"
        as StaticString)
  }

  mutating func add(_ pose: TrackedPose) throws(Failure) {
    guard file.isOpen else { return }
    file.text.append(fixed: pose.time.nanoseconds, decimals: 9)
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
    file.text.append(UInt8(ascii: ","))
    file.text.append(pose.tracking.text)
    file.text.append(UInt8(ascii: ","))
    file.text.append(pose.localization.text)
    field(pose.appliedYaw.degrees, 4)
    field(pose.heading?.degrees, 3)
    field(pose.velocity.x, 4)
    field(pose.velocity.y, 4)
    field(pose.velocity.z, 4)
    try file.endLine()
  }

  mutating func close() throws(Failure) { try file.close() }

  private mutating func field(_ value: Double?, _ decimals: Int) {
    file.text.append(UInt8(ascii: ","))
    if let value, value.isFinite { file.text.append(value, decimals: decimals) }
  }
}
