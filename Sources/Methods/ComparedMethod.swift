/// A method that finds the heading alone, or the place, to be compared with the filters.
public enum ComparedMethod: String, CaseIterable, Sendable {
  /// The rigid fit of the walked path to the fixes.
  case fit
  /// The pair algorithm, with its four choices of pairs.
  case pairsRandom = "pairs-random"
  case pairsDisjoint = "pairs-disjoint"
  case pairsWeighted = "pairs-weighted"
  case pairsAll = "pairs-all"
  /// Doppler velocities against the scene's.
  case velocity
  case compass
  /// The place by the best estimate and the way since.
  case estimate

  /// The pair algorithm's choice of pairs; nil for other methods.
  var pairs: PairHeading.Choice? {
    switch self {
    case .pairsRandom: .random
    case .pairsDisjoint: .disjoint
    case .pairsWeighted: .weighted
    case .pairsAll: .all
    case .fit, .velocity, .compass, .estimate: nil
    }
  }
}
