public import Scenery

/// What became of places that were to be kept.
public struct PlaceAddition: Equatable, Sendable {
  /// New ones.
  public var added = 0
  /// Known by their id, and replaced but for the favourite mark.
  public var updated = 0
  /// Texts out of which control characters were taken.
  public var cleaned = 0
  /// Not kept, by reason.
  public var refused: [PlaceRefusal.Reason: Int] = [:]
  /// The first of these.
  public var refusals: [PlaceRefusal] = []

  public static let mostRefusals = 20

  public init() {}

  mutating func refuse(_ index: Int, _ id: String, _ reason: PlaceRefusal.Reason) {
    refused[reason, default: 0] += 1
    if refusals.count < Self.mostRefusals { refusals.append(PlaceRefusal(index: index, id: id, reason: reason)) }
  }
}
