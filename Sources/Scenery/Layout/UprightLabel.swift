public import Geometry

/// The turn that keeps text on a screen level with the ground: the display's roll is undone.
///
/// Within 5° of zenith and nadir, roll changes with every tremor, so the turn is held. When the view leaves this
/// range, the turn moves from the held to the true one over the same number of degrees, through the angle turned meanwhile, so
/// there is no jump.
public struct UprightLabel: Sendable {
  private static let hold = 5.0
  private var turn = 0.0
  /// The held turn, and the difference of the true turn from it, counted through whole turns.
  private var held: Double?
  private var missing = 0.0
  private var weight = 0.0

  public init() {}

  /// Returns the angle by which to turn text on the screen, positive counterclockwise: −roll, with the roll of `Attitude`, which
  /// is positive when the right side is higher.
  public mutating func update(_ display: Attitude) -> Angle {
    let fromVertical = 90 - display.elevation.magnitude.degrees, roll = display.roll.radians
    guard fromVertical.isFinite, roll.isFinite else { return .radians(turn) }
    if fromVertical <= Self.hold {
      if held == nil { (held, missing) = (turn, 0) }
      weight = 0
    }
    guard let held else {
      turn = -roll
      return .radians(turn)
    }
    missing += (-roll - held - missing).remainder(dividingBy: 2 * .pi)
    weight = max(weight, min(1, (fromVertical - Self.hold) / Self.hold))
    turn = (held + weight * missing).remainder(dividingBy: 2 * .pi)
    if weight >= 1 { self.held = nil }
    return .radians(turn)
  }
}
