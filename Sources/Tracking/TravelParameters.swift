public import Samples

/// How the direction of walking depends on the device. 1 σ each.
public struct TravelParameters: Sendable {
  public init() {}

  public var tie = TravelTie.forward
  public var coherence = 0.3

  public static let table = ParameterTable<TravelParameters>([
    .init(
      "travel.tie", \.tie,
      "where walking leads: where the device's front or, of a phone, its top points; or learned, when it looks about"),
    .init("travel.coherence", \.coherence, in: 0...1, "coherence of the gait below which it gives no direction"),
  ])
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
