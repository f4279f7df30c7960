import Scenery
import Text

/// Reads the places of a JSON text in pieces: GeoJSON (a collection, one feature, one geometry), or an answer of Overpass or of
/// Google's Places API.
struct JSONPlaces: Sendable {
  private var elements = JSONElements()
  private var index = 0
  private var isAtEnd = false
  private var entrances = OpenStreetMapEntrances()
  private(set) var report = PlaceReport()

  mutating func append(_ bytes: ArraySlice<UInt8>) { elements.append(bytes) }
  mutating func finish() { elements.finish() }

  /// Returns the next place; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Place? {
    while let element = try elements.next() {
      index += 1
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(reading: element.text, maximumSize: JSONElements.longest + 1)
      } catch { throw PlaceFault(error).within(element.start) }
      if let place = convert(value, element.list, "feature \(index)", endLine: element.endLine) {
        return place
      }
    }
    guard elements.isDone, !isAtEnd else { return nil }
    isAtEnd = true
    do throws(PlaceFault) { return try readOutside() } catch {
      throw PlaceFault(error.sentence, at: error.position.map(elements.position(outside:)))
    }
  }

  /// Reads the text beside the lists; returns a place if the text is a feature or a geometry.
  private mutating func readOutside() throws(PlaceFault) -> Place? {
    var reader = try Self.read { () throws(JSONError) in
      try JSONReader(elements.outside, maximumSize: JSONElements.longest)
    }
    func event() throws(PlaceFault) -> JSONReader.Event {
      try Self.read { () throws(JSONError) in try reader.next() }
    }
    func value() throws(PlaceFault) -> JSONValue { try Self.read { () throws(JSONError) in try reader.nextValue() } }
    var members: [JSONMember] = [], hasList = false, words: [String: String] = [:]
    guard try event() == .beginObject else { throw Self.unknown(reader) }
    while case .key(let name) = try event() {
      switch name {
      case "features", "elements", "results", "places":
        guard try event() == .beginArray else { throw PlaceFault("'\(name)' is not a list", at: reader.position) }
        guard try event() == .endArray else {
          throw PlaceFault("'\(name)' has to be written without escapes", at: reader.position)
        }
        hasList = true
      case "remark": report.remark = try value().string
      case "status", "error_message", "next_page_token", "nextPageToken": words[name] = try value().string
      case "error": words["error_message"] = try value()["message"]?.string ?? ""
      case "type", "id", "geometry", "properties", "coordinates", "geometries":
        members.append(JSONMember(name, try value()))
      default: _ = try Self.read { () throws(JSONError) in try reader.skipValue() }
      }
    }
    _ = try event()
    let object = JSONValue.object(members)
    // GeoJSON has a type, and may have members of these names for other programs.
    if object["type"] == nil {
      if words.keys.contains(where: { $0.hasPrefix("next") }) { report.remark = "there is another page of places" }
      if let refusal = words["error_message"] ?? words["status"], refusal != "OK", refusal != "ZERO_RESULTS" {
        report.remark = [words["status"], words["error_message"]].compactMap { $0 }.joined(separator: ": ")
        return nil
      }
    }
    if hasList { return nil }
    switch object["type"]?.string {
    case "Feature": return convert(object, .features, "the feature", endLine: reader.position.line)
    case .some where object["coordinates"] != nil || object["geometries"] != nil:
      let feature = JSONValue.object([JSONMember("type", .string("Feature")), JSONMember("geometry", object)])
      return convert(feature, .features, "the geometry", endLine: reader.position.line)
    default: throw Self.unknown(reader)
    }
  }

  /// Runs a call of the reader, with its error as a fault.
  private static func read<Value>(_ body: () throws(JSONError) -> Value) throws(PlaceFault) -> Value {
    do throws(JSONError) { return try body() } catch { throw PlaceFault(error) }
  }

  private static func unknown(_ reader: JSONReader) -> PlaceFault {
    PlaceFault(
      "neither GeoJSON (an object with 'features', or a feature) nor an answer of Overpass ('elements') or Google ('results', 'places')",
      at: reader.position)
  }

  /// Converts a value to a place; nil if it is refused.
  private mutating func convert(_ value: JSONValue, _ list: JSONElements.List, _ what: String, endLine: Int) -> Place? {
    if list == .elements, entrances.keep(value) { return nil }
    do throws(PlaceRefused) {
      var place =
        switch list {
        case .features: try geoJSONPlace(value, &report)
        case .elements: try overpassPlace(value, &report)
        case .results, .places: try googlePlace(value)
        }
      if list == .elements, let door = entrances.entrance(of: value) { place.entrance = door }
      if !place.hasAllowedEntrance { place.entrance = nil }
      report.read += 1
      if place.name.isEmpty { report.unnamed += 1 }
      return place
    } catch {
      report.refuse(error.reason) { "\(what) (up to line \(endLine))" }
      return nil
    }
  }
}
