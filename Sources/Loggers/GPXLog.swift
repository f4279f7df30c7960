import Geodesy
public import Geometry
import Samples
import Text

/// Why a file of GPX cannot be read as a whole.
public struct GPXLogFault: Error, Equatable, CustomStringConvertible, Sendable {
  public let description: String
}

/// The track points of a GPX file (1.0 or 1.1) as fixes.
///
/// `time` is needed and becomes the fix's time and arrival. `ele` is above the sea: with `geoidheight`, or with the separation
/// that the caller gives, it becomes a height above the ellipsoid, else it is left out. Speed and course are read from GPX 1.0,
/// Garmin's TrackPointExtension, and gnomon's own export, which also states accuracies. A file of gnomon has the fused track
/// beside the fixes: then only the fixes are read.
public struct GPXLog {
  /// A track point as written, by the local names of its elements.
  private struct Point {
    var number: Int
    var texts: [(name: String, text: String)]

    func number(_ names: String...) throws(LogRefusal) -> Double? {
      guard let (name, text) = texts.first(where: { names.contains($0.name) }), !text.isEmpty else { return nil }
      guard let value = Double(numeral: text) else { throw LogRefusal(.notANumber, name) }
      guard value.isFinite else { throw LogRefusal(.notFinite, name) }
      return value
    }
  }

  private static let known: Set = [
    "ele", "time", "geoidheight", "speed", "course", "horizontalAccuracy", "verticalAccuracy", "ellipsoidHeight",
  ]

  private var reader: XMLReader
  private var session = LoggedSession()
  private let separation: Length?
  /// Whether only the tracks of the type `fixes` are read.
  private let onlyFixes: Bool
  private var points = 0
  private var lacksHeights = false

  /// Reads a whole file.
  public static func session(_ bytes: [UInt8], separation: Length? = nil) throws(GPXLogFault) -> LoggedSession {
    do throws(XMLError) {
      // In a first reading, which is cheap, the types of the tracks.
      let types = try trackTypes(XMLReader(bytes))
      var log = GPXLog(reader: try XMLReader(bytes), separation: separation, onlyFixes: types.contains("fixes"))
      try log.read()
      return log.finish()
    } catch {
      throw GPXLogFault(description: "\(error)")
    }
  }

  private init(reader: XMLReader, separation: Length?, onlyFixes: Bool) {
    self.reader = reader
    self.separation = separation
    self.onlyFixes = onlyFixes
  }

  private static func trackTypes(_ reader: XMLReader) throws(XMLError) -> Set<String> {
    var reader = reader, types: Set<String> = []
    while true {
      switch try reader.next() {
      case .end: return types
      case .startElement(let element, _) where element.localName == "trkpt": try reader.skipElement()
      // gpx, trk, type
      case .startElement(let element, _) where element.localName == "type" && reader.depth == 3:
        let type = trimmed(try reader.elementText())
        if types.count < 64 { types.insert(type) }
      default: continue
      }
    }
  }

  private mutating func read() throws(XMLError) {
    var isUsed = true
    while true {
      guard case .startElement(let element, let attributes) = try nextTag() else { return }
      switch element.localName {
      // gnomon writes the type before the points, as the schema of GPX prescribes.
      case "trk": isUsed = !onlyFixes
      case "type" where reader.depth == 3:
        let type = trimmed(try reader.elementText())
        isUsed = !onlyFixes || type == "fixes"
      case "trkpt":
        let point = try readPoint(attributes)
        guard isUsed else {
          session.report.countUnused("points of tracks that are not the receiver's fixes")
          continue
        }
        do throws(LogRefusal) { try add(point) } catch {
          session.report.refuse(error, file: "", line: point.number, unit: "point")
        }
      case "wpt", "rtept":
        session.report.countUnused(element.localName == "wpt" ? "way-points" : "points of routes")
        try reader.skipElement()
      default: continue
      }
    }
  }

  /// Returns the next start of an element, or the end of the document.
  private mutating func nextTag() throws(XMLError) -> XMLReader.Event {
    while true {
      let event = try reader.next()
      switch event {
      case .startElement, .end: return event
      case .endElement, .text: continue
      }
    }
  }

  private mutating func readPoint(_ attributes: [XMLAttribute]) throws(XMLError) -> Point {
    points += 1
    var point = Point(number: points, texts: attributes.map { ($0.name.localName, $0.value) })
    let inside = reader.depth
    while true {
      switch try reader.next() {
      case .endElement where reader.depth < inside: return point
      case .startElement(let element, _) where Self.known.contains(element.localName):
        let text = trimmed(try reader.elementText())
        if point.texts.count < 32 { point.texts.append((element.localName, text)) }
      case .end: return point
      default: continue
      }
    }
  }

  private mutating func add(_ point: Point) throws(LogRefusal) {
    guard let latitude = try point.number("lat") else { throw LogRefusal(.missingField, "lat") }
    guard let longitude = try point.number("lon") else { throw LogRefusal(.missingField, "lon") }
    guard let text = point.texts.first(where: { $0.name == "time" })?.text else {
      throw LogRefusal(.missingField, "time")
    }
    guard let utc = UTC(withOffset: text) else { throw LogRefusal(reason: "not a time of ISO 8601", column: "time") }
    var stated = StatedLocation()
    (stated.latitude, stated.longitude) = (latitude, longitude)
    stated.utc = utc.nanosecondsSince1970
    stated.height = try point.number("ellipsoidHeight")
    if let elevation = try point.number("ele") {
      stated.seaLevel = elevation
      if stated.height == nil {
        stated.height = (try point.number("geoidheight") ?? separation?.value).map { elevation + $0 }
      }
      lacksHeights = lacksHeights || stated.height == nil
    }
    stated.horizontalAccuracy = try point.number("horizontalAccuracy")
    stated.verticalAccuracy = try point.number("verticalAccuracy")
    stated.speed = try point.number("speed")
    stated.bearing = try point.number("course")
    try session.add(stated.fix(at: utc.nanosecondsSince1970))
  }

  private mutating func finish() -> LoggedSession {
    if lacksHeights {
      session.report.addNote(
        "heights are above the sea and left out: give the geoid's height above the ellipsoid with --separation METRES")
    }
    session.utcOfZero = 0
    session.removeSwappedFixes()
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}
