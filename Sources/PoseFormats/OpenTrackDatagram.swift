public import Geometry

/// The datagram of opentrack's "UDP over network": six little-endian doubles, x, y and z in centimeters, yaw, pitch and roll in
/// degrees.
public enum OpenTrackDatagram {
  public static let count = 48

  /// The signs of a reader.
  public enum Form: String, CaseIterable, Sendable {
    /// x is positive to the right, y up, z to the front; yaw to the right, pitch up, roll with the right side down.
    case opentrack
    /// XRLinuxDriver's `opentrack_listener` (its pull request 100, October 2025), whose poses Breezy draws: as above, but z is
    /// positive to the back, yaw to the left, pitch down.
    case xrDriver = "xr-driver"
  }

  /// Writes the pose relative to the scene into 48 bytes.
  public static func write(
    _ pose: Pose<Body, Scene>, as form: Form = .opentrack, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= count, "a datagram has 48 bytes")
    let attitude = Attitude(Rotation<Scene, Level>.yaw(.zero) * pose.rotation), position = pose.position
    let sign: Double = form == .xrDriver ? -1 : 1
    let values = (
      position.x * 100, position.y * 100, -sign * position.z * 100, sign * attitude.heading.wrapped.degrees,
      sign * attitude.elevation.degrees, -attitude.roll.degrees
    )
    func put(_ value: Double, _ index: Int) {
      bytes.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: index * 8, as: UInt64.self)
    }
    put(values.0, 0)
    put(values.1, 1)
    put(values.2, 2)
    put(values.3, 3)
    put(values.4, 4)
    put(values.5, 5)
  }
}
