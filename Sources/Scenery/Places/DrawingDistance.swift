public import Geometry

/// How far away something is drawn that may be too far to draw: what is pulled in keeps its direction and its angular size.
public enum DrawingDistance {
  public enum Mode: String, CaseIterable, Sendable {
    /// Where it is.
    case actual = "true"
    /// As far as it is up to 10 m, and from there on 1 m farther for each kilometre: nearer things stay in front of farther ones.
    case fall
    /// All that is beyond a shell on it.
    case shell
  }

  /// min(d, b + s·d) for `fall`, min(d, r) for `shell`: continuous, never farther than it is.
  public static func drawn(_ distance: Length, _ parameters: SceneParameters) -> Length {
    switch parameters.drawing {
    case .actual: distance
    case .fall: min(distance, parameters.drawingBase + distance * parameters.drawingSlope)
    case .shell: min(distance, parameters.drawingShell)
    }
  }
}
