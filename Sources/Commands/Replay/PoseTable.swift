import CommandParts
import Geometry
import SceneCommands
import Text
import Tracking

/// Poses as comma-separated rows.
struct PoseTable {
  private var file: OutputFile
  private(set) var rows = 0

  /// nil writes nothing. With `isExplained` the units and meanings are comments before the names of the columns.
  init(path: String?, isExplained: Bool) throws(Failure) {
    file = try OutputFile(path: path)
    if isExplained {
      for column in Self.columns { file.text.append("# \(column.name) [\(column.unit)]: \(column.meaning)\n") }
    }
    file.text.append(Self.columns.map(\.name).joined(separator: ","))
    file.text.append("\n" as StaticString)
  }

  mutating func add(_ pose: TrackedPose) throws(Failure) {
    guard file.isOpen else { return }
    rows += 1
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
