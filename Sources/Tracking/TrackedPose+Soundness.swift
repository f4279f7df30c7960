import Geometry

extension TrackedPose {
  /// Whether every number is finite and the orientation is a rotation. Samples, calibrations and parameters are bounded, so this
  /// is false only after a filter has diverged; then the scene restarts and the pose is not published.
  // Inlined: the pose would be copied to be looked at.
  @inline(__always) var isSound: Bool {
    let q = pose.rotation.quaternion, p = pose.position.components, v = velocity.components
    let norm = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w
    guard norm > 0.99, norm < 1.01, (p.x + p.y + p.z + v.x + v.y + v.z + yaw.radians).isFinite else { return false }
    return place?.isFinite ?? true
  }
}
