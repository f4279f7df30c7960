import Geometry
import Scenery
import Text

// Placemarks of KML 2.3 (OGC 12-007r2): name, description, address, extended data and geometry. Styles are ignored.

extension XMLContent {
  /// Elements of a placemark whose parts are read.
  private static let containers: Set = [
    "ExtendedData", "SchemaData", "Point", "LineString", "LinearRing", "Polygon", "MultiGeometry", "outerBoundaryIs",
    "innerBoundaryIs",
  ]

  mutating func readPlacemark(_ reader: inout XMLReader) throws(XMLError) {
    var dataName = "", geometries = 0
    while true {
      switch try reader.next() {
      case .startElement(let name, let attributes):
        switch name.localName {
        case "Data": dataName = attributes["name"] ?? ""
        case "value": add(dataName, try reader.elementText())
        case "SimpleData": add(attributes["name"] ?? "", try reader.elementText())
        case "name", "description", "address", "phoneNumber", "altitudeMode":
          add(name.localName, try reader.elementText())
        case "coordinates": coordinates.append(try reader.elementText())
        case let container where Self.containers.contains(container):
          if container.hasSuffix("Data") { continue }
          geometries += 1
          isPoint = container == "Point" && geometries == 1
        default: try reader.skipElement()
        }
      case .endElement, .text: break
      case .end: return
      }
    }
  }
}

/// Converts a placemark to a place. Extended data with the names of a place's members (`category`, `tags`, `id`) or the keys of
/// OpenStreetMap are used as in GeoJSON; the rest becomes the payload. Lines and areas become a point in the middle of their box.
func kmlPlace(_ content: XMLContent, _ report: inout PlaceReport) throws(PlaceRefused) -> Place {
  var extent = Extent(), height: Double?, isSingle = content.isPoint
  for (index, text) in content.coordinates.enumerated() {
    let tuples = text.utf8.split { $0 == 0x20 || 0x09 <= $0 && $0 <= 0x0d }
    if index > 0 || tuples.count > 1 { isSingle = false }
    for tuple in tuples {
      let numbers = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { Double(numeral: String(Substring($0))) }
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
        throw PlaceRefused("its coordinates are not longitude,latitude,height")
      }
      try extent.add(latitude: latitude, longitude: longitude)
      if numbers.count > 2 { height = numbers[2] }
    }
  }
  if isSingle { extent.isPoint = true }
  guard let middle = extent.middle else { throw PlaceRefused("it has no coordinates") }

  let all = JSONValue.object(content.texts)
  func text(_ name: String) -> String? { all[name]?.string }
  var policy = HeightPolicy.eye
  // Without a mode, and with clampToGround, the third coordinate is ignored (14.9.1).
  switch (text("altitudeMode"), isSingle ? height : nil) {
  case ("absolute", let height?): policy = .seaLevel(.metres(height))
  case ("relativeToGround", let height?): policy = .ground(.metres(height))
  default: break
  }
  let known: Set = ["name", "category", "tags", "id", "altitudeMode"]
  let rest = content.texts.filter { !known.contains($0.name) }
  let place = try Place(
    id: text("id") ?? content.attributes["id"], name: text("name") ?? "",
    category: text("category") ?? OpenStreetMapTags.category(text) ?? "", latitude: middle.latitude,
    longitude: middle.longitude, height: policy, tags: tagList(text("tags") ?? ""),
    payload: rest.isEmpty ? nil : JSONValue.object(rest).text)
  if !isSingle { report.centred += 1 }
  return place
}
