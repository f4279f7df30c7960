public import Geometry
public import Samples

/// The mark at a destination: a ball whose outline has a given size on the screen.
///
/// Its diameter is largest up to 50 m (`finish.near`), decreases linearly to the smallest at 2 km (`finish.far`), and stays
/// there.
public struct FinishMark: Equatable, Sendable {
  /// Its diameter on the screen, straight ahead.
  public var diameter: Pixels
  /// Half the angle that it covers.
  public var halfAngle: Angle
  /// Height of the distance text's lower edge above the mark's center: on the screen, and as an angle straight ahead.
  public var textRise: Pixels
  public var textAngle: Angle

  /// The least difference of `finish.far` and `finish.near`; a smaller one is raised to it.
  private static let leastSpan = Length(1e-3)

  /// A ball of radius R at distance D covers the half angle α with sin α = R/D (not tan, because the line of sight touches it).
  /// Straight ahead its outline has the diameter s = 2f tan α. `halfAngle` is α, `diameter` is s, `viewport.focalX` is f.
  public init(distance: Length, in viewport: Viewport, _ parameters: SceneParameters) {
    let span = max(parameters.finishFar - parameters.finishNear, Self.leastSpan)
    let far = distance.isFinite ? min(max((distance - parameters.finishNear) / span, 0), 1) : 1
    let share = parameters.finishLargest + (parameters.finishSmallest - parameters.finishLargest) * far
    diameter = viewport.shorterSide * share
    halfAngle = .arcTangent(diameter.value / 2, viewport.focalX.value)
    textRise = diameter * (0.5 + parameters.finishText)
    textAngle = .arcTangent(textRise.value, viewport.focalY.value)
  }

  /// Returns the radius of a ball whose outline is as high across the line from the screen's middle as it is straight ahead:
  /// R = z sin α, with its depth z before the display's plane. That line's own direction shows it longer, as perspective does. A
  /// ball outside of the viewport has the radius of one at its corner.
  public func radius(drawnAt point: Displacement<Display>, in viewport: Viewport) -> Length {
    let distance = point.norm
    let least = distance * viewport.cornerAngle.cosine
    return max(.metres(-point.z), least) * halfAngle.sine
  }
}

/// A periodic pulse that grows and fades. `phase` is its position in the period, in [0, 1).
public struct Pulse: Equatable, Sendable {
  public var phase: Double
  public var scale: Double
  public var opacity: Double

  private static let period: Int64 = 1_000_000_000
  /// Size and opacity at the end of a pulse.
  private static let largest = 1.2, faintest = 0.1

  /// The pulse depends on the clock only, so all marks pulse together.
  public init(at time: BootInstant) {
    let period = Self.period
    let into = time.nanoseconds % period
    phase = Double(into < 0 ? into + period : into) / Double(period)
    scale = 1 + (Self.largest - 1) * phase
    opacity = 1 + (Self.faintest - 1) * phase
  }
}
