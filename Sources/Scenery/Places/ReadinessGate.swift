import Geometry

/// Whether enough is known to show geographic things at all: an azimuth within 25° (1 σ) and a position within 25 m. Once that
/// was so, a fifth of either may be lost again.
public struct ReadinessGate: Sendable {
  private let heading: Angle, radius: Length, play: Double
  private var isOpen = false

  public init(_ parameters: SceneParameters) {
    heading = parameters.gateHeading
    radius = parameters.gateRadius
    play = 1 + parameters.gatePlay
  }

  /// What everything has instead of being shown; nil when there is nothing in the way.
  public mutating func obstacle(_ view: Viewpoint) -> PlacementStatus? {
    guard let place = view.place, place.isFinite else {
      isOpen = false
      return .pending(.waitingForFix)
    }
    let factor = isOpen ? play : 1
    // A comparison with no number is false.
    isOpen =
      view.yaw?.isFinite == true && (view.yawSigma.map { $0 <= heading * factor } ?? false)
      && (view.horizontalAccuracy.map { $0 <= radius * factor } ?? false)
    guard isOpen else { return .pending(.localizing) }
    guard !view.isStale, view.pose.position.isFinite, view.pose.rotation.isFinite else { return .hidden(.stale) }
    return nil
  }
}
