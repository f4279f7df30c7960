public import Geodesy
public import Geometry
public import Samples

/// From where the scene is looked at: the wearer's pose, and the alignment that is drawn by.
///
/// Everything that is drawn goes through the applied alignment, so that a correction moves nothing faster than it is eased in.
public struct Viewpoint: Sendable {
  public var time: BootInstant
  /// Which scene the pose is in.
  public var scene: Int
  public var pose: Pose<Body, Scene>
  /// Of the wearer's eyes, as it is drawn by; nil before the first fix.
  public var place: Geodetic?
  /// True azimuth = scene azimuth + yaw, as it is drawn by; nil before any heading is known.
  public var yaw: Angle?
  /// What is known of them: 1 σ, and 68 % radii.
  public var yawSigma: Angle?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// Of the sea above the ellipsoid, as the receiver says it; nil when it does not.
  public var geoidSeparation: Length?
  /// No pose has come for a while.
  public var isStale: Bool
  /// Of the wearer's eyes above the ground.
  public var eyeHeight: Length

  public init(
    time: BootInstant, scene: Int = 0, pose: Pose<Body, Scene>, place: Geodetic? = nil, yaw: Angle? = nil,
    yawSigma: Angle? = nil, horizontalAccuracy: Length? = nil, verticalAccuracy: Length? = nil,
    geoidSeparation: Length? = nil, isStale: Bool = false, eyeHeight: Length = .metres(1.6)
  ) {
    self.time = time
    self.scene = scene
    self.pose = pose
    self.place = place
    self.yaw = yaw
    self.yawSigma = yawSigma
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.geoidSeparation = geoidSeparation
    self.isStale = isStale
    self.eyeHeight = eyeHeight
  }

  /// From the wearer's eyes to a place, level: x east, y up, z south. nil before the first fix.
  public func offset(to position: Geodetic, _ height: HeightPolicy) -> Displacement<Level>? {
    guard let place else { return nil }
    var offset = place.smallOffset(to: position)
    offset.y = rise(of: height, above: place).value
    return offset
  }

  /// How much higher than the wearer's eyes something stands, on a flat Earth.
  func rise(of height: HeightPolicy, above eyes: Geodetic) -> Length {
    switch height {
    case .eye: .zero
    case .ground(let above): above - eyeHeight
    case .ellipsoid(let height): height - eyes.height
    // Without the geoid's height the two cannot be compared: it stands on the wearer's own ground.
    case .seaLevel(let height): geoidSeparation.map { height + $0 - eyes.height } ?? -eyeHeight
    }
  }

  /// A level offset from the wearer's eyes as a point of the scene, by the applied alignment.
  public func point(at offset: Displacement<Level>) -> Displacement<Scene> {
    pose.position + Rotation<Scene, Level>.yaw(yaw ?? .zero).inverse(offset)
  }

  /// And back.
  public func offset(of point: Displacement<Scene>) -> Displacement<Level> {
    Rotation<Scene, Level>.yaw(yaw ?? .zero)(point - pose.position)
  }
}
