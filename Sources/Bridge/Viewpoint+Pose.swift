import Geodesy
public import Terrain
public import Geometry
public import Samples
public import Scenery
public import Tracking

extension Viewpoint {
  /// Creates the viewpoint for drawing: with the applied alignment, so the place is the target's moved by the applied shift.
  public init(_ pose: TrackedPose, geoidSeparation: Length?, isStale: Bool, terrain: TerrainWindow = TerrainWindow()) {
    let isShifted = pose.appliedShift != .zero
    let place = pose.place.map { isShifted ? TangentPlane(origin: $0).geodetic(pose.appliedShift) : $0 }
    self.init(
      time: pose.time, scene: pose.scene, pose: pose.pose, place: place,
      yaw: pose.yawSigma == nil ? nil : pose.appliedYaw, yawSigma: pose.appliedYawSigma,
      horizontalAccuracy: pose.appliedAccuracy, verticalAccuracy: pose.verticalAccuracy,
      geoidSeparation: geoidSeparation, isStale: isStale, eyeHeight: pose.eyeHeight)
    self.terrain = terrain
    isHeightOfTerrain = pose.isHeightOfTerrain
    isHeadingConfirmed = pose.isHeadingConfirmed
    picture = Picture(scene: pose.scene, snaps: pose.appliedSnaps)
  }

  /// Returns the viewpoint before any pose.
  public static func unknown(at time: BootInstant) -> Viewpoint { Viewpoint(time: time, pose: .aligned, isStale: true) }
}
