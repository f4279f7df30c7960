public import Scenery

/// A place and the layer it is kept in: the two name it, for an id is unique within its layer only.
public struct KeptPlace: Equatable, Sendable {
  public var layer: String
  public var place: Place

  public init(layer: String, place: Place) {
    self.layer = layer
    self.place = place
  }
}

extension KeptPlace {
  /// About how long it is as JSON in an answer.
  var encodedBytes: Int {
    let texts = layer.utf8.count + place.id.utf8.count + place.name.utf8.count + place.category.utf8.count
    return 200 + texts + place.tags.reduce(0) { $0 + $1.utf8.count + 3 } + (place.payload?.utf8.count ?? 0)
  }
}

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
