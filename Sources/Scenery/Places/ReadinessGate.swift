import Geometry
import Samples

/// The decision whether enough is known to show geographic things. It opens at an azimuth within 15° (1 σ, `gateHeading`) and a
/// position within 25 m (`gateRadius`); once open, it closes when either becomes worse by more than a fifth (`gatePlay`). A client
/// that draws bands as wide as 1 σ instead of points (`vague`) gets all whose heading is known to 60°. A compass alone counts as
/// 30°, until the path between the fixes, a look, a hand or a route has told the heading as well: it may be turned by any angle.
///
/// 15° is half of a display of 30°: a thing that is drawn in its middle is within the display with two thirds. In a steel room of
/// 10 µT, where the compass is wrong by 20° to 40° and says so, 20° showed things beyond 20° in half of the time, and 15° in 0.2 %.
///
/// After the picture has been set to another place at once nothing is shown for a while (`hold`): things disappear and appear, and
/// are not seen to jump.
public struct ReadinessGate: Sendable {
  /// A band wider than twice this says nothing. A compass that nothing has confirmed counts as no better than the last.
  private static let vaguest = Angle.degrees(60), unconfirmed = Angle.degrees(30)

  private let heading: Angle, radius: Length, play: Double, isVague: Bool, hold: TimeSpan
  private var isOpen = false
  /// The picture that was drawn last, and when: one from long ago is on no display any more. nil while nothing is drawn for
  /// another reason.
  private var drawn: (picture: Viewpoint.Picture, time: BootInstant)?
  /// Until then nothing is shown.
  private var pausesUntil: BootInstant?

  public init(_ parameters: SceneParameters) {
    heading = parameters.gateHeading
    radius = parameters.gateRadius
    play = 1 + parameters.gatePlay
    isVague = parameters.isVague
    hold = parameters.hold
  }

  /// Returns the status of all that is in sight: shown or vague, or the reason why nothing is.
  public mutating func judge(_ view: Viewpoint) -> PlacementStatus {
    guard let place = view.place, place.isFinite else {
      (isOpen, drawn) = (false, nil)
      return .pending(.waitingForFix)
    }
    let factor = isOpen ? play : 1, sigma = sigma(view)
    // A comparison with NaN is false.
    isOpen =
      (sigma.map { $0 <= heading * factor } ?? false)
      && (view.horizontalAccuracy.map { $0 <= radius * factor } ?? false)
    let isDrawn = isOpen || isVague && (sigma.map { $0 <= Self.vaguest } ?? false)
    guard isDrawn else {
      drawn = nil
      return .pending(.localizing)
    }
    guard !view.isStale, view.pose.position.isFinite, view.pose.rotation.isFinite else { return .hidden(.stale) }
    if let drawn, drawn.picture != view.picture, view.time - drawn.time <= hold { pausesUntil = view.time + hold }
    drawn = (view.picture, view.time)
    if let pausesUntil, view.time < pausesUntil { return .pending(.corrected) }
    pausesUntil = nil
    return isOpen ? .shown : .vague
  }

  private func sigma(_ view: Viewpoint) -> Angle? {
    guard view.yaw?.isFinite == true, let sigma = view.yawSigma else { return nil }
    return view.isHeadingConfirmed || sigma > Self.unconfirmed ? sigma : Self.unconfirmed
  }
}
