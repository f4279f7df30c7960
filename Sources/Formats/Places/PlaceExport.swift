import Geometry
public import Scenery
public import Text

/// Writer of places, one by one, in a format that `PlaceReader` reads back as the same places.
///
/// Values without a member in a format are written to members of our own (GeoJSON's properties, a table's columns, GPX's
/// extensions). Tables and GPX separate tags by semicolons, so a semicolon within a tag becomes a comma; GPX leaves out
/// characters that XML does not allow. Positions and heights must be finite, as in the store.
public struct PlaceExport: Sendable {
  private let format: PlaceFormat
  private var isFirst = true

  public init(_ format: PlaceFormat) throws(PlaceFault) {
    guard [.geoJSON, .gpx, .csv].contains(format) else {
      throw PlaceFault("\(format.rawValue) is read, not written: use geojson")
    }
    self.format = format
  }

  public func start(_ buffer: inout TextBuffer) {
    switch format {
    case .geoJSON: buffer.append("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
    case .gpx:
      buffer.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="gnomon" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gnomon="urn:x-gnomon:place">

        """ as StaticString)
    case .csv, .overpass, .kml, .osmXML, .osmPBF:
      buffer.append(
        "id,name,category,latitude,longitude,height,height_kind,tags,favourite,payload\r\n" as StaticString)
    }
  }

  /// Whether the format has every property of a place: tables and way-points have neither radius, level, polygon nor entrance.
  public func isComplete(for place: Place) -> Bool {
    format == .geoJSON || (place.radius == nil && place.level == nil && place.polygon.isEmpty && place.entrance == nil)
  }

  public mutating func append(_ place: Place, to buffer: inout TextBuffer) {
    switch format {
    case .geoJSON:
      buffer.append(isFirst ? "\n" : ",\n" as StaticString)
      appendFeature(place, &buffer)
    case .gpx: appendWayPoint(place, &buffer)
    case .csv, .overpass, .kml, .osmXML, .osmPBF: appendRow(place, &buffer)
    }
    isFirst = false
  }

  public func end(_ buffer: inout TextBuffer) {
    switch format {
    case .geoJSON: buffer.append("\n]}\n" as StaticString)
    case .gpx: buffer.append("</gpx>\n" as StaticString)
    case .csv, .overpass, .kml, .osmXML, .osmPBF: break
    }
  }

  private func appendFeature(_ place: Place, _ buffer: inout TextBuffer) {
    var properties = [JSONMember("name", .string(place.name))]
    if !place.category.isEmpty { properties.append(JSONMember("category", .string(place.category))) }
    if !place.tags.isEmpty { properties.append(JSONMember("tags", .array(place.tags.map { .string($0) }))) }
    let (kind, height) = place.height.words
    if let height {
      properties += [JSONMember("heightKind", .string(kind)), JSONMember("height", .number(height))]
    }
    if place.isFavourite { properties.append(JSONMember("favourite", .bool(true))) }
    if let radius = place.radius { properties.append(JSONMember("radius", .number(radius.value))) }
    if let level = place.level { properties.append(JSONMember("level", .number(level))) }
    if !place.polygon.isEmpty {
      let ring = place.polygon.map { JSONValue.array([.number($0.longitude.value), .number($0.latitude.value)]) }
      properties.append(JSONMember("polygon", .array(ring)))
    }
    if let door = place.entrance {
      properties.append(
        JSONMember("entrance", .array([.number(door.longitude.value), .number(door.latitude.value)])))
    }
    if let payload = place.payload {
      properties.append(JSONMember("payload", (try? JSONValue(reading: payload)) ?? .string(payload)))
    }
    let position = [place.position.longitude, place.position.latitude].map { JSONValue.number($0.value) }
    JSONValue.object([
      JSONMember("type", "Feature"), JSONMember("id", .string(place.id)),
      JSONMember("geometry", .object([JSONMember("type", "Point"), JSONMember("coordinates", .array(position))])),
      JSONMember("properties", .object(properties)),
    ]).write(to: &buffer)
  }

  private func appendWayPoint(_ place: Place, _ buffer: inout TextBuffer) {
    func element(_ name: StaticString, _ text: String) {
      buffer.append("<" as StaticString)
      buffer.append(name)
      buffer.append(">" as StaticString)
      buffer.append(xml: text)
      buffer.append("</" as StaticString)
      buffer.append(name)
      buffer.append(">" as StaticString)
    }
    buffer.append("<wpt lat=\"" as StaticString)
    buffer.append(decimal: place.position.latitude.value)
    buffer.append("\" lon=\"" as StaticString)
    buffer.append(decimal: place.position.longitude.value)
    buffer.append("\">" as StaticString)
    let (kind, height) = place.height.words
    if case .seaLevel(let height) = place.height { element("ele", "\(height.value)") }
    element("name", place.name)
    if !place.category.isEmpty { element("type", place.category) }
    buffer.append("<extensions>" as StaticString)
    element("gnomon:id", place.id)
    if kind != "sea-level", let height {
      element("gnomon:heightKind", kind)
      element("gnomon:height", "\(height)")
    }
    if !place.tags.isEmpty { element("gnomon:tags", joined(place.tags)) }
    if place.isFavourite { element("gnomon:favourite", "true") }
    if let payload = place.payload { element("gnomon:payload", payload) }
    buffer.append("</extensions></wpt>\n" as StaticString)
  }

  private func appendRow(_ place: Place, _ buffer: inout TextBuffer) {
    let (kind, height) = place.height.words
    buffer.append(field: place.id)
    for text in [place.name, place.category] {
      buffer.append(UInt8(ascii: ","))
      buffer.append(field: text)
    }
    for number in [place.position.latitude.value, place.position.longitude.value] {
      buffer.append(UInt8(ascii: ","))
      buffer.append(number)
    }
    buffer.append(UInt8(ascii: ","))
    if let height { buffer.append(height) }
    for text in [kind, joined(place.tags), place.isFavourite ? "true" : "", place.payload ?? ""] {
      buffer.append(UInt8(ascii: ","))
      buffer.append(field: text)
    }
    buffer.append("\r\n" as StaticString)
  }

  /// A single tag with a comma is followed by a semicolon, so that it is not read as two.
  private func joined(_ tags: [String]) -> String {
    let text = tags.map { String($0.map { $0 == ";" ? "," : $0 }) }.joined(separator: ";")
    return tags.count == 1 && text.contains(",") ? text + ";" : text
  }
}
