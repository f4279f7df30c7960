public import Text

/// Formats of files from which places are read and to which they are written.
public enum PlaceFormat: String, CaseIterable, Sendable {
  /// RFC 7946.
  case geoJSON = "geojson"
  /// Way-points of GPX 1.1 (topografix.com/GPX/1/1).
  case gpx
  /// A table with a header (RFC 4180, also with semicolons and tabs).
  case csv
  /// The answer of an Overpass server to `[out:json]`. Read only.
  case overpass

  /// Placemarks of KML 2.3 (OGC 12-007r2). Read only.
  case kml
  /// An extract of OpenStreetMap (wiki.openstreetmap.org/wiki/OSM_XML). Read only.
  case osmXML = "osm"
  /// The same in Protocol Buffers (wiki.openstreetmap.org/wiki/PBF_Format). Read only.
  case osmPBF = "osm.pbf"

  /// Whether `TagSelection` chooses what is read.
  public var hasSelection: Bool { self == .osmXML || self == .osmPBF }
}

/// Fault that ends the reading of a file of places. Faults of single places are counted instead.
public struct PlaceFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// nil if the fault concerns the whole file.
  public var position: TextPosition?
  public var sentence: String

  init(_ sentence: String, at position: TextPosition? = nil) {
    self.position = position
    self.sentence = sentence
  }
  init(_ error: JSONError) { self.init("\(error.reason)", at: error.position) }
  init(_ error: XMLError) { self.init("\(error.reason)", at: error.position) }

  public var description: String { position.map { "\($0): \(sentence)" } ?? sentence }
}

/// The contents of a file that did not become places, in counts.
public struct PlaceReport: Equatable, Sendable {
  /// A place of the file that was not read, with the reason.
  public struct Refusal: Equatable, Sendable, CustomStringConvertible {
    /// `line 12`, `feature 3 (up to line 40)`.
    public var location: String
    public var reason: String
    public var description: String { "\(location): \(reason)" }
  }

  public var read = 0
  /// Repeated ids: the last place is used.
  public var duplicates = 0
  public var unnamed = 0
  /// Lines and areas, placed at the middle of their box.
  public var centred = 0
  /// Tracks and routes of a GPX file.
  public var ways = 0
  /// Ways and relations of an OpenStreetMap extract that were selected, and have no position of their own.
  public var notPoints = 0
  /// Places with members that were omitted: unknown ones beside a `payload`.
  public var omitted = 0
  public var refused = 0
  /// The first refusals.
  public var refusals: [Refusal] = []
  /// The server's remark on its own answer, for example that it is incomplete.
  public var remark: String?

  public static let mostRefusals = 20

  var wantsRefusals: Bool { refusals.count < Self.mostRefusals }

  /// Counts a refusal. `location` is called only if the refusal is shown, because counting lines takes time.
  mutating func refuse(_ reason: String, at location: () -> String) {
    refused += 1
    if wantsRefusals { refusals.append(Refusal(location: location(), reason: reason)) }
  }

  /// Notes for a person, in English.
  public var notes: [String] {
    var notes: [String] = []
    func addNote(_ count: Int, _ text: String) { if count > 0 { notes.append("\(count) \(text)") } }
    addNote(refused, "not read")
    addNote(duplicates, "with a repeated id: the last one is used")
    addNote(centred, "\(centred == 1 ? "line or area" : "lines or areas"), put at the middle of the box around them")
    addNote(unnamed, "without a name")
    addNote(
      ways,
      "\(ways == 1 ? "track or route, which is no place" : "tracks or routes, which are not places"): `gnomon route load` reads them"
    )
    addNote(
      notPoints,
      "ways or relations, which are not points: `osmium export` writes them as GeoJSON, and `gnomon place fetch` gets them"
    )
    addNote(omitted, "with members that were left out because it has a payload")
    if let remark { notes.append("the server remarks: \(remark)") }
    return notes
  }
}

/// Reason to refuse one place of a file.
struct PlaceRefused: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
