public import Geometry
public import Odometry
public import Samples

/// How the device is carried, apart from the settings of the pipeline.
public struct WearerParameters: Sendable {
  public var eyeHeight: Length

  /// Height at which a grown person carries a device: eyes, chest, hand, instep; a dashboard.
  public init(profile: Profile) {
    switch profile {
    case .head, .free: eyeHeight = Length(1.6)
    case .torso, .hand: eyeHeight = Length(1.3)
    case .foot: eyeHeight = Length(0.1)
    case .vehicle: eyeHeight = Length(1.2)
    }
  }

  public static let table = ParameterTable<WearerParameters>([
    .init(
      "wearer.eye_height", \.eyeHeight, in: 0...100,
      "height above the ground of the place in fixes and poses, which is also the viewpoint of the scene")
  ])
}
