public import Geometry
public import Text

/// The position of a thing on a client's viewport: a word of org.gnomon.Scene, and pixels if it is in front.
public struct ScreenReport: Equatable, Sendable {
  public enum Place: String, CaseIterable, Sendable { case inside, outside, behind }
  public var place: Place
  public var x: Double?
  public var y: Double?

  public init(_ place: Place, x: Double? = nil, y: Double? = nil) {
    self.place = place
    self.x = x
    self.y = y
  }

  init(_ members: Members) throws(MessageFault) {
    guard let place = Place(rawValue: try members.text("where")) else {
      throw MessageFault(member: "screen.where", expected: "inside, outside or behind")
    }
    self.place = place
    x = try members.numberIfAny("x_px")
    y = try members.numberIfAny("y_px")
  }
}

/// The uncertainty of a direction and a distance: 1 σ each.
public struct SigmaReport: Equatable, Sendable {
  public var azimuth: Angle
  public var elevation: Angle
  public var distance: Length?

  public init(azimuth: Angle, elevation: Angle, distance: Length?) {
    self.azimuth = azimuth
    self.elevation = elevation
    self.distance = distance
  }
}

/// A visible place: its position and the point where it is drawn.
public struct PlacementMessage: Equatable, Sendable {
  public struct Name: Equatable, Hashable, Sendable {
    public var layer: String
    public var id: String
    public init(layer: String, id: String) {
      self.layer = layer
      self.id = id
    }
  }
  public var name: Name
  /// Its position in the order of the nearest places.
  public var rank = 0
  public var title = ""
  public var category = ""
  public var isFavourite = false
  /// The wearer is near it, and at it, as the events of proximity say.
  public var isNear = false
  public var isAt = false
  public var azimuth = Angle.zero
  public var elevation = Angle.zero
  public var distance = Length.zero
  public var sigma = SigmaReport(azimuth: .zero, elevation: .zero, distance: nil)
  public var band = ""
  public var count = 1
  public var slot = 0
  public var drawnElevation = Angle.zero
  public var drawnDistance = Length.zero
  public var point = Displacement<Scene>.zero
  public var scale = 1.0
  public var transition: [String] = []
  public var screen: ScreenReport?
  /// The places in its cluster, if requested.
  public var members: [Name]?
  /// True after a reset, until place and heading are known again.
  public var isStale = false
  /// The owner's data as one JSON value, if requested; of long data `payloadBytes` has the size instead.
  public var payload: String?
  public var payloadBytes: Int?
  /// The orientation of its label, facing the wearer, if requested.
  public var orientation: Rotation<Model, Scene>?
  /// The size to draw for a thing of 1 m, if a scaling was requested.
  public var size: Double?
  /// The velocity of a place that moves, in m/s along the scene's axes.
  public var velocity: Velocity<Scene>?
  /// The boot time, in nanoseconds, of the last statement of a place that moves.
  public var statedAt: Int64?

  public init(_ name: Name) { self.name = name }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.members(name)
    writer.member("rank", Int64(rank))
    writer.member("name", text: title)
    writer.member("category", text: category)
    writer.member("is_favourite", isFavourite)
    writer.member("is_near", isNear)
    writer.member("is_at", isAt)
    writer.member("azimuth_deg", degrees: azimuth)
    writer.member("azimuth_sigma_deg", degrees: sigma.azimuth)
    writer.member("elevation_deg", degrees: elevation)
    writer.member("elevation_sigma_deg", degrees: sigma.elevation)
    writer.member("distance", distance)
    writer.member("distance_sigma", sigma.distance)
    writer.member("band", text: band)
    writer.member("count", Int64(count))
    writer.member("slot", Int64(slot))
    writer.member("drawn_elevation_deg", degrees: drawnElevation)
    writer.member("drawn_distance", drawnDistance)
    writer.member("point", point)
    writer.member("scale", orNull: scale, decimals: 6)
    writer.key("transition")
    writer.beginArray()
    for word in transition { writer.value(word) }
    writer.endArray()
    writer.member("status", isStale ? PlacementReport("shown", "stale") : PlacementReport("shown"))
    writer.member(screen)
    if let members {
      writer.key("members")
      writer.beginArray()
      for name in members {
        writer.beginObject()
        writer.members(name)
        writer.endObject()
      }
      writer.endArray()
    }
    if let payload {
      writer.key("payload")
      writer.value(json: payload)
    }
    if let payloadBytes { writer.member("payload_bytes", Int64(payloadBytes)) }
    if let orientation { writer.member("orientation", orientation) }
    if let size { writer.member("size", orNull: size, decimals: 5) }
    if let velocity { writer.member("velocity", velocity) }
    if let statedAt { writer.member("stated_boot_ns", statedAt) }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    name = Name(layer: try members.text("layer"), id: try members.text("id"))
    rank = Int(try members.integer("rank"))
    title = try members.text("name")
    category = try members.text("category")
    isFavourite = try members.flag("is_favourite")
    isNear = try members.flag("is_near")
    isAt = try members.flag("is_at")
    azimuth = .degrees(try members.number("azimuth_deg"))
    elevation = .degrees(try members.number("elevation_deg"))
    distance = Length(try members.number("distance"))
    sigma = SigmaReport(
      azimuth: .degrees(try members.number("azimuth_sigma_deg")),
      elevation: .degrees(try members.number("elevation_sigma_deg")),
      distance: try members.numberIfAny("distance_sigma").map { Length($0) })
    band = try members.text("band")
    count = Int(try members.integer("count"))
    slot = Int(try members.integer("slot"))
    drawnElevation = .degrees(try members.number("drawn_elevation_deg"))
    drawnDistance = Length(try members.number("drawn_distance"))
    point = try members.vector("point")
    scale = try members.number("scale")
    transition = try members.elements("transition").compactMap(\.string)
    screen = try members.screen()
    if let names = json["members"]?.array {
      self.members = names.map { Name(layer: $0["layer"]?.string ?? "", id: $0["id"]?.string ?? "") }
    }
    isStale = json["status"]?["reason"]?.string == "stale"
    payload = json["payload"].flatMap { $0.isNull ? nil : $0.compact }
    payloadBytes = try members.integerIfAny("payload_bytes").map { Int(clamping: $0) }
    if json["orientation"]?.isNull == false { orientation = try members.rotation("orientation") }
    size = try members.numberIfAny("size")
    if json["velocity"]?.isNull == false { velocity = try members.vector("velocity") }
    statedAt = try members.integerIfAny("stated_boot_ns")
  }
}

/// A mark on the radar's disc.
public struct RadarMessage: Equatable, Sendable {
  public var name: PlacementMessage.Name
  public var x: Double
  public var y: Double
  public var isBeyond: Bool
  public var band: String
  public var count: Int

  public init(_ name: PlacementMessage.Name, x: Double, y: Double, isBeyond: Bool, band: String, count: Int) {
    self.name = name
    self.x = x
    self.y = y
    self.isBeyond = isBeyond
    self.band = band
    self.count = count
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.members(name)
    writer.member("x", orNull: x, decimals: 5)
    writer.member("y", orNull: y, decimals: 5)
    writer.member("is_beyond", isBeyond)
    writer.member("band", text: band)
    writer.member("count", Int64(count))
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "marks")
    name = PlacementMessage.Name(layer: try members.text("layer"), id: try members.text("id"))
    x = try members.number("x")
    y = try members.number("y")
    isBeyond = try members.flag("is_beyond")
    band = try members.text("band")
    count = Int(clamping: try members.integer("count"))
  }
}

extension Members {
  func screen() throws(MessageFault) -> ScreenReport? {
    try objectIfAny("screen").map { (members) throws(MessageFault) in try ScreenReport(members) }
  }
}

extension JSONWriter {
  mutating func members(_ name: PlacementMessage.Name) {
    member("layer", text: name.layer)
    member("id", text: name.id)
  }

  mutating func member(_ screen: ScreenReport?) {
    guard let screen else { return }
    key("screen")
    beginObject()
    member("where", text: screen.place.rawValue)
    if let x = screen.x, let y = screen.y {
      member("x_px", orNull: x, decimals: 2)
      member("y_px", orNull: y, decimals: 2)
    }
    endObject()
  }
}
