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

/// Why a place was not kept.
public struct PlaceRefusal: Equatable, Sendable, CustomStringConvertible {
  public enum Reason: String, CaseIterable, Sendable {
    case noId = "the id is empty"
    case idTooLong = "the id is longer than 255 bytes"
    case controlInId = "the id has control characters"
    case nameTooLong = "the name is longer than 1024 bytes"
    case categoryTooLong = "the category is longer than 255 bytes"
    case tooManyTags = "more than 32 tags, or one longer than 255 bytes"
    case position = "the latitude is not within ±90°, the longitude not within ±360°, or the height not finite"
    case payload = "the payload is not JSON, or longer than 64 KiB"
    case layerIsFull = "the layer has as many places as it may have"
    case storeIsFull = "the store has as many places as it may have (1000000)"
  }
  /// Which of those that were handed over, from 0.
  public var index: Int
  public var id: String
  public var reason: Reason

  public var description: String { "place \(index + 1) (\(id)): \(reason.rawValue)" }
}
