public import Geometry
public import Samples

/// How the direction of walking depends on the device. 1 σ each.
public struct TravelParameters: Sendable {
  public init() {}

  public var tie = TravelTie.forward
  public var walk = AngleWalk.degrees(4)
  public var standing = 12.0
  public var gaze = Angle.degrees(40)
  public var gazeTime = TimeSpan(4)
  public var spreadTime = TimeSpan(5)
  public var window = TimeSpan(2.5)
  public var noise = Angle.degrees(8)
  public var coherence = 0.3
  public var turn = 2.5

  public static let table = ParameterTable<TravelParameters>([
    .init(
      "travel.tie", \.tie,
      "where walking leads: where the device's front or, of a phone, its top points; or learned, when it looks about"),
    .init(degrees: "travel.walk", \.walk, in: 0...90, "how fast a walker's course wanders"),
    .init("travel.standing", \.standing, in: 0...100, "factor by which the course wanders faster while standing"),
    .init(degrees: "travel.gaze", \.gaze, in: 1...180, "how far the gaze leaves the course"),
    .init("travel.gaze_time", \.gazeTime, in: 0.1...100, "how long the wearer looks in one direction"),
    .init(
      "travel.spread_time", \.spreadTime, in: 0.1...100,
      "time over which the device's turns are averaged, to judge how well it shows the direction of a step"),
    .init("travel.window", \.window, in: 0.5...20, "time over which the gait's direction is taken"),
    .init(degrees: "travel.noise", \.noise, in: 0.1...90, "error of the gait's direction in such a window"),
    .init("travel.coherence", \.coherence, in: 0...1, "coherence of the gait below which it gives no direction"),
    .init("travel.turn", \.turn, in: 1...100, "surprise, in σ, that means the walker has turned a corner"),
  ]).explained(by: effects)
}

/// Source of the direction of walking.
public enum TravelTie: String, CaseIterable, Sendable {
  /// The device's front, −z.
  case forward
  /// A direction between y and −z, for a device that is held between upright and flat.
  case top
  /// Learned from gait and the mean of the gaze.
  case learned
}
