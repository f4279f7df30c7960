public import Geodesy
public import Geometry
public import Samples
public import Terrain

/// The wearer's view of the scene: the pose, and the alignment used for drawing.
///
/// All drawing uses the applied alignment, so a correction moves things no faster than it is eased in.
public struct Viewpoint: Sendable {
  public var time: BootInstant
  /// The number of the scene that the pose refers to.
  public var scene: Int
  public var pose: Pose<Body, Scene>
  /// Position of the wearer's eyes by the applied alignment; nil before the first fix.
  public var place: Geodetic?
  /// True azimuth = scene azimuth + yaw, by the applied alignment; nil before any heading is known.
  public var yaw: Angle?
  /// Their uncertainties: yaw as 1 σ, position as 68 % radii.
  public var yawSigma: Angle?
  /// Whether anything but a compass has told the heading: a chip that is turned on its board looks like a right one to who stands.
  public var isHeadingConfirmed = true
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// Height of the sea above the ellipsoid, as reported by the receiver; nil without a report.
  public var geoidSeparation: Length?
  /// True if no pose has arrived for a while.
  public var isStale: Bool
  /// As long as this is the same, the picture moves without a jump.
  public var picture = Picture()

  /// The scene by which things are drawn, and how often the drawing had been set to another place at once.
  public struct Picture: Equatable, Sendable {
    public var scene = 0
    public var snaps = 0
    public init(scene: Int = 0, snaps: Int = 0) { (self.scene, self.snaps) = (scene, snaps) }
  }
  /// Height of the wearer's eyes above the ground.
  public var eyeHeight: Length
  /// The ground around the wearer; empty without tiles.
  public var terrain = TerrainWindow()
  /// True if the height of `place` was estimated with the tiles.
  public var isHeightOfTerrain = false

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

  /// Returns the level offset from the wearer's eyes to a place: x east, y up, z south. nil before the first fix.
  public func offset(to position: Geodetic, _ height: HeightPolicy) -> Displacement<Level>? {
    guard let place else { return nil }
    var offset = place.smallOffset(to: position)
    offset.y = rise(of: height, above: place).value
    if case .ground(let above) = height, let rise = GroundLevel(self)?.rise(at: position) {
      offset.y = rise + above.value
    }
    return offset
  }

  /// Whether the tiles have the ground at a place, and that under the wearer.
  public func hasGround(at position: Geodetic) -> Bool { GroundLevel(self)?.rise(at: position) != nil }

  /// Returns the height of a thing above the wearer's eyes, on a flat Earth without tiles.
  func rise(of height: HeightPolicy, above eyes: Geodetic) -> Length {
    switch height {
    case .eye: .zero
    case .ground(let above): above - eyeHeight
    case .ellipsoid(let height): height - eyes.height
    // Without the geoid's height the two cannot be compared; the thing is placed on the wearer's own ground.
    case .seaLevel(let height): geoidSeparation.map { height + $0 - eyes.height } ?? -eyeHeight
    }
  }

  /// Converts a level offset from the wearer's eyes to a point of the scene, by the applied alignment.
  public func point(at offset: Displacement<Level>) -> Displacement<Scene> {
    pose.position + Rotation<Scene, Level>.yaw(yaw ?? .zero).inverse(offset)
  }

  /// Converts a velocity on Earth to the scene's axes, by the applied alignment.
  public func velocity(_ velocity: Velocity<Level>) -> Velocity<Scene> {
    Rotation<Scene, Level>.yaw(yaw ?? .zero).inverse(velocity)
  }

  /// Converts a point of the scene to a level offset from the wearer's eyes.
  public func offset(of point: Displacement<Scene>) -> Displacement<Level> {
    Rotation<Scene, Level>.yaw(yaw ?? .zero)(point - pose.position)
  }
}
