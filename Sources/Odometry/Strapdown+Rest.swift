import Fusion
import Geometry
import Samples

// The gyroscope's bias that the attitude filter has found at rest. While the wearer stands, fixes carry no information on the
// heading, and it would drift with the remaining bias. The bias is adopted axis by axis, where it is more certain than this
// filter's own.
extension AidingSource<Strapdown> {
  static let restBias = AidingSource(
    AidDescription("strapdown-rest", unit: "rad/s", axes: ["x", "y", "z"], patience: TimeSpan(300))
  ) { filter, event, _ in
    guard case .rest(let belief) = event else { return .nothing }
    return filter.adopt(belief)
  }
}

extension Strapdown {
  fileprivate mutating func adopt(_ belief: BiasBelief) -> Proposal {
    guard belief.bias.isFinite else { return .refuse(.notFinite) }
    var isSurer = false
    for axis in 0..<3 {
      let i = Index.bias + axis, variance = belief.sigma.components[axis] * belief.sigma.components[axis]
      guard variance > 0, variance < Self.surer * covariance[i, i] else { continue }
      bias.components[axis] = belief.bias.components[axis]
      covariance.reset(i, variance: variance)
      isSurer = true
    }
    guard isSurer else { return .wait(.notNeeded) }
    return .applied(Fused(belief.bias.x, belief.bias.y, belief.bias.z))
  }

  /// Factor by which a variance has to be smaller.
  private static let surer = 0.5
}
