import Scenery
import Text

/// Reads the places of a JSON text one by one: GeoJSON (a collection, one feature, one geometry) or an answer of Overpass.
struct JSONPlaces: Sendable {
  private enum State { case beginning, members, features, elements, end }

  private var reader: JSONReader
  private var state = State.beginning
  private var index = 0
  private var hasList = false
  /// Members of the outermost object, in case it is a feature itself.
  private var members: [JSONMember] = []
  private(set) var report = PlaceReport()

  init(_ bytes: [UInt8]) throws(PlaceFault) {
    do throws(JSONError) {
      // A byte order mark is not JSON, but occurs in files.
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
      reader = try JSONReader(text, maximumSize: PlaceReader.mostBytes)
    } catch { throw PlaceFault(error) }
  }

  mutating func next() throws(PlaceFault) -> Place? {
    while true {
      switch state {
      case .beginning:
        guard try event() == .beginObject else { throw unknown }
        state = .members
      case .members: if let place = try readMember() { return place }
      case .features, .elements: if let place = try readElement() { return place }
      case .end: return nil
      }
    }
  }

  private var unknown: PlaceFault {
    PlaceFault(
      "neither GeoJSON (an object with 'features', or a feature) nor an answer of Overpass (an object with 'elements')",
      at: reader.position)
  }

  /// Reads one member of the outermost object; returns a place if the object is a feature and has ended.
  private mutating func readMember() throws(PlaceFault) -> Place? {
    switch try event() {
    case .key(let name) where name == "features" || name == "elements":
      guard try event() == .beginArray else { throw PlaceFault("'\(name)' is not a list", at: reader.position) }
      state = name == "features" ? .features : .elements
      hasList = true
    case .key("remark"): report.remark = try value().string
    case .key(let name) where ["type", "id", "geometry", "properties", "coordinates", "geometries"].contains(name):
      members.append(JSONMember(name, try value()))
    case .key: try skip()
    default:
      _ = try event()
      state = .end
      if !hasList { return try single() }
    }
    return nil
  }

  private mutating func readElement() throws(PlaceFault) -> Place? {
    let first = try event()
    if first == .endArray {
      state = .members
      return nil
    }
    let element: JSONValue
    do throws(JSONError) { element = try reader.value(startingWith: first) } catch { throw PlaceFault(error) }
    index += 1
    return convert(element, isFeature: state == .features, "feature \(index)")
  }

  private mutating func single() throws(PlaceFault) -> Place? {
    let object = JSONValue.object(members)
    switch object["type"]?.string {
    case "Feature": return convert(object, isFeature: true, "the feature")
    case .some where object["coordinates"] != nil || object["geometries"] != nil:
      return convert(
        .object([JSONMember("type", .string("Feature")), JSONMember("geometry", object)]), isFeature: true,
        "the geometry")
    default: throw unknown
    }
  }

  /// Converts a value to a place; nil if it is refused.
  private mutating func convert(
    _ value: JSONValue, isFeature: Bool, _ what: String
  ) -> Place? {
    do throws(PlaceRefused) {
      let place = isFeature ? try geoJSONPlace(value, &report) : try overpassPlace(value, &report)
      report.read += 1
      if place.name.isEmpty { report.unnamed += 1 }
      return place
    } catch {
      // The reader's position is at the end of the value.
      report.refuse(error.reason) { "\(what) (up to line \(reader.position.line))" }
      return nil
    }
  }

  // The reader's calls, with errors as faults.
  private mutating func event() throws(PlaceFault) -> JSONReader.Event {
    do throws(JSONError) { return try reader.next() } catch { throw PlaceFault(error) }
  }
  private mutating func value() throws(PlaceFault) -> JSONValue {
    do throws(JSONError) { return try reader.nextValue() } catch { throw PlaceFault(error) }
  }
  private mutating func skip() throws(PlaceFault) {
    do throws(JSONError) { try reader.skipValue() } catch { throw PlaceFault(error) }
  }
}
