public import Geometry
public import Samples

/// Accuracy of a heading that is set by hand (`HeadingPin`).
public struct PinParameters: Sendable {
  public init() {}

  public var sigma = Angle.degrees(3)

  public static let table = ParameterTable<PinParameters>([
    .init(degrees: "pin.sigma", \.sigma, in: 0.1...90, "1 σ of a heading that was set by hand")
  ])
}

/// A heading held by hand: nudged until the drawing fits, then kept until it is released.
///
/// It is separate from the filter's yaw ψ_f and does not change it. The first nudge δ₁ starts from the target's yaw of that
/// moment, so that ψ_p = ψ + Σ δ_k + ∫ drift (`yaw`): measurements do not move it, the filter's predicted drift of the scene's
/// heading does, since the Earth does not turn with the scene. The filter goes on estimating; after the release the target is ψ_f
/// again, and easing (`AppliedAlignment`) turns the drawing there. It belongs to one scene.
public struct HeadingPin: Equatable, Sendable {
  /// Reason for which a command was refused.
  public enum Refusal: String, Error, CaseIterable, Sendable {
    case notFinite = "not-finite"
    case notPinned = "not-pinned"
  }

  private let parameters: PinParameters
  /// The target's yaw while it is pinned.
  public private(set) var yaw: Angle?
  /// Sum of all nudges since it was pinned, unwrapped: may pass 180°.
  public private(set) var sum = Angle.zero
  public private(set) var nudges = 0
  /// Variance in rad²: of the nudge, plus that of the drift since.
  private var variance = 0.0

  public init(_ parameters: PinParameters) { self.parameters = parameters }

  public var isPinned: Bool { yaw != nil }
  /// 1 σ of the pinned heading.
  public var sigma: Angle? { yaw.map { _ in Angle(min(variance.squareRoot(), .pi)) } }

  /// Turns the target clockwise by hand; pins it if it is not pinned. `target` is the target's present yaw.
  public mutating func nudge(by angle: Angle, target: Angle) throws(Refusal) {
    guard angle.isFinite, (sum + angle).isFinite, yaw != nil || target.isFinite else { throw .notFinite }
    yaw = ((yaw ?? target) + angle).wrapped
    sum += angle
    nudges += 1
    variance = parameters.sigma.radians * parameters.sigma.radians
  }

  /// Adds the scene's heading drift as the filter predicts it, with the 1 σ of this step; measurements are not included.
  public mutating func drift(by angle: Angle, sigma: Angle = .zero) {
    guard let pinned = yaw, angle.isFinite, sigma.isFinite else { return }
    yaw = (pinned + angle).wrapped
    variance += sigma.radians * sigma.radians
  }

  /// Releases the pin: the target follows the measurements again.
  public mutating func release() throws(Refusal) {
    guard isPinned else { throw .notPinned }
    self = HeadingPin(parameters)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.yaw == b.yaw && a.sum == b.sum && a.nudges == b.nudges && a.variance == b.variance
  }
}
