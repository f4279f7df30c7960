import Alignment
import Fusion
import Geometry

// The bearing of a route's leg as a measurement of the yaw, z = δ (`yaw`): `LegBearing` compares it with the walk along the leg
// and states its standard deviation, or the reason for which there is no measurement.
extension AidingSource<PlanarFilter> {
  static let leg = AidingSource(
    AidDescription("leg", unit: "rad", axes: ["yaw"], patience: TimeSpan(120))
  ) { filter, event, measurement in
    guard case .leg(let reading) = event else { return .nothing }
    return filter.proposeLegYaw(reading, &measurement)
  }
}

extension PlanarFilter {
  /// Yaw of the motion's own scene by a leg.
  typealias LegReading = Result<(yaw: Angle, sigma: Angle), LegBearing.Refusal>

  fileprivate func proposeLegYaw(_ reading: LegReading, _ measurement: inout Measurement) -> Proposal {
    switch reading {
    case .failure(let refusal): return .refuse(AidReason(refusal))
    case .success(let leg):
      measurement.add(
        SparseRow(Index.yaw, 1), observation: leg.yaw.radians, innovation: (leg.yaw - .radians(yaw)).wrapped.radians,
        variance: leg.sigma.radians * leg.sigma.radians)
      return .fuse
    }
  }
}

extension AidReason {
  init(_ refusal: LegBearing.Refusal) {
    switch refusal {
    case .notFinite: self = .notFinite
    case .legTooShort: self = .legTooShort
    case .notFollowed: self = .notFollowed
    case .walkTooShort: self = .walkTooShort
    case .notStraight: self = .notStraight
    case .againstLeg: self = .againstLeg
    }
  }
}
