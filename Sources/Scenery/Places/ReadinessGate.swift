import Geometry

/// The decision whether enough is known to show geographic things. It opens at an azimuth within 15° (1 σ) and a position within
/// 25 m; once open, it closes when either becomes worse by more than a fifth (`gatePlay`).
///
/// 15° is half of a display of 30°: a thing that is drawn in its middle is within the display with two thirds. In a steel room of
/// 10 µT, where the compass is wrong by 20° to 40° and says so, 20° showed things beyond 20° in half of the time, and 15° in 0.2 %.
public struct ReadinessGate: Sendable {
  private let heading: Angle, radius: Length, play: Double
  private var isOpen = false

  public init(_ parameters: SceneParameters) {
    heading = parameters.gateHeading
    radius = parameters.gateRadius
    play = 1 + parameters.gatePlay
  }

  /// Returns the status that replaces `shown` for all places, or nil when they may be shown.
  public mutating func obstacle(_ view: Viewpoint) -> PlacementStatus? {
    guard let place = view.place, place.isFinite else {
      isOpen = false
      return .pending(.waitingForFix)
    }
    let factor = isOpen ? play : 1
    // A comparison with NaN is false.
    isOpen =
      view.yaw?.isFinite == true && (view.yawSigma.map { $0 <= heading * factor } ?? false)
      && (view.horizontalAccuracy.map { $0 <= radius * factor } ?? false)
    guard isOpen else { return .pending(.localizing) }
    guard !view.isStale, view.pose.position.isFinite, view.pose.rotation.isFinite else { return .hidden(.stale) }
    return nil
  }
}
