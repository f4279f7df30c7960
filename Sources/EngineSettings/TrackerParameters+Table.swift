import Alignment
import Odometry
public import Samples
import Tie
public import Tracking

extension TrackerParameters {
  /// All parameters of the engine by name.
  public static let table = ParameterTable(parts)

  // One after another: the compiler needs minutes for their sum.
  private static let parts: [Parameter<TrackerParameters>] = {
    var parts = GuardParameters.table.parameters.map { $0.lifted(\TrackerParameters.inertial) }
    parts += AttitudeParameters.table.parameters.map { $0.lifted(\.attitude) }
    parts += HeadingParameters.table.parameters.map { $0.lifted(\.heading) }
    parts += GaitParameters.table.parameters.map { $0.lifted(\.walking.gait) }
    parts += TravelParameters.table.parameters.map { $0.lifted(\.walking.travel) }
    parts += HeightParameters.table.parameters.map { $0.lifted(\.walking.height) }
    parts += OutsideParameters.table.parameters.map { $0.lifted(\.walking.outside) }
    parts += ShoeParameters.table.parameters.map { $0.lifted(\.walking.shoe) }
    parts += TieParameters.table.parameters.map { $0.lifted(\.walking.tie) }
    parts += VehicleParameters.table.parameters.map { $0.lifted(\.vehicle) }
    parts += FixParameters.table.parameters.map { $0.lifted(\.fixes) }
    parts += AlignmentParameters.table.parameters.map { $0.lifted(\.alignment) }
    parts += WearerParameters.table.parameters.map { $0.lifted(\.wearer) }
    return parts
  }()
}
