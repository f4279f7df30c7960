public import Scenery

/// Result of adding places.
public struct PlaceAddition: Equatable, Sendable {
  /// Number of new places.
  public var added = 0
  /// Number of places that replaced one with the same id, which keeps its favorite mark.
  public var updated = 0
  /// Number of texts from which control characters were removed.
  public var cleaned = 0
  /// Number of refused places, by reason.
  public var refused: [PlaceRefusal.Reason: Int] = [:]
  /// The first refusals.
  public var refusals: [PlaceRefusal] = []

  public static let mostRefusals = 20

  public init() {}

  mutating func refuse(_ index: Int, _ id: String, _ reason: PlaceRefusal.Reason) {
    refused[reason, default: 0] += 1
    if refusals.count < Self.mostRefusals { refusals.append(PlaceRefusal(index: index, id: id, reason: reason)) }
  }
}
