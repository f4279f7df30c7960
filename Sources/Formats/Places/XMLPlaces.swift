import Scenery
import Text

/// Reads the places of an XML text in pieces: way-points of GPX, placemarks of KML, or nodes of OpenStreetMap.
struct XMLPlaces: Sendable {
  /// The kind of the text, by its outermost element.
  private(set) var format: PlaceFormat?
  private let expected: PlaceFormat?
  private let selection: TagSelection
  private var elements = XMLElements()
  private var index = 0
  private(set) var report = PlaceReport()

  /// A reader of one format; nil accepts each of the three.
  init(_ expected: PlaceFormat?, _ selection: TagSelection) {
    self.expected = expected
    self.selection = selection
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) { elements.append(bytes) }
  mutating func finish() { elements.finish() }

  /// Returns the next place; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Place? {
    if format == nil {
      guard let root = try elements.readRoot() else { return nil }
      try choose(root)
    }
    while let element = try elements.next() {
      if let place = try place(of: element) { return place }
    }
    return nil
  }

  private mutating func choose(_ root: String) throws(PlaceFault) {
    let formats: [String: PlaceFormat] = ["gpx": .gpx, "kml": .kml, "osm": .osmXML]
    guard let found = formats[root], expected == nil || found == expected else {
      let names = expected.map { expected in formats.first { $0.value == expected }?.key.uppercased() ?? "" }
      throw PlaceFault(
        "not \(names ?? "GPX, KML or OpenStreetMap's XML"): the outermost element is '\(root)'", at: .start)
    }
    format = found
    switch found {
    case .gpx:
      (elements.held, elements.counted, elements.depth) = (["wpt"], ["trk", "rte"], 1)
    case .kml: elements.held = ["Placemark"]
    default:
      // Ways and relations are read for their tags only.
      (elements.held, elements.depth, elements.skipsEmpty) = (["node", "way", "relation"], 1, true)
    }
  }

  /// Converts an element; nil if it is refused, or is not selected.
  private mutating func place(of element: XMLElements.Element) throws(PlaceFault) -> Place? {
    if element.text.isEmpty {
      report.ways += 1
      return nil
    }
    index += 1
    let content: XMLContent
    do throws(XMLError) {
      var reader = try XMLReader(element.text, maximumSize: XMLElements.longest + (1 << 20))
      content = try XMLContent(&reader, format ?? .gpx)
    } catch { throw PlaceFault(error).within(element.start) }
    do throws(PlaceRefused) {
      let place: Place?
      switch format {
      case .kml: place = try kmlPlace(content, &report)
      case .osmXML: place = try osmPlace(element.name, content)
      default: place = try gpxPlace(content, &report)
      }
      guard let place else { return nil }
      report.read += 1
      if place.name.isEmpty { report.unnamed += 1 }
      return place
    } catch {
      let names: [PlaceFormat: String] = [.kml: "placemark", .osmXML: "element"]
      let what = "\(format.flatMap { names[$0] } ?? "way-point") \(index)"
      report.refuse(error.reason) { "\(what) (up to line \(element.endLine))" }
      return nil
    }
  }

  /// Converts a node (wiki.openstreetmap.org/wiki/OSM_XML); nil if it is not selected. Ways and relations have no position of
  /// their own: those that are selected are counted.
  private mutating func osmPlace(_ type: String, _ content: XMLContent) throws(PlaceRefused) -> Place? {
    guard selection.contains({ key in content.tags.first { $0.key == key }?.value }) else { return nil }
    guard type == "node" else {
      report.notPoints += 1
      return nil
    }
    guard let number = content.attributes["id"].flatMap({ Int64($0) }) else { throw PlaceRefused("it has no id") }
    let (latitude, longitude) = try content.position()
    return try openStreetMapPlace(
      type, number, try openStreetMapMembers(content.tags), latitude: latitude, longitude: longitude)
  }
}

/// The content of one element of a file of places: attributes, texts and tags, by name.
struct XMLContent {
  var attributes: [XMLAttribute] = []
  /// Texts of the elements inside, by name; of several with one name, the first.
  var texts: [JSONMember] = []
  /// Tags of OpenStreetMap.
  var tags: [(key: String, value: String)] = []
  /// Geometry of KML.
  var coordinates: [String] = []
  var isPoint = true
  private var names: Set<String> = []

  /// Reads the element whose text the reader has.
  init(_ reader: inout XMLReader, _ format: PlaceFormat) throws(XMLError) {
    guard case .startElement(_, let attributes) = try reader.next() else { return }
    self.attributes = attributes
    switch format {
    case .kml: try readPlacemark(&reader)
    case .osmXML: try readTags(&reader)
    default: try readTexts(&reader)
    }
    // The rest is checked, and ignored.
    while try reader.next() != .end {}
  }

  /// The position in the attributes `lat` and `lon`.
  func position() throws(PlaceRefused) -> (latitude: Double, longitude: Double) {
    guard let latitude = attributes["lat"].flatMap({ Double(numeral: trimmed($0)) }),
      let longitude = attributes["lon"].flatMap({ Double(numeral: trimmed($0)) })
    else { throw PlaceRefused("'lat' and 'lon' are not two numbers") }
    return (latitude, longitude)
  }

  mutating func add(_ name: String, _ text: String) {
    let value = trimmed(text)
    if !name.isEmpty, !value.isEmpty, names.insert(name).inserted { texts.append(JSONMember(name, .string(value))) }
  }

  /// Reads the texts within a way-point of GPX; of `extensions` the texts inside.
  private mutating func readTexts(_ reader: inout XMLReader) throws(XMLError) {
    let outside = reader.depth
    while true {
      switch try reader.next() {
      case .startElement(let name, let attributes):
        if name.localName == "extensions" { continue }
        let text = try reader.elementText()
        // A link has its target in an attribute.
        add(name.localName, name.localName == "link" ? attributes["href"] ?? text : text)
      case .endElement: if reader.depth < outside { return }
      case .text: break
      case .end: return
      }
    }
  }

  private mutating func readTags(_ reader: inout XMLReader) throws(XMLError) {
    while true {
      switch try reader.next() {
      case .startElement(let name, let attributes):
        if name.text == "tag", let key = attributes["k"], let value = attributes["v"] { tags.append((key, value)) }
      case .endElement, .text: break
      case .end: return
      }
    }
  }
}
