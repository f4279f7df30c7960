public import Geometry

/// The body's frame in a GeoPose: x forward, y left, z up; the heading is the azimuth of its x axis.
public enum ForwardLeftUp: Frame {}

/// A place on Earth and an orientation there, as defined by the OGC GeoPose 1.0 Data Exchange Standard (OGC 21-056r11).
///
/// The outer frame is the tangent plane at the place, x east, y north, z up (requirements /req/basic-quaternion/position,
/// /req/basic-ypr/position). The rotation turns the outer frame's axes into those of the inner frame, so it converts coordinates
/// of the inner frame to those of the outer one: v_ENU = q v q* (/req/basic-quaternion/quaternion). The standard does not
/// define the inner frame's own axes; with pitch about y and roll about x, x is the forward one. So here the inner frame is
/// forward, left, up, and for a level body yaw = 90° − heading.
///
/// Invariants: latitude and longitude lie within ±90° and ±180° (/req/tangent-point), the height is finite, and of the
/// rotation's two quaternions the one with w ≥ 0 is used.
public struct GeoPose: Equatable, Sendable {
  public let place: Geodetic
  public let rotation: Rotation<ForwardLeftUp, ENU>

  // Values that have no member in the standard (see `Form`).

  /// 68 % radius; nil if unknown, as the two below.
  public var horizontalAccuracy: Length?
  /// Standard deviation; if nil, the height may be a placeholder.
  public var verticalAccuracy: Length?
  /// Standard deviation; if nil, the heading is a guess.
  public var headingAccuracy: Angle?
  /// True if the pose is good enough for use, as judged by its producer.
  public var isValid = false
  /// Time on CLOCK_BOOTTIME.
  public var nanosecondsSinceBoot: Int64 = 0
  /// The same time as civil time, if a receiver has provided it.
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

  /// The orientation in gnomon's own frames.
  public var orientation: Rotation<Body, Level> {
    enuFromLevel.inverse * rotation * bodyFromForwardLeftUp.inverse
  }
}

/// The reasons why a place and an orientation do not make a GeoPose.
public enum GeoPoseFault: Error, Equatable, Sendable {
  case place(GeodeticFault)
  /// The quaternion is not four finite numbers.
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

/// (forward, left, up) to (right, up, back): forward is −z, left −x, up y; a third of a turn about (−1, 1, 1).
private let bodyFromForwardLeftUp = Rotation<ForwardLeftUp, Body>(about: Direction(-1, 1, 1), by: .degrees(120))

extension Geodetic {
  /// The longitude reduced to ±180°; one already in range stays bit for bit.
  fileprivate var withinOneTurn: Self {
    guard longitude.value.magnitude > 180 else { return self }
    var other = self
    other.longitude = Degrees(longitude.value.remainder(dividingBy: 360))
    return other
  }
}

extension Rotation {
  /// Of q and −q, the one whose last nonzero component is positive: w, and for half turns z, y, x.
  fileprivate var canonical: Self? {
    guard let unit = Self(x: quaternion.x, y: quaternion.y, z: quaternion.z, w: quaternion.w) else { return nil }
    let q = unit.quaternion
    let decisive = q.w != 0 ? q.w : q.z != 0 ? q.z : q.y != 0 ? q.y : q.x
    return decisive < 0 ? Self(x: -q.x, y: -q.y, z: -q.z, w: -q.w) : unit
  }
}
