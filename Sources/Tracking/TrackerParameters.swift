public import Alignment
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
  public var fixes = FixParameters()
  public var estimates = EstimateParameters()
  public var alignment = AlignmentParameters()

  public init(profile: Profile) {
    attitude = AttitudeParameters(profile: profile)
    walking = WalkingParameters(profile: profile)
    // Telephones smooth their fixes, and are late by it.
    if profile == .hand { fixes.latency = TimeSpan(1.6) }
  }

  public static let table = ParameterTable<TrackerParameters>(
    GuardParameters.table.parameters.map { $0.lifted(\.inertial) }
      + AttitudeParameters.table.parameters.map { $0.lifted(\.attitude) }
      + HeadingParameters.table.parameters.map { $0.lifted(\.heading) }
      + WalkingParameters.table.map { $0.lifted(\.walking) }
      + VehicleParameters.table.parameters.map { $0.lifted(\.vehicle) }
      + FixParameters.table.parameters.map { $0.lifted(\.fixes) }
      + EstimateParameters.table.parameters.map { $0.lifted(\.estimates) }
      + AlignmentParameters.table.parameters.map { $0.lifted(\.alignment) })
}
