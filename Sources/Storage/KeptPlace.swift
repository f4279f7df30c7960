public import Scenery

/// A stored place with its layer: both identify it, because an id is unique only within its layer.
public struct KeptPlace: Equatable, Sendable {
  public var layer: String
  public var place: Place

  public init(layer: String, place: Place) {
    self.layer = layer
    self.place = place
  }
}

extension KeptPlace {
  /// Approximate length as JSON in an answer.
  var encodedBytes: Int {
    let texts = layer.utf8.count + place.id.utf8.count + place.name.utf8.count + place.category.utf8.count
    return 200 + texts + place.tags.reduce(0) { $0 + $1.utf8.count + 3 } + (place.payload?.utf8.count ?? 0)
  }
}

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
