public import Geometry

/// The difference between the wearer's line of sight and a target, in angles: the input of an audio guide or a belt.
public struct PointingError: Equatable, Sendable {
  /// Angle to turn by, positive to the right; within ±190°, because near straight behind the side is kept.
  public var bearing: Angle
  /// Angle to look up by.
  public var elevation: Angle
  /// Angle between the line of sight and the target.
  public var angle: Angle
}

/// The angles to one target, over time. The side is kept until the target is 10° past straight behind on the other side.
public struct Pointing: Sendable {
  private var isRight: Bool?

  public init() {}

  /// - Parameter heading: the heading of the line of sight; `elevation` is its elevation.
  public mutating func update(
    azimuth: Angle, elevation target: Angle, heading: Angle, elevation: Angle
  ) -> PointingError? {
    guard azimuth.isFinite, target.isFinite, heading.isFinite, elevation.isFinite else { return nil }
    var bearing = heading.turn(to: azimuth)
    if let isRight, bearing.magnitude >= .degrees(180) - SceneParameters.hintPlay, (bearing >= .zero) != isRight {
      bearing += .radians(isRight ? 2 * .pi : -2 * .pi)
    } else {
      isRight = bearing >= .zero
    }
    return PointingError(
      bearing: bearing, elevation: target - elevation,
      angle: between(azimuth: bearing, target, elevation))
  }

  /// Returns the angle between two directions with a given difference of azimuth. Haversines stay precise for small angles:
  /// hav c = hav Δε + cos ε₁ cos ε₂ hav Δα, with ε₁ = `a`, ε₂ = `b`, Δα = `difference`.
  private func between(azimuth difference: Angle, _ a: Angle, _ b: Angle) -> Angle {
    let up = ((a - b) * 0.5).sine, across = (difference * 0.5).sine
    let half = min(1, max(0, up * up + a.cosine * b.cosine * across * across))
    return .radians(2 * atan2(half.squareRoot(), (1 - half).squareRoot()))
  }
}
