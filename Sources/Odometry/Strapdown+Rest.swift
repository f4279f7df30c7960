import Fusion
import Geometry
import Samples

// What the attitude filter has learned of the gyroscope's bias while the device rested. Standing still fixes tell nothing of a
// heading, and it would drift with what is left of the bias. Its belief is taken for this filter's own, axis by axis, where it is
// the surer one.
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

  /// By how much a variance has to be smaller.
  private static let surer = 0.5
}
