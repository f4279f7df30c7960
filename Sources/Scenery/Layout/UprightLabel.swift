public import Geometry

/// Keeps text on a screen level with the ground: it is turned back by the display's roll.
///
/// Within 5° of zenith and nadir roll runs round with every tremor, so the turn is held. When the view comes back it eases from
/// the held turn to the true one over as many degrees, along the way that was turned meanwhile: nothing jumps.
public struct UprightLabel: Sendable {
  private let hold: Double
  private var turn = 0.0
  /// The turn that is held, and what the true one is off by, counted on through whole turns.
  private var held: Double?
  private var missing = 0.0
  private var weight = 0.0

  public init(_ parameters: SceneParameters) { hold = parameters.uprightHold.degrees }

  /// How far text is turned on the screen, counter-clockwise as mathematicians count: −roll, with the roll of
  /// `Attitude`, which is positive when the right side is the higher one.
  public mutating func update(_ display: Attitude) -> Angle {
    let fromVertical = 90 - display.elevation.magnitude.degrees, roll = display.roll.radians
    guard fromVertical.isFinite, roll.isFinite else { return .radians(turn) }
    if fromVertical <= hold {
      if held == nil { (held, missing) = (turn, 0) }
      weight = 0
    }
    guard let held else {
      turn = -roll
      return .radians(turn)
    }
    missing += (-roll - held - missing).remainder(dividingBy: 2 * .pi)
    weight = max(weight, min(1, (fromVertical - hold) / hold))
    turn = (held + weight * missing).remainder(dividingBy: 2 * .pi)
    if weight >= 1 { self.held = nil }
    return .radians(turn)
  }
}

/// A sign that turns about the vertical only, to face whoever looks: an upright board whose front is +z stands right when the
/// viewer is south of it.
public enum Billboard {
  /// A sign at most this far away, level, has no side to face.
  private static let underfoot = Length(1e-9)

  /// How it is turned in the scene, seen under an offset from the eyes; straight above and below it faces south.
  public static func rotation(seenAt offset: Displacement<Scene>) -> Rotation<Scene, Scene> {
    guard offset.isFinite, hypot(offset.x, offset.z) > underfoot.value else { return .aligned }
    return Rotation(about: Direction(0, 1, 0), by: .arcTangent(-offset.x, -offset.z))
  }
}
