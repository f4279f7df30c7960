public import Geodesy
public import Geometry

/// A named thing at a position on Earth.
public struct Place: Equatable, Sendable {
  /// Identifier, unique within its layer; given by the client that adds it, or made from its source (`osm:node/123`).
  public var id: String
  public var name: String
  public var category: String
  /// Latitude and longitude; `height` has the height.
  public var position: Geodetic
  public var height: HeightPolicy
  public var tags: [String]
  /// Data of the owner, as JSON; it is passed on unchanged.
  public var payload: String?
  public var isFavourite: Bool

  public init(
    id: String, name: String, category: String = "", position: Geodetic, height: HeightPolicy = .eye,
    tags: [String] = [], payload: String? = nil, isFavourite: Bool = false
  ) {
    self.id = id
    self.name = name
    self.category = category
    self.position = position
    self.height = height
    self.tags = tags
    self.payload = payload
    self.isFavourite = isFavourite
  }
}

/// The height of a thing and its reference. Heights with different references are never mixed: a height that cannot be compared
/// with the wearer's own is drawn relative to the ground under the wearer's feet, with an uncertainty to match.
public enum HeightPolicy: Equatable, Sendable {
  /// At the height of the wearer's eyes, on any ground: the usual choice for labels.
  case eye
  /// Above the ground under the wearer.
  case ground(Length)
  /// Above the ellipsoid.
  case ellipsoid(Length)
  /// Above mean sea level, as in GPX and OpenStreetMap.
  case seaLevel(Length)
}
