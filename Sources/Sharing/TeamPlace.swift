public import Geodesy
import Geometry
public import Text

/// A place of the whole team; the broker keeps it (retained) and sends it to each new member.
public struct TeamPlace: Equatable, Sendable {
  public static let version: Int64 = 1
  public static let longest = 2048

  public var id: String
  public var name: String
  public var category: String
  public var place: Geodetic
  /// Whether the place has a height of its own, above the ellipsoid; otherwise it is drawn at the height of the eyes.
  public var hasHeight: Bool

  public init(id: String, name: String, category: String = "", place: Geodetic, hasHeight: Bool = false) {
    self.id = id
    self.name = name
    self.category = category
    self.place = place
    self.hasHeight = hasHeight
  }

  public init(id: String, reading bytes: [UInt8]) throws(MessageRefusal) {
    let json = try ForeignMembers(reading: bytes, atMost: Self.longest)
    try json.checkVersion(Self.version)
    let position = try json.object("position")
    let height = try position.numberIfAny("h", in: -12_000...100_000)
    self.id = id
    name = try json.name("name")
    category = json["category"] == nil ? "" : try json.name("category")
    place = Geodetic(
      latitude: Degrees(try position.number("lat", in: -90...90)),
      longitude: Degrees(try position.number("lon", in: -180...180)), height: Length(height ?? 0))
    hasHeight = height != nil
  }

  public var json: JSONValue {
    var position = [
      JSONMember("lat", .number(place.latitude.value)), JSONMember("lon", .number(place.longitude.value)),
    ]
    if hasHeight { position.append(JSONMember("h", .number(place.height.value))) }
    var members = [
      JSONMember("version", .integer(Self.version)), JSONMember("name", .string(name)),
      JSONMember("position", .object(position)),
    ]
    if !category.isEmpty { members.append(JSONMember("category", .string(category))) }
    return .object(members)
  }

  public var text: String { json.text }
}

/// A route of the whole team, as the broker keeps it. It is offered, and never loaded without the wearer's command.
public struct TeamRoute: Equatable, Sendable {
  public static let version: Int64 = 1
  public static let longest = 1 << 17
  public static let mostPoints = 5000

  public var id: String
  public var name: String
  public var points: [Geodetic]

  public init(id: String, name: String, points: [Geodetic]) {
    self.id = id
    self.name = name
    self.points = points
  }

  public init(id: String, reading bytes: [UInt8]) throws(MessageRefusal) {
    let json = try ForeignMembers(reading: bytes, atMost: Self.longest)
    try json.checkVersion(Self.version)
    self.id = id
    name = try json.name("name")
    points = []
    let given = try json.array("points")
    guard (2...Self.mostPoints).contains(given.count) else { throw .range }
    for point in given {
      guard let pair = point.array, pair.count == 2, let longitude = pair[0].double, let latitude = pair[1].double
      else {
        throw .missing
      }
      guard (-180.0...180).contains(longitude), (-90.0...90).contains(latitude) else { throw .range }
      points.append(Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)))
    }
  }

  private var coordinates: JSONValue {
    .array(points.map { .array([.number($0.longitude.value), .number($0.latitude.value)]) })
  }

  public var json: JSONValue {
    ["version": .integer(Self.version), "name": .string(name), "points": coordinates]
  }

  /// The route as a file that `gnomon route load` reads (RFC 7946).
  public var geoJSON: JSONValue {
    [
      "type": "Feature", "properties": ["name": .string(name)],
      "geometry": ["type": "LineString", "coordinates": coordinates],
    ]
  }
}

/// The places and routes of a team, bounded in number.
public struct TeamBoard: Sendable {
  public static let mostPlaces = 500, mostRoutes = 20

  public private(set) var places: [String: TeamPlace] = [:]
  public private(set) var routes: [String: TeamRoute] = [:]
  /// The ids of places that have changed since the last call of `changes`.
  private var changed: Set<String> = []

  public init() {}

  /// Reads a message; an empty one removes the place or route.
  public mutating func ingest(_ topic: TeamTopic, _ bytes: [UInt8]) throws(MessageRefusal) {
    switch topic {
    case .place(let id):
      if bytes.isEmpty {
        if places.removeValue(forKey: id) != nil { changed.insert(id) }
        return
      }
      let place = try TeamPlace(id: id, reading: bytes)
      guard places[id] != nil || places.count < Self.mostPlaces else { throw .tooMany }
      if places[id] != place { changed.insert(id) }
      places[id] = place
    case .route(let id):
      if bytes.isEmpty { return routes[id] = nil }
      let route = try TeamRoute(id: id, reading: bytes)
      guard routes[id] != nil || routes.count < Self.mostRoutes else { throw .tooMany }
      routes[id] = route
    case .pose, .here: throw .topic
    }
  }

  /// Returns the new and changed places, and the ids of removed ones, since the last call.
  public mutating func changes() -> (added: [TeamPlace], removed: [String]) {
    defer { changed = [] }
    return (changed.sorted().compactMap { places[$0] }, changed.filter { places[$0] == nil }.sorted())
  }

  /// Counts all places as changed: the daemon was restarted.
  public mutating func markAllChanged() { changed.formUnion(places.keys) }
}
