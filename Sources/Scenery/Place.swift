public import Geodesy
public import Geometry

/// The name of a place among all places: an id is unique within its layer only.
public struct PlaceKey: Hashable, Sendable {
  /// Empty for a place that is in no layer yet.
  public var layer: String
  public var id: String

  public init(layer: String = "", id: String) {
    self.layer = layer
    self.id = id
  }
}

/// Something that has a name and stands somewhere on Earth.
public struct Place: Equatable, Sendable {
  /// Limits of a radius in meters, and of a level.
  public static let radii = 1.0...10_000, levels = -1000.0...1000

  public var key: PlaceKey
  /// Unique within its layer; given by the client that adds it, or made from where it comes from (`osm:node/123`).
  public var id: String {
    get { key.id }
    set { key.id = newValue }
  }
  public var layer: String { key.layer }
  public var name: String
  public var category: String
  /// Latitude and longitude; `height` has the height.
  public var position: Geodetic
  public var height: HeightPolicy
  public var tags: [String]
  /// Data of the owner, as JSON; it is passed on unchanged.
  public var payload: String?
  public var isFavourite: Bool
  /// The distance within which the wearer is at the place; nil for the default (`SceneParameters.at`).
  public var radius: Length?
  /// Its floor, in stories above the ground floor; nil for a thing that is seen from every floor.
  public var level: Double?
  /// The corners of its area; empty for a place that is a point. The wearer is at the place while inside.
  public var polygon: [Geodetic]
  /// Its door, to which a route leads.
  public var entrance: Geodetic?
  /// The size of its label; nil for that of the board.
  public var label: LabelSize?
  /// Its motion, for a place that moves; such a place is not stored.
  public var motion: PlaceMotion? {
    get { motions.first }
    set { motions = newValue.map { [$0] } ?? [] }
  }
  /// At most one. An array, because few places move, and an empty one takes eight bytes.
  private var motions: [PlaceMotion] = []

  public init(
    id: String, layer: String = "", name: String, category: String = "", position: Geodetic,
    height: HeightPolicy = .eye,
    tags: [String] = [], payload: String? = nil, isFavourite: Bool = false, radius: Length? = nil,
    level: Double? = nil, polygon: [Geodetic] = [], entrance: Geodetic? = nil, label: LabelSize? = nil,
    motion: PlaceMotion? = nil
  ) {
    key = PlaceKey(layer: layer, id: id)
    self.name = name
    self.category = category
    self.position = position
    self.height = height
    self.tags = tags
    self.payload = payload
    self.isFavourite = isFavourite
    self.radius = radius
    self.level = level
    self.polygon = polygon
    self.entrance = entrance
    self.label = label
    self.motion = motion
  }
}

/// The height of a thing and its reference. Heights with different references are never mixed: a height that cannot be compared
/// with the wearer's own is drawn relative to the ground under the wearer's feet, with an uncertainty to match.
public enum HeightPolicy: Equatable, Sendable {
  /// At the height of the wearer's eyes, on any ground: the usual choice for labels.
  case eye
  /// Above the ground: that of the tiles at the thing's own place, else that under the wearer.
  case ground(Length)
  /// Above the ellipsoid.
  case ellipsoid(Length)
  /// Above mean sea level, as in GPX and OpenStreetMap.
  case seaLevel(Length)
}
