import Geometry
import Scenery
import Text

/// The way-points of a GPX file (topografix.com/GPX/1/1): `name`, `type` (or `sym`) as the category, `ele` above the sea; the
/// other texts become the payload. Members that only gnomon uses are in `extensions`.
struct GPXPlaces: Sendable {
  private var reader: XMLReader
  private var index = 0
  private(set) var report = PlaceReport()

  init(_ bytes: [UInt8]) throws(PlaceFault) {
    do throws(XMLError) {
      reader = try XMLReader(bytes, maximumSize: PlaceReader.mostBytes)
    } catch { throw PlaceFault(error) }
    guard case .startElement(let name, _) = try event(), name.localName == "gpx" else {
      throw PlaceFault("not GPX: the outermost element is not 'gpx'", at: reader.position)
    }
  }

  mutating func next() throws(PlaceFault) -> Place? {
    while true {
      switch try event() {
      case .startElement(let name, let attributes):
        switch name.localName {
        case "wpt": if let place = try wayPoint(attributes) { return place }
        case "trk", "rte":
          report.ways += 1
          try skip()
        default: try skip()
        }
      case .end: return nil
      case .text, .endElement: break
      }
    }
  }

  /// Reads a way-point; nil if it is refused.
  private mutating func wayPoint(_ attributes: [XMLAttribute]) throws(PlaceFault) -> Place? {
    index += 1
    var texts: [JSONMember] = []
    try readTexts(into: &texts)
    do throws(PlaceRefused) {
      let place = try place(attributes, texts)
      report.read += 1
      if place.name.isEmpty { report.unnamed += 1 }
      return place
    } catch {
      report.refuse(error.reason) { "way-point \(index) (up to line \(reader.position.line))" }
      return nil
    }
  }

  /// Reads the texts within the element that has begun, by name; of `extensions` the texts inside.
  private mutating func readTexts(into texts: inout [JSONMember]) throws(PlaceFault) {
    let outside = reader.depth
    var names: Set<String> = []
    while true {
      switch try event() {
      case .startElement(let name, let attributes):
        if name.localName == "extensions" { continue }
        let text = trimmed(try elementText())
        // A link has its target in an attribute.
        let value = name.localName == "link" ? attributes["href"] ?? text : text
        if !value.isEmpty, names.insert(name.localName).inserted {
          texts.append(JSONMember(name.localName, .string(value)))
        }
      case .endElement: if reader.depth < outside { return }
      case .text, .end: break
      }
    }
  }

  private mutating func place(_ attributes: [XMLAttribute], _ texts: [JSONMember]) throws(PlaceRefused) -> Place {
    guard let latitude = attributes["lat"].flatMap({ Double(numeral: trimmed($0)) }),
      let longitude = attributes["lon"].flatMap({ Double(numeral: trimmed($0)) })
    else { throw PlaceRefused("'lat' and 'lon' are not two numbers") }
    let all = JSONValue.object(texts)
    func text(_ name: String) -> String? { all[name]?.string }

    var height = HeightPolicy.eye
    if let kind = text("heightKind") {
      height = try HeightPolicy(kind: kind, height: text("height").flatMap { Double(numeral: $0) })
    } else if let elevation = text("ele") {
      guard let metres = Double(numeral: elevation) else { throw PlaceRefused("'ele' is not a number") }
      height = .seaLevel(.metres(metres))
    }
    let known: Set = ["name", "type", "ele", "id", "heightKind", "height", "tags", "favourite", "payload"]
    var rest = texts.filter { !known.contains($0.name) }
    if text("type") == nil { rest.removeAll { $0.name == "sym" } }
    let payload = text("payload") ?? (rest.isEmpty ? nil : JSONValue.object(rest).text)
    if text("payload") != nil, !rest.isEmpty { report.omitted += 1 }
    return try Place(
      id: text("id"), name: text("name") ?? "", category: text("type") ?? text("sym") ?? "", latitude: latitude,
      longitude: longitude, height: height, tags: tagList(text("tags") ?? ""), payload: payload,
      isFavourite: text("favourite") == "true")
  }

  // The reader's calls, with errors as faults.
  private mutating func event() throws(PlaceFault) -> XMLReader.Event {
    do throws(XMLError) { return try reader.next() } catch { throw PlaceFault(error) }
  }
  private mutating func elementText() throws(PlaceFault) -> String {
    do throws(XMLError) { return try reader.elementText() } catch { throw PlaceFault(error) }
  }
  private mutating func skip() throws(PlaceFault) { _ = try elementText() }
}
