import Fusion
public import Geodesy
public import Geometry
import Samples

// The tiles' ground below the vehicle, plus the device's height above it: z = g(place) + e is the height of the device, in the
// level frame z = p_y, H = 1. The variance is that of the caller: the tiles' noise, which lasts from post to post, and the slope
// times the error of the place. A vehicle on a bridge or in a tunnel rolls on no tile: a surprise beyond the gate is refused.
extension AidingSource<VehicleOdometry> {
  static let terrain = AidingSource(
    AidDescription("terrain", unit: "m", axes: ["up"], patience: TimeSpan(10))
  ) { filter, event, measurement in
    guard case .ground(let up, let variance) = event else { return .nothing }
    return filter.proposeGround(up, variance, &measurement)
  }
}

extension VehicleOdometry {
  /// 1 σ of the place per horizontal axis; nil while there is no place.
  public var placeSigma: Length? {
    let i = Index.position
    guard isStarted else { return nil }
    return Length(max(0, 0.5 * (covariance[i, i] + covariance[i + 2, i + 2])).squareRoot())
  }

  /// Ingests the height of the device if the vehicle stands on the tiles' ground, with its 1 σ.
  public mutating func ingest(ground: Geodetic, sigma: Length) {
    guard let plane, isStarted else { return }
    propagate()
    recordMoment()
    let up = plane.level(ground).y
    ingest(.ground(up: up, variance: sigma.value * sigma.value), at: time)
    stateAccuracy(0)
  }

  fileprivate mutating func proposeGround(_ up: Double, _ variance: Double, _ measurement: inout Measurement)
    -> Proposal
  {
    guard up.isFinite, variance.isFinite else { return .refuse(.notFinite) }
    measurement.gate = .refuse(beyond: Self.groundGate)
    measurement.add(
      SparseRow(Index.position + 1, 1), observation: up, innovation: up - position.y, variance: variance)
    return .fuse
  }

  /// Standard deviations beyond which the ground is refused.
  private static let groundGate = 3.0
}
