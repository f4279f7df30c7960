public import Geometry

/// The distance at which a faraway thing is drawn. A thing that is pulled in keeps its direction and its angular size.
public enum DrawingDistance {
  public enum Mode: String, CaseIterable, Sendable {
    /// The true distance.
    case actual = "true"
    /// The true distance up to 10 m, then 1 m more for each kilometer, so nearer things stay in front of farther ones.
    case fall
    /// The true distance up to the shell; all things beyond it are drawn on it.
    case shell
  }

  /// Returns min(d, b + s·d) for `fall` and min(d, r) for `shell`: continuous and never above the true distance.
  /// d is `distance`, b is `drawingBase`, s is `drawingSlope`, r is `drawingShell`.
  public static func drawn(_ distance: Length, _ parameters: SceneParameters) -> Length {
    switch parameters.drawing {
    case .actual: distance
    case .fall: min(distance, parameters.drawingBase + distance * parameters.drawingSlope)
    case .shell: min(distance, parameters.drawingShell)
    }
  }
}
