public import Geometry
public import Samples

/// The mark at a destination: a ball whose silhouette has a chosen size on the screen.
///
/// Its diameter is largest up to 50 m, falls linearly to the smallest at 2 km, and stays.
public struct FinishMark: Equatable, Sendable {
  /// On the screen, straight ahead.
  public var diameter: Pixels
  /// Half the angle it covers.
  public var halfAngle: Angle
  /// How far above its middle the text about its distance has its lower edge: on the screen, and as an angle straight ahead.
  public var textRise: Pixels
  public var textAngle: Angle

  /// `finish.far` is taken to be at least this much beyond `finish.near`.
  private static let leastSpan = Length(1e-3)

  /// A ball of radius R at distance D is seen under the half angle α with sin α = R/D, not tan: the line of sight touches it.
  /// Straight ahead its silhouette's diameter is s = 2f tan α.
  public init(distance: Length, in viewport: Viewport, _ parameters: SceneParameters) {
    let span = max(parameters.finishFar - parameters.finishNear, Self.leastSpan)
    let far = distance.isFinite ? min(max((distance - parameters.finishNear) / span, 0), 1) : 1
    let share = parameters.finishLargest + (parameters.finishSmallest - parameters.finishLargest) * far
    diameter = viewport.shorterSide * share
    halfAngle = .arcTangent(diameter.value / 2, viewport.focalX.value)
    textRise = diameter * (0.5 + parameters.finishText)
    textAngle = .arcTangent(textRise.value, viewport.focalY.value)
  }

  /// The radius of the ball when it is drawn so far away: R = D sin α.
  public func radius(drawnAt distance: Length) -> Length { distance * halfAngle.sine }
}

/// A beat that grows and fades: where it is in its period, in [0, 1).
public struct Pulse: Equatable, Sendable {
  public var phase: Double
  public var scale: Double
  public var opacity: Double

  /// By the clock alone, so that all marks beat together.
  public init(at time: BootInstant, _ parameters: SceneParameters) {
    let period = max(1, Int64(parameters.pulsePeriod.value * 1e9))
    let into = time.nanoseconds % period
    phase = Double(into < 0 ? into + period : into) / Double(period)
    scale = 1 + (parameters.pulseScale - 1) * phase
    opacity = 1 + (parameters.pulseOpacity - 1) * phase
  }
}
