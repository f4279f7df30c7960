/// Whether something that was added can be seen, and if not, why.
public enum PlacementStatus: Equatable, Sendable {
  case shown
  case hidden(Hiding)
  case pending(Waiting)

  /// Why it is not shown.
  public enum Hiding: String, CaseIterable, Sendable {
    /// Farther than what is shown.
    case range
    /// There are enough nearer ones.
    case cap
    /// Of a category or with tags that are not wanted.
    case filter
    /// It is counted in a cluster.
    case cluster
    /// Others cover it.
    case overlap
    case behind
    /// No pose has come for a while.
    case stale
  }

  /// What has to come before it can be shown.
  public enum Waiting: String, CaseIterable, Sendable {
    case waitingForFix = "waiting-for-fix"
    case localizing
  }
}
