public import Geodesy
public import Geometry
import Samples
import Tracking

/// The frames of robotics (REP 103, REP 105 of ROS): `map`, east, north and up from the session's first known place; `odom`, the
/// scene with z up; `base_link`, the wearer's body with x forward, y left and z up.
///
/// From the engine's frames: (x right, y up, z back) of the body is (−y, z, −x) in base_link's coordinates, and (x, y up, z) of the
/// scene or of the level frame is (x, z, −y)⁻¹, that is, (x, −z, y).
public struct SessionFrames: Sendable {
  static let map = "map", odometry = "odom", body = "base_link"

  private let plane: TangentPlane

  public init(origin: Geodetic) { plane = TangentPlane(origin: origin) }

  public var origin: Geodetic { plane.origin }

  /// A pose in one of these frames.
  public struct Placed: Equatable, Sendable {
    public var position: SIMD3<Double>
    /// x, y, z, w; w ≥ 0.
    public var rotation: SIMD4<Double>

    public init(position: SIMD3<Double>, rotation: SIMD4<Double>) {
      self.position = position
      self.rotation = rotation
    }
  }

  private static let enuFromLevel = Rotation<Level, ENU>(about: Direction(1, 0, 0), by: .degrees(90))
  private static let odometryFromScene = Rotation<Scene, ENU>(about: Direction(1, 0, 0), by: .degrees(90))
  /// Forward is −z, left −x, up y: a third of a turn about (−1, 1, 1).
  private static let bodyFromRobot = Rotation<ForwardLeftUp, Body>(about: Direction(-1, 1, 1), by: .degrees(120))

  private static func quaternion<A: Frame, B: Frame>(_ rotation: Rotation<A, B>) -> SIMD4<Double> {
    let q = rotation.renormalized.quaternion
    return q.w < 0 ? 0 - q : q
  }

  /// Returns a vector of the body in base_link.
  static func robot<U: Unit>(_ v: Vector<U, Body>) -> SIMD3<Double> { SIMD3(0 - v.z, 0 - v.x, v.y) }

  /// Returns a vector of the scene in odom.
  public static func odometry<U: Unit>(_ v: Vector<U, Scene>) -> SIMD3<Double> { SIMD3(v.x, 0 - v.z, v.y) }

  /// The pose of the body in the scene.
  public static func inOdometry(_ pose: Pose<Body, Scene>) -> Placed {
    Placed(
      position: odometry(pose.position), rotation: quaternion(odometryFromScene * pose.rotation * bodyFromRobot))
  }

  /// The rotation in odom that turns x into a direction of the scene, with y level.
  public static func along(_ direction: Direction<Scene>) -> SIMD4<Double> {
    let d = odometry(direction)
    let turn = Rotation<ENU, ENU>(about: Direction(0, 0, 1), by: .arcTangent(d.y, d.x))
    return quaternion(turn * Rotation<ENU, ENU>(about: Direction(0, 1, 0), by: .arcSine(0 - d.z)))
  }

  static func inOdometry(_ pose: TrackedPose) -> Placed { inOdometry(pose.pose) }

  /// The pose on the Earth of a body that is at a place; nil until the place is known.
  public func inMap(_ rotation: Rotation<Body, Scene>, yaw: Angle, at place: Geodetic?) -> Placed? {
    guard let place else { return nil }
    return Placed(
      position: plane.enu(place).components,
      rotation: Self.quaternion(
        Self.enuFromLevel * Rotation<Scene, Level>.yaw(yaw) * rotation * Self.bodyFromRobot))
  }

  func inMap(_ pose: TrackedPose) -> Placed? { inMap(pose.pose.rotation, yaw: pose.yaw, at: pose.place) }

  /// The pose of the scene on the Earth, of which one point is at a place; nil until the place is known.
  public func sceneInMap(_ point: Displacement<Scene>, yaw: Angle, at place: Geodetic?) -> Placed? {
    guard let place else { return nil }
    let turn = Self.enuFromLevel * Rotation<Scene, Level>.yaw(yaw) * Self.odometryFromScene.inverse
    let offset = turn(Displacement<ENU>(Self.odometry(point)))
    return Placed(position: (plane.enu(place) - offset).components, rotation: Self.quaternion(turn))
  }

  func sceneInMap(_ pose: TrackedPose) -> Placed? {
    sceneInMap(pose.pose.position, yaw: pose.yaw, at: pose.place)
  }

  /// The truth in the map; the orientation is none where it is unknown.
  func truth(_ reference: Reference) -> Placed? {
    guard let place = reference.place else { return nil }
    let point = Geodetic(
      latitude: place.latitude, longitude: place.longitude, height: place.height ?? plane.origin.height)
    let rotation = reference.orientation.map {
      Self.quaternion(Self.enuFromLevel * $0.rotation * Self.bodyFromRobot)
    }
    return Placed(position: plane.enu(point).components, rotation: rotation ?? SIMD4(0, 0, 0, 1))
  }

  /// The covariance of a pose in the map, row by row: place, then rotation about the map's axes; nil while it is unknown.
  ///
  /// The engine states it in the scene's axes: with M from the scene to the map each block C becomes M C Mᵀ.
  static func covariance(_ pose: TrackedPose) -> [Double]? {
    let stated = pose.covariance
    guard let position = stated.position, let orientation = stated.orientation else { return nil }
    let m = (enuFromLevel * Rotation<Scene, Level>.yaw(pose.yaw)).matrix
    func turned(_ block: Matrix3) -> Matrix3 { m * block * m.transposed }
    let p = turned(position), r = turned(orientation), c = turned(stated.cross ?? .zero)
    var values: [Double] = []
    for row in 0..<6 {
      for column in 0..<6 {
        switch (row < 3, column < 3) {
        case (true, true): values.append(p[row, column])
        case (false, false): values.append(r[row - 3, column - 3])
        case (true, false): values.append(c[row, column - 3])
        case (false, true): values.append(c[column, row - 3])
        }
      }
    }
    return values
  }
}
