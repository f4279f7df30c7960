public import Geometry

/// x forward, y left, z up: the body as readers of GeoPose expect it, whose heading is the azimuth of its x axis.
public enum ForwardLeftUp: Frame {}

/// A place on Earth and an orientation there, as the OGC GeoPose 1.0 Data Exchange Standard (OGC 21-056r11) has them.
///
/// The outer frame is the tangent plane at the place, x east, y north, z up (requirements /req/basic-quaternion/position,
/// /req/basic-ypr/position). The inner frame is what an observer aligned with it becomes when the rotation is applied, so
/// the rotation turns coordinates of the inner frame into those of the outer one: v_ENU = q v q*
/// (/req/basic-quaternion/quaternion). The standard leaves the inner frame's own axes open; with pitch about y and roll
/// about x, x is the forward one. So here the inner frame is forward, left, up, and for a level body yaw = 90° − heading.
///
/// Invariants: latitude and longitude lie within ±90° and ±180° (/req/tangent-point), the height is finite, and of the
/// two quaternions of the rotation it is the one with w ≥ 0.
public struct GeoPose: Equatable, Sendable {
  public let place: Geodetic
  public let rotation: Rotation<ForwardLeftUp, ENU>

  // What the standard has no member for (see `Form`).

  /// Radius of 68 %; nil where unknown, as the two below.
  public var horizontalAccuracy: Length?
  /// One standard deviation; without it, the height may be a placeholder.
  public var verticalAccuracy: Length?
  /// One standard deviation; without it, the heading is a guess.
  public var headingAccuracy: Angle?
  /// Whether it is good enough to be used, as whoever made it judges.
  public var isValid = false
  /// The moment on CLOCK_BOOTTIME.
  public var nanosecondsSinceBoot: Int64 = 0
  /// The same moment by civil time, where a receiver has told it.
  public var utc: UTC?

  public init(place: Geodetic, orientation: Rotation<Body, Level>) throws(GeoPoseFault) {
    try self.init(place: place, rotation: enuFromLevel * orientation * bodyFromForwardLeftUp)
  }

  public init(place: Geodetic, rotation: Rotation<ForwardLeftUp, ENU>) throws(GeoPoseFault) {
    do throws(GeodeticFault) {
      let checked = try Geodetic(checking: place.latitude, longitude: place.longitude, height: place.height)
      self.place = checked.withinOneTurn
    } catch {
      throw .place(error)
    }
    guard let canonical = rotation.canonical else { throw .orientation }
    self.rotation = canonical
  }

  /// The orientation as gnomon has it inside.
  public var orientation: Rotation<Body, Level> {
    enuFromLevel.inverse * rotation * bodyFromForwardLeftUp.inverse
  }
}

/// Why a place and an orientation are no GeoPose.
public enum GeoPoseFault: Error, Equatable, Sendable {
  case place(GeodeticFault)
  /// Not four finite numbers.
  case orientation
}

extension GeoPoseFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .place(let fault): "\(fault)"
    case .orientation: "the orientation is not four finite numbers"
    }
  }
}

/// (east, up, south) to (east, north, up): a quarter turn about east.
private let enuFromLevel = Rotation<Level, ENU>(about: Direction(1, 0, 0), by: .degrees(90))

/// (forward, left, up) to (right, up, back): forward is −z, left −x, up y, which is a third of a turn about (−1, 1, 1).
private let bodyFromForwardLeftUp = Rotation<ForwardLeftUp, Body>(about: Direction(-1, 1, 1), by: .degrees(120))

extension Geodetic {
  /// The longitude brought into ±180°, and left bit for bit where it is there already.
  fileprivate var withinOneTurn: Self {
    guard longitude.value.magnitude > 180 else { return self }
    var other = self
    other.longitude = Degrees(longitude.value.remainder(dividingBy: 360))
    return other
  }
}

extension Rotation {
  /// Of q and −q the one whose last component that is not 0 is positive: w, and for half turns z, y, x.
  fileprivate var canonical: Self? {
    guard let unit = Self(x: quaternion.x, y: quaternion.y, z: quaternion.z, w: quaternion.w) else { return nil }
    let q = unit.quaternion
    let decisive = q.w != 0 ? q.w : q.z != 0 ? q.z : q.y != 0 ? q.y : q.x
    return decisive < 0 ? Self(x: -q.x, y: -q.y, z: -q.z, w: -q.w) : unit
  }
}
