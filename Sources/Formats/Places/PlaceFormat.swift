public import Text

/// The kinds of files that places are read from and written to.
public enum PlaceFormat: String, CaseIterable, Sendable {
  /// RFC 7946.
  case geoJSON = "geojson"
  /// Way-points of GPX 1.1 (topografix.com/GPX/1/1).
  case gpx
  /// A table with a header (RFC 4180, also with semicolons and tabs).
  case csv
  /// What an Overpass server answers to `[out:json]`. Read only.
  case overpass

  /// By the first character: a table is what begins neither like XML nor like JSON. The two kinds of JSON are told apart by what is in
  /// them.
  init(guessing bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    let space: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]
    switch rest.first(where: { !space.contains($0) }) {
    case UInt8(ascii: "<"): self = .gpx
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = .geoJSON
    default: self = .csv
    }
  }
}

/// Why a file of places cannot be read, or not further. What is wrong with single places is counted instead.
public struct PlaceFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// nil when it is about the whole file.
  public var position: TextPosition?
  public var complaint: String

  init(_ complaint: String, at position: TextPosition? = nil) {
    self.position = position
    self.complaint = complaint
  }
  init(_ error: JSONError) { self.init("\(error.reason)", at: error.position) }
  init(_ error: XMLError) { self.init("\(error.reason)", at: error.position) }

  public var description: String { position.map { "\($0): \(complaint)" } ?? complaint }
}

/// What a file had beside the places that were read from it.
public struct PlaceReport: Equatable, Sendable {
  /// A place of the file that was not read, and why.
  public struct Refusal: Equatable, Sendable, CustomStringConvertible {
    /// `line 12`, `feature 3 (up to line 40)`.
    public var location: String
    public var reason: String
    public var description: String { "\(location): \(reason)" }
  }

  public var read = 0
  /// Two or more of one id: the last counts.
  public var duplicates = 0
  public var unnamed = 0
  /// Lines and areas, which stand at the middle of their box.
  public var centred = 0
  /// Tracks and routes of a GPX file.
  public var ways = 0
  /// What is in the file and was not kept: unknown members beside a `payload`.
  public var omitted = 0
  public var refused = 0
  /// The first of these.
  public var refusals: [Refusal] = []
  /// What a server said of its own answer, for example that it is not complete.
  public var remark: String?

  public static let mostRefusals = 20

  var wantsRefusals: Bool { refusals.count < Self.mostRefusals }

  /// The place is asked for only as long as it is shown, because to count lines takes time.
  mutating func refuse(_ reason: String, at location: () -> String) {
    refused += 1
    if wantsRefusals { refusals.append(Refusal(location: location(), reason: reason)) }
  }

  /// What a person should know, in English.
  public var notes: [String] {
    var notes: [String] = []
    func note(_ count: Int, _ text: String) { if count > 0 { notes.append("\(count) \(text)") } }
    note(refused, "not read")
    note(duplicates, "with an id that came before: the last counts")
    note(centred, "lines or areas, put at the middle of the box around them")
    note(unnamed, "without a name")
    note(ways, "tracks or routes, which are no places: `gnomon route load` reads them")
    note(omitted, "with members that were left out because it has a payload")
    if let remark { notes.append("the server remarks: \(remark)") }
    return notes
  }
}

/// Why one place of a file is not read.
struct PlaceRefused: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
