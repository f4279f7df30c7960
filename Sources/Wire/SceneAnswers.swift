public import Geodesy
public import Geometry
public import Text

// Answers to the calls of org.gnomon.Scene, as read by a client.

/// The answer of AlignToPlace: what a look at a place has measured.
public struct LookMessage: Equatable, Sendable {
  public var time: Int64
  /// The place's azimuth and distance.
  public var azimuth: Angle
  public var distance: Length
  /// The place's azimuth less the heading until then, and the measurement's 1 σ.
  public var off: Angle
  public var measuredSigma: Angle
  /// By which the heading has changed, clockwise, and its 1 σ now.
  public var turned: Angle
  public var sigma: Angle

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    azimuth = .degrees(try members.number("azimuth_deg"))
    distance = Length(try members.number("distance"))
    off = .degrees(try members.number("off_deg"))
    measuredSigma = .degrees(try members.number("measured_sigma_deg"))
    turned = .degrees(try members.number("turned_deg"))
    sigma = .degrees(try members.number("heading_sigma_deg"))
  }
}

/// The result of adding places.
public struct PlaceAdditionMessage: Equatable, Sendable {
  /// A place that was refused: its index in the call, and the reason.
  public struct Refusal: Equatable, Sendable {
    public var index: Int
    public var id: String
    public var reason: String
  }
  public var layer: String
  public var added: Int
  public var updated: Int
  /// Number of places whose names or tags had control characters, which were removed.
  public var cleaned: Int
  public var refused: Int
  /// The first of the refused places.
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

/// A page of places.
public struct PlacePageMessage: Equatable, Sendable {
  public var places: [PlaceMessage] = []
  /// The cursor of the following page; nil at the end.
  public var next: String?
  /// Number of all places of the layer; nil if they were not counted.
  public var count: Int?
  /// True if there are no further matches.
  public var isComplete: Bool

  /// Reads an answer of ListPlaces or FindPlaces.
  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    for element in try members.elements("places") { places.append(try PlaceMessage(json: element)) }
    next = try members.textIfAny("next")
    count = try members.integerIfAny("count").map { Int(clamping: $0) }
    isComplete = json["is_complete"]?.bool ?? (next == nil)
  }
}

/// The filter for places.
public struct PlaceFilterMessage: Equatable, Sendable {
  public var radius = Length(500)
  /// Empty for all categories.
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

/// The properties of a loaded route.
public struct LoadedRouteMessage: Equatable, Sendable {
  public var revision: Int
  public var name: String
  public var format: String
  public var points: Int
  public var length: Length
  public var statedDuration: TimeSpan?
  public var steps: Int
  /// Remarks for the user, in English.
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
  /// The points, if requested.
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
