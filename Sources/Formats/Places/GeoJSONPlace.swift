import Geodesy
import Geometry
import Scenery
import Text

/// Converts a feature of GeoJSON (RFC 7946, §3.2) to a place.
///
/// Its members are `name` (or `title`), `category` (or OpenStreetMap's keys), `tags`, `favourite`, `payload`, `level`, `radius`,
/// `polygon` (a ring), `entrance` (a position), `fence` (if true, its geometry is entered and left), `heightKind` with `height`, or
/// `ele` above the sea. A third coordinate is a height above the ellipsoid (§4). The rest becomes the payload.
func geoJSONPlace(_ feature: JSONValue, _ report: inout PlaceReport) throws(PlaceRefused) -> Place {
  guard feature["type"]?.string == "Feature" else { throw PlaceRefused("it is not a feature") }
  guard let geometry = feature["geometry"], !geometry.isNull else { throw PlaceRefused("it has no geometry") }
  var extent = Extent()
  try extent.add(geometry)
  guard let middle = extent.middle else { throw PlaceRefused("its geometry is empty") }

  let properties = feature["properties"]
  var known: Set<String> = []
  func text(_ names: String...) -> String? {
    for name in names {
      guard let value = properties?[name], let text = value.string ?? value.integer.map({ "\($0)" }) else { continue }
      known.insert(name)
      return text
    }
    return nil
  }
  func number(_ name: String, in range: ClosedRange<Double>? = nil) -> Double? {
    guard let value = properties?[name], let number = value.double ?? value.string.flatMap({ Double(numeral: $0) }),
      range?.contains(number) ?? true
    else { return nil }
    known.insert(name)
    return number
  }

  let id = feature["id"].flatMap { $0.string ?? $0.integer.map { "\($0)" } } ?? text("id", "@id")
  let name = text("name", "title") ?? ""
  let category = text("category") ?? OpenStreetMapTags.category { key in properties?[key]?.string } ?? ""
  var tags: [String] = []
  if let list = properties?["tags"] {
    if let elements = list.array, elements.allSatisfy({ $0.string != nil }) {
      tags = elements.compactMap(\.string)
      known.insert("tags")
    } else if let text = text("tags") {
      tags = tagList(text)
    }
  }
  var height = HeightPolicy.eye
  if let kind = text("heightKind") {
    height = try HeightPolicy(kind: kind, height: number("height"))
  } else if let elevation = number("ele") {
    height = .seaLevel(.metres(elevation))
  } else if let above = extent.pointHeight {
    height = .ellipsoid(.metres(above))
  }
  // Members of other programs with these names and other values stay in the payload.
  let level = number("level", in: Place.levels), radius = number("radius", in: Place.radii)
  let polygon = ring(properties?["polygon"])
  if !polygon.isEmpty { known.insert("polygon") }
  let entrance = ring(properties?["entrance"].map { .array([$0]) }).first
  if entrance != nil { known.insert("entrance") }
  // The outline of a building is not a fence by itself: its wearer stands in front of it.
  let isFence = properties?["fence"]?.bool == true
  if isFence { known.insert("fence") }
  let isFavourite = properties?["favourite"]?.bool
  if isFavourite != nil { known.insert("favourite") }

  let rest = (properties?.object ?? []).filter { !known.contains($0.name) }
  let payload: String?
  if let stated = properties?["payload"] {
    payload = stated.text
    if rest.count > 1 { report.omitted += 1 }
  } else {
    payload = rest.isEmpty ? nil : JSONValue.object(rest).text
  }
  var place = try Place(
    id: id, name: name, category: category, latitude: middle.latitude, longitude: middle.longitude, height: height,
    tags: tags, payload: payload, isFavourite: isFavourite ?? false)
  place.level = level
  place.radius = radius.map { .metres($0) }
  place.polygon = polygon
  place.entrance = entrance
  if !extent.isPoint {
    report.centred += 1
    if isFence {
      // The ring repeats its first corner at the end.
      place.polygon =
        geometry["type"]?.string == "Polygon" ? ring(geometry["coordinates"]?.array?.first).dropLast() : []
      guard !place.polygon.isEmpty else { throw PlaceRefused("its fence is not a polygon") }
    }
  }
  guard place.hasAllowedPolygon else {
    throw PlaceRefused("its fence does not have 3 to 64 corners within 500 m of the place")
  }
  guard place.hasAllowedEntrance else { throw PlaceRefused("its entrance is not within 100 m of the place") }
  return place
}

/// Returns the positions of a ring; empty if it is none.
private func ring(_ value: JSONValue?) -> [Geodetic] {
  let corners = value?.array ?? []
  let places = corners.compactMap { corner -> Geodetic? in
    guard let numbers = corner.array, numbers.count >= 2, let longitude = numbers[0].double,
      let latitude = numbers[1].double
    else { return nil }
    return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }
  return places.count == corners.count ? places : []
}

/// The box around a geometry. It works across the date line: longitudes are taken within half a turn of the first one.
struct Extent {
  private var south = Double.infinity, north = -Double.infinity
  private var west = Double.infinity, east = -Double.infinity
  private var first: Double?
  var isPoint = false
  /// The third coordinate of a point.
  private(set) var pointHeight: Double?

  var middle: (latitude: Double, longitude: Double)? {
    guard south <= north else { return nil }
    // A point keeps all its digits.
    if isPoint { return (south, west) }
    return ((south + north) / 2, ((west + east) / 2).remainder(dividingBy: 360))
  }

  mutating func add(latitude: Double, longitude: Double) throws(PlaceRefused) {
    guard latitude.isFinite, longitude.isFinite else { throw PlaceRefused("a coordinate is not a number") }
    let turned = first.map { $0 + (longitude - $0).remainder(dividingBy: 360) } ?? longitude
    if first == nil { first = longitude }
    south = min(south, latitude)
    north = max(north, latitude)
    west = min(west, turned)
    east = max(east, turned)
  }

  mutating func add(_ geometry: JSONValue) throws(PlaceRefused) {
    guard let type = geometry["type"]?.string else { throw PlaceRefused("its geometry has no type") }
    if type == "GeometryCollection" {
      for part in geometry["geometries"]?.array ?? [] { try add(part) }
      isPoint = false
      return
    }
    let depths = [
      "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3,
    ]
    guard let depth = depths[type] else { throw PlaceRefused("'\(type)' is not a kind of geometry") }
    guard let coordinates = geometry["coordinates"] else { throw PlaceRefused("its geometry has no coordinates") }
    try add(coordinates, depth)
    isPoint = type == "Point"
    if isPoint { pointHeight = coordinates[2]?.double }
  }

  private mutating func add(_ coordinates: JSONValue, _ depth: Int) throws(PlaceRefused) {
    guard let elements = coordinates.array else {
      throw PlaceRefused("its coordinates are not nested as its type needs")
    }
    if depth > 0 {
      for element in elements { try add(element, depth - 1) }
      return
    }
    guard elements.count >= 2, let longitude = elements[0].double, let latitude = elements[1].double else {
      throw PlaceRefused("a position is not [longitude, latitude]")
    }
    try add(latitude: latitude, longitude: longitude)
  }
}
