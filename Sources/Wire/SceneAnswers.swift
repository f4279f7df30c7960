public import Geodesy
public import Geometry
public import Text

// Answers to the calls of org.gnomon.Scene, as a client reads them.

/// What became of places that were added.
public struct PlaceAdditionMessage: Equatable, Sendable {
  /// A place that was not taken: its index in the call, and why.
  public struct Refusal: Equatable, Sendable {
    public var index: Int
    public var id: String
    public var reason: String
  }
  public var layer: String
  public var added: Int
  public var updated: Int
  /// Names and tags out of which control characters were taken.
  public var cleaned: Int
  public var refused: Int
  /// The first of these.
  public var refusals: [Refusal] = []

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    layer = try members.text("layer")
    added = Int(clamping: try members.integer("added"))
    updated = Int(clamping: try members.integer("updated"))
    cleaned = Int(clamping: try members.integer("cleaned"))
    refused = Int(clamping: try members.integer("refused"))
    for element in try members.elements("refusals") {
      let refusal = try Members(element, in: "refusals")
      refusals.append(
        Refusal(
          index: Int(clamping: try refusal.integer("index")), id: try refusal.text("id"),
          reason: try refusal.text("reason")))
    }
  }
}

/// Some places, and whether there are more.
public struct PlacePageMessage: Equatable, Sendable {
  public var places: [PlaceMessage] = []
  /// Begins the page after this one; nil at the end.
  public var next: String?
  /// Of all of the layer; nil where that was not counted.
  public var count: Int?
  /// No more have the words.
  public var isComplete: Bool

  /// Of ListPlaces and of FindPlaces.
  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    for element in try members.elements("places") { places.append(try PlaceMessage(json: element)) }
    next = try members.textIfAny("next")
    count = try members.integerIfAny("count").map { Int(clamping: $0) }
    isComplete = json["is_complete"]?.bool ?? (next == nil)
  }
}

/// What the wearer wants to see.
public struct PlaceFilterMessage: Equatable, Sendable {
  public var radius = Length(500)
  /// None means all.
  public var categories: [String] = []
  public var tags: [String] = []
  public var favouritesOnly = false

  public init() {}

  public var json: JSONValue {
    [
      "radius": .number(radius.value), "categories": .array(categories.map { .string($0) }),
      "tags": .array(tags.map { .string($0) }), "favourites_only": .bool(favouritesOnly),
    ]
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    radius = Length(try members.number("radius"))
    categories = try members.texts("categories")
    tags = try members.texts("tags")
    favouritesOnly = try members.flag("favourites_only")
  }
}

/// What was read of a route that was loaded.
public struct LoadedRouteMessage: Equatable, Sendable {
  public var revision: Int
  public var name: String
  public var format: String
  public var points: Int
  public var length: Length
  public var statedDuration: TimeSpan?
  public var steps: Int
  /// What its user should know, in English.
  public var notes: [String]

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    revision = Int(clamping: try members.integer("revision"))
    name = try members.text("name")
    format = try members.text("format")
    points = Int(clamping: try members.integer("points"))
    length = Length(try members.number("length"))
    statedDuration = try members.numberIfAny("stated_duration").map { TimeSpan($0) }
    steps = Int(clamping: try members.integer("steps"))
    notes = try members.texts("notes")
  }
}

/// The active route.
public struct RouteMessage: Equatable, Sendable {
  public var revision: Int
  public var name: String
  public var length: Length
  public var statedDuration: TimeSpan?
  public var steps: [StepMessage] = []
  /// Where they were asked for.
  public var points: [Geodetic]?
  public var progress: ProgressMessage

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "route")
    revision = Int(clamping: try members.integer("revision"))
    name = try members.text("name")
    length = Length(try members.number("length"))
    statedDuration = try members.numberIfAny("stated_duration").map { TimeSpan($0) }
    for element in try members.elements("steps") { steps.append(try StepMessage(json: element)) }
    if let value = json["points"], !value.isNull {
      var read: [Geodetic] = []
      for element in try members.elements("points") {
        let point = try Members(element, in: "route.points")
        read.append(
          Geodetic(
            latitude: Degrees(try point.number("latitude_deg")), longitude: Degrees(try point.number("longitude_deg"))))
      }
      points = read
    }
    progress = try ProgressMessage(json: json["progress"] ?? .null)
  }
}
