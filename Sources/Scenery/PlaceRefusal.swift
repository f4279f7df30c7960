/// The reason why a place was refused.
public struct PlaceRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: String, CaseIterable, Sendable {
    case noId = "the id is empty"
    case idTooLong = "the id is longer than 255 bytes"
    case controlInId = "the id has control characters"
    case twice = "another place has the same id"
    case nameTooLong = "the name is longer than 1024 bytes"
    case categoryTooLong = "the category is longer than 255 bytes"
    case tooManyTags = "more than 32 tags, or one longer than 255 bytes"
    case position = "the latitude is not within ±90°, the longitude not within ±360°, or the height not finite"
    case payload = "the payload is not JSON, or longer than 64 KiB"
    case radius = "the radius is not within 1 … 10000 m"
    case level = "the level is not within ±1000"
    case polygon = "the polygon does not have 3 to 64 points within 500 m of the place"
    case entrance = "the entrance is not within 100 m of the place"
    case exchanged = "latitude and longitude are exchanged: the other way round it is near here"
    case label = "the label's size is not within 0.1 … 90° by 0.1 … 45°, or 1 … 10000 px"
    case motion = "the motion is faster than 500 m/s, older than a minute, in the future, or not finite"
    case tooManyMoving = "there are too many moving places"
    case movingPayload = "the payload of a moving place is longer than 4 KiB"
    case storeIsFull = "the store is full (1000000 places)"
  }
  /// Index in the list of given places, from 0.
  public var index: Int
  public var id: String
  public var reason: Reason

  public init(index: Int, id: String, reason: Reason) {
    self.index = index
    self.id = id
    self.reason = reason
  }

  public var description: String { "place \(index + 1) (\(id)): \(reason.rawValue)" }
}
