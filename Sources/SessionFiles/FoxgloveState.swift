public import Geometry

/// The numbers of `gnomon.State`, for plots. Those that are nil are left out.
public struct FoxgloveState: Sendable {
  public var scene: Int
  public var tracking: String
  public var localization: String
  public var heading: Angle?
  public var headingSigma: Angle?
  public var yaw: Angle?
  public var speed: Speed
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// East, north and up from the map's origin.
  public var inMap: SIMD3<Double>?

  public init(
    scene: Int, tracking: String, localization: String, heading: Angle?, headingSigma: Angle?, yaw: Angle?,
    speed: Speed, horizontalAccuracy: Length?, verticalAccuracy: Length?, inMap: SIMD3<Double>?
  ) {
    self.scene = scene
    self.tracking = tracking
    self.localization = localization
    self.heading = heading
    self.headingSigma = headingSigma
    self.yaw = yaw
    self.speed = speed
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.inMap = inMap
  }
}
