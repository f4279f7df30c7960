public import Geodesy
public import Geometry
public import Text

/// The visibility of a place or anchor, with the reason: the words of org.gnomon.Scene.
public struct PlacementReport: Equatable, Sendable {
  public var state: String
  public var reason: String?

  public init(_ state: String, _ reason: String? = nil) {
    self.state = state
    self.reason = reason
  }

  public init(json: JSONValue) throws(MessageFault) {
    state = try Members(json, in: "status").text("state")
    reason = json["reason"]?.string
  }
}

/// A place, as sent by clients and to clients.
public struct PlaceMessage: Equatable, Sendable {
  public var layer: String
  public var id: String
  public var name: String
  public var category = ""
  public var position: Geodetic
  public var heightKind = "eye"
  public var height: Length?
  public var tags: [String] = []
  public var payload: String?
  public var isFavourite = false
  /// The distance within which the wearer is at the place.
  public var radius: Length?
  public var label: LabelMessage?
  public var moves: MotionMessage?
  public var status: PlacementReport?
  /// Horizontal distance from the wearer.
  public var distance: Length?

  public init(layer: String = "", id: String, name: String, position: Geodetic) {
    self.layer = layer
    self.id = id
    self.name = name
    self.position = position
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if !layer.isEmpty { writer.member("layer", text: layer) }
    writer.member("id", text: id)
    writer.member("name", text: name)
    writer.member("category", text: category)
    writer.member("latitude_deg", orNull: position.latitude.value, decimals: 9)
    writer.member("longitude_deg", orNull: position.longitude.value, decimals: 9)
    writer.member("height_kind", text: heightKind)
    if let height { writer.member("height", height) }
    writer.key("tags")
    writer.beginArray()
    for tag in tags { writer.value(tag) }
    writer.endArray()
    writer.payload(payload)
    writer.member("is_favourite", isFavourite)
    if let radius { writer.member("radius", radius) }
    if let label { label.write(to: &writer) }
    if let moves { moves.write(to: &writer) }
    if let status { writer.member("status", status) }
    if let distance { writer.member("distance", distance) }
    writer.endObject()
  }

  public var json: JSONValue {
    var writer = JSONWriter()
    write(to: &writer)
    return (try? JSONValue(reading: writer.buffer.bytes)) ?? .null
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    layer = json["layer"]?.string ?? ""
    id = try members.text("id")
    name = try members.text("name")
    category = try members.textIfAny("category") ?? ""
    position = Geodetic(
      latitude: Degrees(try members.number("latitude_deg")), longitude: Degrees(try members.number("longitude_deg")))
    heightKind = try members.textIfAny("height_kind") ?? "eye"
    height = try members.numberIfAny("height").map { Length($0) }
    if json["tags"]?.isNull == false {
      for tag in try members.elements("tags") {
        guard let tag = tag.string else { throw MessageFault(member: "tags", expected: "an array of texts") }
        tags.append(tag)
      }
    }
    payload = json["payload"].flatMap { $0.isNull ? nil : $0.compact }
    if json["is_favourite"]?.isNull == false { isFavourite = try members.flag("is_favourite") }
    radius = try members.numberIfAny("radius").map { Length($0) }
    label = try members.objectIfAny("label").map { (members) throws(MessageFault) in try LabelMessage(members) }
    moves = try members.objectIfAny("moves").map { (members) throws(MessageFault) in try MotionMessage(members) }
    if let value = json["status"], !value.isNull { status = try PlacementReport(json: value) }
    distance = try members.numberIfAny("distance").map { Length($0) }
  }
}

extension JSONValue {
  var compact: String {
    var text = TextBuffer()
    write(to: &text)
    return text.string
  }
}

extension JSONWriter {
  public mutating func member(_ name: StaticString, _ status: PlacementReport) {
    key(name)
    beginObject()
    member("state", text: status.state)
    if let reason = status.reason { member("reason", text: reason) }
    endObject()
  }

  /// Writes the owner's payload if it is valid JSON.
  mutating func payload(_ text: String?) {
    guard let text, let json = try? JSONValue(reading: text) else { return }
    key("payload")
    value(json)
  }
}
