public import Alignment
import Geometry
public import Odometry
import Samples

/// All parameters of the pipeline. Each profile has its own initial values (`init(profile:)`).
public struct TrackerParameters: Sendable {
  public var inertial = GuardParameters()
  public var attitude = AttitudeParameters()
  public var heading = HeadingParameters()
  public var walking: WalkingParameters
  public var vehicle = VehicleParameters()
  public var fixes = FixParameters()
  public var alignment = AlignmentParameters()
  public var wearer: WearerParameters

  public init(profile: Profile) {
    attitude = AttitudeParameters(profile: profile)
    walking = WalkingParameters(profile: profile)
    wearer = WearerParameters(profile: profile)
  }
}
