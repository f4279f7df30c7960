public import Odometry
import Geometry
import Samples
public import Tie

/// Parameters of a walker's pipeline besides the attitude filter: steps, their direction, the tie to the Earth, height, and an
/// outside tracker's path.
public struct WalkingParameters: Sendable {
  public var gait = GaitParameters()
  public var travel = TravelParameters()
  public var height = HeightParameters()
  public var outside = OutsideParameters()
  public var shoe = ShoeParameters()
  public var tie = TieParameters()

  public init(profile: Profile) {
    switch profile {
    case .hand:
      travel.tie = .top
      tie.pointsAside = 0.1
    case .head:
      travel.tie = .learned
      tie.wear()
      gait.strideLength = .zero
      gait.walkRatio = GaitParameters.usualWalkRatio
    case .torso:
      // A chest points in the direction of walking, except when its wearer turns to something: the gait distinguishes the two.
      travel.tie = .learned
      tie.wear()
      tie.excess = Length(50)
      gait.strideLength = .zero
      gait.walkRatio = GaitParameters.usualWalkRatio
    case .foot: tie.wearOnFoot()
    case .free:
      tie.white = Length(0.5)
      tie.excess = Length(15)
    case .vehicle: break
    }
  }
}
