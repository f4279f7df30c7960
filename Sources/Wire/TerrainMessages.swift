public import Geometry
public import Text

/// A tile of terrain: its outermost posts, the distance between two, and its heights.
public struct TerrainTileMessage: Equatable, Sendable {
  public var name: String
  public var south: Degrees
  public var west: Degrees
  public var north: Degrees
  public var east: Degrees
  public var rows: Int
  public var columns: Int
  public var spacing: Length
  /// sea-level or ellipsoid
  public var heightKind: String
  public var lowest: Length
  public var highest: Length
  public var voids: Int

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "tiles")
    name = try members.text("name")
    south = Degrees(try members.number("south_deg"))
    west = Degrees(try members.number("west_deg"))
    north = Degrees(try members.number("north_deg"))
    east = Degrees(try members.number("east_deg"))
    rows = Int(clamping: try members.integer("rows"))
    columns = Int(clamping: try members.integer("columns"))
    spacing = Length(try members.number("spacing"))
    heightKind = try members.text("height_kind")
    lowest = Length(try members.number("lowest"))
    highest = Length(try members.number("highest"))
    voids = Int(clamping: try members.integer("voids"))
  }
}

/// The tiles of terrain, and the files of their folder that are not used.
public struct TerrainListMessage: Equatable, Sendable {
  public struct Unused: Equatable, Sendable {
    public var path: String
    public var english: String
  }
  /// nil for a daemon that keeps no state.
  public var directory: String?
  public var tiles: [TerrainTileMessage] = []
  public var unused: [Unused] = []
  /// Height of the sea above the ellipsoid, as receivers report it; nil without a report.
  public var geoidSeparation: Length?

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    directory = try members.textIfAny("directory")
    for tile in try members.elements("tiles") { tiles.append(try TerrainTileMessage(json: tile)) }
    for file in try members.elements("unused") {
      let members = try Members(file, in: "unused")
      unused.append(Unused(path: try members.text("path"), english: try members.text("english")))
    }
    geoidSeparation = try members.numberIfAny("geoid_separation").map { Length($0) }
  }
}

/// The height of the ground at a place, or the reason for which it is not known.
public struct GroundMessage: Equatable, Sendable {
  public var height: Length?
  /// sea-level or ellipsoid; nil without a height.
  public var heightKind: String?
  /// void, no-tile; nil with a height.
  public var reason: String?

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    height = try members.numberIfAny("height").map { Length($0) }
    heightKind = try members.textIfAny("height_kind")
    reason = try members.textIfAny("reason")
  }
}
