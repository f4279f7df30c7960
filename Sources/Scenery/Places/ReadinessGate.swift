public import Geometry
import Samples

/// The decision whether enough is known to show geographic things. It opens at an azimuth within 15° (1 σ, `gateHeading`) and a
/// position within 25 m (`gateRadius`); once open, it closes when either becomes worse by more than a fifth (`gatePlay`). A compass
/// alone counts as 30°, until the path between the fixes, a look, a hand or a route has told the heading as well: it may be turned
/// by any angle. Short of the limits, hint and finish are bands (`DirectionBand`) as long as the heading is known to 60°.
///
/// 15° is half of a display of 30°: a thing that is drawn in its middle is within the display with two thirds. In a steel room of
/// 10 µT, where the compass is wrong by 20° to 40° and says so, 20° showed things beyond 20° in half of the time, and 15° in 0.2 %.
///
/// After the picture has been set to another place at once nothing is shown for a while (`hold`): things disappear and appear, and
/// are not seen to jump.
public struct ReadinessGate: Sendable {
  /// A band wider than twice this says nothing.
  private static let vaguest = Angle.degrees(60)
  /// The least sigma of a heading that only the compass has told.
  public static let unconfirmed = Angle.degrees(30)

  private let heading: Angle, radius: Length, play: Double, vague: VagueThings, hold: TimeSpan
  private var isOpen = false, isVague = false
  /// Half the width of a band, as far as the heading makes it; nil while nothing is drawn as a band.
  private(set) var band: Angle?
  /// The picture that was drawn last, and when: one from long ago is on no display any more. nil while nothing is drawn for
  /// another reason.
  private var drawn: (picture: Viewpoint.Picture, time: BootInstant)?
  /// Until then nothing is shown.
  private var pausesUntil: BootInstant?

  public init(_ parameters: SceneParameters) {
    heading = parameters.gateHeading
    radius = parameters.gateRadius
    play = 1 + SceneParameters.gatePlay
    vague = parameters.vague
    hold = parameters.hold
  }

  /// Returns the status of all that is in sight: shown or vague, or the reason why nothing is.
  public mutating func judge(_ view: Viewpoint) -> PlacementStatus {
    band = nil
    guard let place = view.place, place.isFinite else {
      (isOpen, isVague, drawn) = (false, false, nil)
      return .pending(.waitingForFix)
    }
    let sigma = Self.sigma(view)
    func isKnown(_ limit: Angle, _ wasKnown: Bool) -> Bool {
      // A comparison with NaN is false.
      sigma.map { $0 <= limit * (wasKnown ? play : 1) } ?? false
    }
    isOpen =
      isKnown(heading, isOpen)
      && (view.horizontalAccuracy.map { $0 <= radius * (isOpen ? play : 1) } ?? false)
    isVague = !isOpen && vague != .off && isKnown(Self.vaguest, isVague)
    let isPointed = isOpen || isVague && vague == .points
    if !isPointed { drawn = nil }
    guard isOpen || isVague else { return .pending(.localizing) }
    guard !view.isStale, view.pose.position.isFinite, view.pose.rotation.isFinite else { return .hidden(.stale) }
    if isPointed {
      if let drawn, drawn.picture != view.picture, view.time - drawn.time <= hold { pausesUntil = view.time + hold }
      drawn = (view.picture, view.time)
      if let pausesUntil, view.time < pausesUntil { return .pending(.corrected) }
      pausesUntil = nil
    }
    if isVague, let sigma = view.yawSigma { band = DirectionBand.half(sigma, isConfirmed: view.isHeadingConfirmed) }
    return isOpen ? .shown : isPointed ? .vague : .pending(.localizing)
  }

  /// 1 σ of the heading, as it is compared with the limit; nil while no heading is known.
  public static func sigma(_ view: Viewpoint) -> Angle? {
    guard view.yaw?.isFinite == true, let sigma = view.yawSigma else { return nil }
    return view.isHeadingConfirmed || sigma > unconfirmed ? sigma : unconfirmed
  }
}
