public import Odometry
import Geometry
public import Samples

/// What a walker's pipeline needs beside the attitude filter: steps, their direction, the planar filter and height.
public struct WalkingParameters: Sendable {
  public var gait = GaitParameters()
  public var planar = PlanarParameters()
  public var height = HeightParameters()

  public init(profile: Profile) {
    if profile == .hand { planar.fixLatency = TimeSpan(1.6) }
    if profile == .head { planar.compass = .assist }
  }

  public static let table: [Parameter<WalkingParameters>] =
    GaitParameters.table.parameters.map { $0.lifted(\.gait) }
    + PlanarParameters.table.parameters.map { $0.lifted(\.planar) }
    + HeightParameters.table.parameters.map { $0.lifted(\.height) }
}
