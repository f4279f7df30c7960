import Geometry
public import Odometry
public import Samples

/// All parameters of the pipeline. Each profile begins with its own values (`init(profile:)`).
public struct TrackerParameters: Sendable {
  public var inertial = GuardParameters()
  public var attitude = AttitudeParameters()
  public var heading = HeadingParameters()
  public var walking: WalkingParameters
  public var vehicle = VehicleParameters()

  public init(profile: Profile) {
    attitude = AttitudeParameters(profile: profile)
    walking = WalkingParameters(profile: profile)
  }

  public static let table = ParameterTable<TrackerParameters>(
    GuardParameters.table.parameters.map { $0.lifted(\.inertial) }
      + AttitudeParameters.table.parameters.map { $0.lifted(\.attitude) }
      + HeadingParameters.table.parameters.map { $0.lifted(\.heading) }
      + WalkingParameters.table.map { $0.lifted(\.walking) }
      + VehicleParameters.table.parameters.map { $0.lifted(\.vehicle) })
}
