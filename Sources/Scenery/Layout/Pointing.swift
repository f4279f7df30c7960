public import Geometry

/// How far the wearer looks past a target, in angles only: what an audio guide or a belt needs.
public struct PointingError: Equatable, Sendable {
  /// To turn by, positive to the right; within ±190°, because near straight behind a side is kept.
  public var bearing: Angle
  /// To look up by.
  public var elevation: Angle
  /// Between the line of sight and the target.
  public var angle: Angle
}

/// Follows one target in angles. The side is kept until the target is 10° past straight behind on the other.
public struct Pointing: Sendable {
  private let play: Angle
  private var isRight: Bool?

  public init(_ parameters: SceneParameters) { play = parameters.hintPlay }

  /// - Parameter heading: that of the line of sight, as is its elevation.
  public mutating func update(
    azimuth: Angle, elevation target: Angle, heading: Angle, elevation: Angle
  ) -> PointingError? {
    guard azimuth.isFinite, target.isFinite, heading.isFinite, elevation.isFinite else { return nil }
    var bearing = heading.turn(to: azimuth)
    if let isRight, bearing.magnitude >= .degrees(180) - play, (bearing >= .zero) != isRight {
      bearing += .radians(isRight ? 2 * .pi : -2 * .pi)
    } else {
      isRight = bearing >= .zero
    }
    return PointingError(
      bearing: bearing, elevation: target - elevation,
      angle: between(azimuth: bearing, target, elevation))
  }

  /// The angle between two directions a difference of azimuth apart, by the haversines, which keep small angles' digits:
  /// hav c = hav Δε + cos ε₁ cos ε₂ hav Δα.
  private func between(azimuth difference: Angle, _ a: Angle, _ b: Angle) -> Angle {
    let up = ((a - b) * 0.5).sine, across = (difference * 0.5).sine
    let half = min(1, max(0, up * up + a.cosine * b.cosine * across * across))
    return .radians(2 * atan2(half.squareRoot(), (1 - half).squareRoot()))
  }
}
