public import Geodesy
import Geometry
import Samples
public import Text
public import Tracking

/// A pose as an event of Cursor on Target, version 2.0 (M. J. Kristan et al., "Cursor-on-Target Message Router User's Guide", MITRE
/// MP090284, 2009, appendix A), which ATAK, WinTAK and TAK servers read: place with its error, course and speed, and the direction
/// of view.
///
/// It needs the civil time. `how` is m-f, fused by a machine. The direction of view is `sensor`, which ATAK draws as a wedge, here
/// as wide as the direction is uncertain; it is left out while nothing of the heading is known.
public struct CursorOnTarget: Sendable {
  public private(set) var text = TextBuffer(capacity: 1024)
  private let callSign: String
  /// The span after which a reader shows the event as old.
  private static let staleness: Int64 = 10_000_000_000
  /// Stands for an unknown error.
  private static let unknown = 9_999_999.0

  /// `callSign`: letters, digits, spaces and `-_.`, which need no escapes.
  public init(callSign: String) { self.callSign = callSign }

  /// Replaces the event by that of a pose. Returns false without a place or a civil time.
  public mutating func write(_ pose: TrackedPose, utc: UTC?) -> Bool {
    guard let place = pose.place, place.isFinite, let utc else { return false }
    text.removeAll()
    text.append(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><event version=\"2.0\" type=\"a-f-G-U-C\" how=\"m-f\" uid=\"gnomon-"
        as StaticString)
    text.append(callSign)
    time("\" time", utc)
    time(" start", utc)
    time(" stale", UTC(nanosecondsSince1970: utc.nanosecondsSince1970 + Self.staleness))
    text.append("><point" as StaticString)
    number(" lat", place.latitude.value, decimals: 8)
    number(" lon", place.longitude.value.remainder(dividingBy: 360), decimals: 8)
    number(" hae", pose.verticalAccuracy == nil ? Self.unknown : place.height.value, decimals: 2)
    number(" ce", pose.horizontalAccuracy?.value ?? Self.unknown, decimals: 2)
    number(" le", pose.verticalAccuracy?.value ?? Self.unknown, decimals: 2)
    text.append("/><detail><contact callsign=\"" as StaticString)
    text.append(callSign)
    text.append("\"/>" as StaticString)
    writeTrack(pose)
    writeView(pose)
    text.append("</detail></event>" as StaticString)
    return true
  }

  /// Course and speed over ground; below 0.2 m/s the direction of the motion is not known.
  private mutating func writeTrack(_ pose: TrackedPose) {
    guard pose.yawSigma != nil else { return }
    let velocity = Rotation<Scene, Level>.yaw(pose.yaw)(pose.velocity), speed = hypot(velocity.x, velocity.z)
    text.append("<track" as StaticString)
    number(" speed", speed, decimals: 2)
    if speed >= 0.2, pose.knownHeading != nil {
      number(" course", Angle.arcTangent(velocity.x, -velocity.z).azimuth.degrees, decimals: 1)
    }
    text.append("/>" as StaticString)
  }

  private mutating func writeView(_ pose: TrackedPose) {
    guard let heading = pose.knownHeading, let bound = pose.headingBounds?.conservative else { return }
    text.append("<sensor" as StaticString)
    number(" azimuth", heading.degrees, decimals: 1)
    number(" fov", 2 * bound.degrees, decimals: 1)
    number(" elevation", Attitude(pose.earthOrientation).elevation.degrees, decimals: 1)
    text.append(" range=\"50\"/>" as StaticString)
  }

  private mutating func number(_ name: StaticString, _ value: Double, decimals: Int) {
    text.append(name)
    text.append("=\"" as StaticString)
    text.append(value.isFinite ? value : Self.unknown, decimals: decimals)
    text.append(UInt8(ascii: "\""))
  }

  private mutating func time(_ name: StaticString, _ utc: UTC) {
    text.append(name)
    text.append("=\"" as StaticString)
    text.append(instant: utc)
    text.append(UInt8(ascii: "\""))
  }
}
