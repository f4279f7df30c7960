import Geodesy
import Geometry
import Text

/// The first track of a GPX file (1.0 or 1.1), else its first route. Its heights are above the sea, and are ignored.
struct GPXRoute {
  private var reader: XMLReader
  private var tracks = RouteDraft(.gpx), routes = RouteDraft(.gpx)
  private var trackCount = 0, routeCount = 0, waypoints = 0
  private var name = ""
  private var hasHeights = false

  static func draft(_ bytes: [UInt8]) throws(RouteFault) -> RouteDraft {
    var gpx: GPXRoute
    do {
      gpx = GPXRoute(reader: try XMLReader(bytes, maximumSize: RouteReader.mostBytes))
    } catch {
      throw .xml(error)
    }
    return try gpx.read()
  }

  private init(reader: XMLReader) { self.reader = reader }

  private mutating func next() throws(RouteFault) -> XMLReader.Event {
    do { return try reader.next() } catch { throw .xml(error) }
  }
  private mutating func skip() throws(RouteFault) {
    do { try reader.skipElement() } catch { throw .xml(error) }
  }
  private mutating func text() throws(RouteFault) -> String {
    do { return PlainText.clean(try reader.elementText()) } catch { throw .xml(error) }
  }

  private mutating func read() throws(RouteFault) -> RouteDraft {
    guard case .startElement(let root, _) = try next(), root.localName == "gpx" else {
      throw .shape(path: "the XML", expected: "<gpx>", found: "another element")
    }
    try children { (gpx, element, _) throws(RouteFault) in
      switch element {
      case "trk":
        gpx.trackCount += 1
        if gpx.trackCount == 1 { try gpx.track() } else { try gpx.skip() }
      case "rte":
        gpx.routeCount += 1
        if gpx.routeCount == 1 { try gpx.route() } else { try gpx.skip() }
      case "wpt":
        gpx.waypoints += 1
        try gpx.skip()
      case "metadata":
        try gpx.children { (gpx, element, _) throws(RouteFault) in
          if element == "name" { gpx.name = try gpx.text() } else { try gpx.skip() }
        }
      case "name": gpx.name = try gpx.text()
      default: try gpx.skip()
      }
    }
    _ = try next()
    var draft = tracks.count > 0 ? tracks : routes
    if draft.count == 0 {
      if trackCount + routeCount == 0 { throw .noTrack(waypoints: waypoints) }
      throw .tooFewPoints(distinct: 0, given: 0)
    }
    if draft.name.isEmpty { draft.name = name }
    // A planner's route beside its own track is the same way with fewer points; it is not read.
    if trackCount + routeCount > 1 { draft.notes.append(.others(trackCount + routeCount - 1)) }
    if hasHeights { draft.notes.append(.heightsUnused) }
    return draft
  }

  private mutating func track() throws(RouteFault) {
    try children { (gpx, element, _) throws(RouteFault) in
      switch element {
      case "trkseg":
        let path = "trk.trkseg[\(gpx.tracks.pieces.count)].trkpt"
        let points = try gpx.points("trkpt", path)
        if !points.isEmpty { try gpx.tracks.add(.points(points), at: path) }
      case "name": gpx.tracks.name = try gpx.text()
      default: try gpx.skip()
      }
    }
  }

  private mutating func route() throws(RouteFault) {
    var name = "", names: [(index: Int, name: String)] = []
    let points = try points("rtept", "rte.rtept", name: &name, names: &names)
    routes.name = name
    // The last one is the destination, which has a name of its own.
    for (index, name) in names where index < points.count - 1 && !name.isEmpty {
      routes.marks.append(RouteDraft.Stop(name: name, at: .point(piece: 0, index: index)))
    }
    if name.isEmpty, let last = names.last, last.index == points.count - 1 { routes.name = last.name }
    if !points.isEmpty { try routes.add(.points(points), at: "rte.rtept") }
  }

  private mutating func points(_ tag: String, _ path: String) throws(RouteFault) -> [Geodetic] {
    var none = "", names: [(index: Int, name: String)] = []
    return try points(tag, path, name: &none, names: &names)
  }

  /// Reads the points with that tag within the open element, its name, and those of the points.
  private mutating func points(
    _ tag: String, _ path: String, name: inout String, names: inout [(index: Int, name: String)]
  ) throws(RouteFault) -> [Geodetic] {
    var points: [Geodetic] = []
    let inside = reader.depth
    while true {
      let event = try next()
      if case .endElement = event, reader.depth < inside { return points }
      guard case .startElement(let element, let attributes) = event else { continue }
      // A prefix is searched for only if there may be one: this runs for every point.
      let local = element.text == tag || element.text == "ele" ? element.text : element.localName
      if local == "name" && reader.depth == inside + 1 {
        name = try text()
      } else if local == "name" && reader.depth == inside + 2 && !points.isEmpty {
        names.append((points.count - 1, try text()))
      } else if local == tag {
        guard let latitude = attributes["lat"], let longitude = attributes["lon"] else {
          throw .shape(path: "\(path)[\(points.count)]", expected: "the attributes lat and lon", found: "not both")
        }
        guard let φ = number(latitude), let λ = number(longitude) else {
          throw .shape(
            path: "\(path)[\(points.count)]", expected: "lat and lon in degrees",
            found: "\"\(PlainText.clean(latitude))\", \"\(PlainText.clean(longitude))\"")
        }
        points.append(Geodetic(latitude: Degrees(φ), longitude: Degrees(λ)))
        if points.count > RouteReader.mostPoints { throw .tooManyPoints(limit: RouteReader.mostPoints) }
      } else if local == "ele" {
        hasHeights = true
      } else if local == "extensions" {
        try skip()
      }
    }
  }

  /// Passes each child of the open element to `body`, which reads to its end; then reads the element's end.
  private mutating func children(
    _ body: (inout GPXRoute, String, [XMLAttribute]) throws(RouteFault) -> Void
  ) throws(RouteFault) {
    let inside = reader.depth
    while true {
      switch try next() {
      case .startElement(let element, let attributes): try body(&self, element.localName, attributes)
      case .endElement: if reader.depth < inside { return }
      case .text: continue
      case .end: return
      }
    }
  }
}

/// Reads a number in the form of XML Schema's decimals and doubles, with space around it; nil for anything else.
private func number(_ text: String) -> Double? {
  var text = text
  let scanned = text.withUTF8 { bytes -> Double? in
    var position = 0
    guard let numeral = Numeral.scan(bytes, at: &position), position == bytes.count else { return nil }
    return numeral.double
  }
  if let scanned { return scanned }
  return Double(PlainText.clean(text))
}
