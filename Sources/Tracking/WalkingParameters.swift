public import Odometry
import Geometry
public import Samples

/// Parameters of a walker's pipeline besides the attitude filter: steps, their direction, the planar filter, height, and an
/// outside tracker's path.
public struct WalkingParameters: Sendable {
  public var gait = GaitParameters()
  public var travel = TravelParameters()
  public var planar = PlanarParameters()
  public var height = HeightParameters()
  public var outside = OutsideParameters()
  public var strapdown = StrapdownParameters()
  public var shoe = ShoeParameters()

  public init(profile: Profile) {
    switch profile {
    case .hand:
      travel.tie = .top
      planar.walkPrior = 1000
      planar.evenPrior = 1000
    case .head:
      travel.tie = .learned
      trustSensors()
      planar.compassNeighbourhood = .degrees(3)
      planar.compassHere = .degrees(10)
      planar.hardIron = FluxDensity(2)
      planar.surroundings = FluxDensity(4)
      planar.vector = .vector
      gait.strideLength = .zero
      gait.walkRatio = Quantity(0.39)
    case .torso:
      // A chest points in the direction of walking, except when its wearer turns to something: the gait distinguishes the two.
      travel.tie = .learned
      trustSensors()
      planar.fixExcess = Length(50)
      // The field is fused as a vector, whose weight beside fixes follows from its own variance.
      planar.surroundings = FluxDensity(4)
      planar.vector = .vector
      planar.hardIron = FluxDensity(2)
      planar.compassNeighbourhood = .degrees(3)
      gait.strideLength = .zero
      gait.walkRatio = Quantity(0.39)
    case .foot: trustShoe()
    case .vehicle, .free: break
    }
  }

  /// Settings for a worn device: the scene drifts only with its gyroscope; and fixes come from a receiver that does not smooth
  /// them, so that larger radii mean slower errors and not noisier ones.
  private mutating func trustSensors() {
    planar.restCorrects = .drift
    planar.compassEnough = .zero
    planar.compassNeighbourhoodLength = Length(4)
    planar.compassHereTime = TimeSpan(10)
    planar.stride = 0.03
    planar.stepAcross = .degrees(30)
    planar.initialRate = .degrees(1)
    planar.yawWalk = .degrees(0.05)
    planar.rateWalk = .degrees(0.002)
    planar.fixExcess = Length(15)
    planar.fixNoise = Length(0.5)
  }

  /// Settings for a shoe: its path has no steps to judge, and errors of a small share. The surroundings' field is stronger near
  /// the floor.
  private mutating func trustShoe() {
    trustSensors()
    planar.placeWalk = .zero
    planar.stride = 0.01
    planar.yawWalk = .degrees(0.1)
    planar.initialRate = .degrees(0.02)
    planar.rateWalk = .degrees(0.001)
    planar.compassHere = .degrees(20)
  }

  public static let table: [Parameter<WalkingParameters>] =
    GaitParameters.table.parameters.map { $0.lifted(\.gait) }
    + TravelParameters.table.parameters.map { $0.lifted(\.travel) }
    + PlanarParameters.table.parameters.map { $0.lifted(\.planar) }
    + HeightParameters.table.parameters.map { $0.lifted(\.height) }
    + OutsideParameters.table.parameters.map { $0.lifted(\.outside) }
    + StrapdownParameters.table.parameters.map { $0.lifted(\.strapdown) }
    + ShoeParameters.table.parameters.map { $0.lifted(\.shoe) }
}
