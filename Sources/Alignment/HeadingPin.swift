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
/// again. It belongs to one scene.
public struct HeadingPin: Sendable {
  /// Reason for which a command was refused.
  public enum Refusal: String, Error, CaseIterable, Sendable {
    case notFinite = "not-finite"
    case notPinned = "not-pinned"
  }

  private let parameters: PinParameters
  /// The target's yaw while it is pinned, and its 1 σ.
  public private(set) var yaw: Angle?, sigma: Angle?

  public init(_ parameters: PinParameters) { self.parameters = parameters }

  public var isPinned: Bool { yaw != nil }

  /// Turns the target clockwise by hand; pins it if it is not pinned. `target` is the target's present yaw.
  public mutating func nudge(by angle: Angle, target: Angle) throws(Refusal) {
    guard angle.isFinite, yaw != nil || target.isFinite else { throw .notFinite }
    yaw = ((yaw ?? target) + angle).wrapped
    sigma = parameters.sigma
  }

  /// Adds the scene's heading drift as the filter predicts it; `error` is how far that may be off, always to the same side.
  public mutating func drift(by angle: Angle, error: Angle = .zero) {
    guard let pinned = yaw, let known = sigma, angle.isFinite, error.isFinite else { return }
    yaw = (pinned + angle).wrapped
    sigma = min(known + error, .radians(.pi))
  }

  /// Releases the pin: the target follows the measurements again.
  public mutating func release() throws(Refusal) {
    guard isPinned else { throw .notPinned }
    self = HeadingPin(parameters)
  }
}
