/// The visibility of a place or anchor, with the reason when it is not visible.
public enum PlacementStatus: Equatable, Sendable {
  case shown
  /// Its direction is too uncertain for a point: it is drawn as a band.
  case vague
  case hidden(Hiding)
  case pending(Waiting)

  /// The reason why it is hidden.
  public enum Hiding: String, CaseIterable, Sendable {
    /// It is farther than the radius.
    case range
    /// The cap is reached by nearer places.
    case cap
    /// It does not match the filter.
    case filter
    /// It is on another floor.
    case level
    /// It is counted in a cluster.
    case cluster
    /// Nearer labels cover it.
    case overlap
    case behind
    /// No pose has arrived for a while.
    case stale
  }

  /// The missing condition before it can be shown.
  public enum Waiting: String, CaseIterable, Sendable {
    case waitingForFix = "waiting-for-fix"
    case localizing
    /// The picture has just been set to another place at once.
    case corrected
  }

  /// Whether it is drawn, as a point or as a band.
  public var isDrawn: Bool { self == .shown || self == .vague }
}
