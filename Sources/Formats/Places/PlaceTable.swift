import Geometry
public import Scenery
import Text

/// Reader of places from a table, piece by piece: `append` each piece and read all places with `next`; at the end `finish` and
/// read the rest. It needs no more memory than the piece and a row.
///
/// The first line names the columns, in any order and case. `lat`/`latitude` and `lon`/`lng`/`longitude` are required; `name`,
/// `id`, `category`, `tags` (between semicolons, else commas), `favourite`, `payload`, `height` (above the ground, or by
/// `height_kind`: eye, ground, ellipsoid, sea-level) and `ele`/`elevation`/`altitude` (above the sea) are optional. Other columns
/// become the payload. The separator is comma, semicolon or tab, the one that gives the most known columns; with semicolon or tab
/// a decimal comma is accepted.
public struct PlaceTable: Sendable {
  private enum Column: Equatable, Sendable {
    case latitude, longitude, name, id, category, tags, favourite, payload, height, heightKind, elevation
    case other(String)

    init(_ name: String) {
      switch name.lowercased() {
      case "lat", "latitude": self = .latitude
      case "lon", "lng", "long", "longitude": self = .longitude
      case "name", "title": self = .name
      case "id": self = .id
      case "category", "type": self = .category
      case "tags": self = .tags
      case "favourite", "favorite": self = .favourite
      case "payload": self = .payload
      case "height": self = .height
      case "height_kind", "heightkind": self = .heightKind
      case "ele", "elevation", "altitude": self = .elevation
      default: self = .other(name)
      }
    }
    var isKnown: Bool { if case .other = self { false } else { true } }
  }

  private var rows = TableRows()
  private var columns: [Column] = []
  public private(set) var report = PlaceReport()

  public init() {}

  public mutating func append(_ bytes: ArraySlice<UInt8>) { rows.append(bytes) }
  /// Ends the table.
  public mutating func finish() { rows.finish() }

  /// Returns the next place; nil if the next row is incomplete, or after the last.
  public mutating func next() throws(PlaceFault) -> Place? {
    if columns.isEmpty {
      guard let header = rows.firstLine else { return nil }
      try readHeader(header)
    }
    while let row = try rows.next() {
      do throws(PlaceRefused) {
        let place = try place(row.fields)
        report.read += 1
        if place.name.isEmpty { report.unnamed += 1 }
        return place
      } catch {
        report.refuse(error.reason) { "line \(row.line)" }
      }
    }
    return nil
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>) throws(PlaceFault) {
    if line.starts(with: [0xef, 0xbb, 0xbf]) { rows.skip(3) }
    let candidates = [",", ";", "\t"].map { (mark: Character) in
      let names = String(decoding: line, as: UTF8.self).split(separator: mark)
      return (mark: mark, known: names.filter { Column(plain($0)).isKnown }.count)
    }
    // The first of the best separators.
    let best = candidates.max { $0.known < $1.known }?.known ?? 0
    rows.separator = candidates.first { $0.known == best }?.mark.asciiValue ?? UInt8(ascii: ",")
    guard let row = try rows.next() else { throw PlaceFault("the file is empty; its first line names the columns") }
    columns = row.fields.map { Column(trimmed(String(decoding: $0, as: UTF8.self))) }
    for (column, names) in [(Column.latitude, "lat or latitude"), (.longitude, "lon, lng or longitude")] {
      guard columns.contains(column) else {
        throw PlaceFault("line \(row.line): none of the columns is called \(names); the first line names the columns")
      }
    }
    for column in columns where column.isKnown && columns.filter({ $0 == column }).count > 1 {
      throw PlaceFault("line \(row.line): two columns for \(column)")
    }
  }

  private func plain(_ name: Substring) -> String { trimmed(String(name.filter { $0 != "\"" && $0 != "\u{feff}" })) }

  private mutating func place(_ fields: [[UInt8]]) throws(PlaceRefused) -> Place {
    guard fields.count == columns.count else {
      throw PlaceRefused("\(fields.count) fields; the first line names \(columns.count)")
    }
    var id = "", name = "", category = "", tags: [String] = [], isFavourite = false, stated = "", kind = ""
    var latitude: Double?, longitude: Double?, height: Double?, elevation: Double?
    var rest: [JSONMember] = []
    for (column, field) in zip(columns, fields) where !field.isEmpty {
      guard let text = String(validating: field, as: UTF8.self) else { throw PlaceRefused("a field is not UTF-8") }
      switch column {
      case .latitude: latitude = try number(text, "latitude")
      case .longitude: longitude = try number(text, "longitude")
      case .height: height = try number(text, "height")
      case .elevation: elevation = try number(text, "elevation")
      case .name: name = text
      case .id: id = text
      case .category: category = text
      case .tags: tags = tagList(text)
      case .heightKind: kind = text
      case .payload: stated = text
      case .favourite: isFavourite = ["true", "yes", "1"].contains(text.lowercased())
      case .other(let name): if !name.isEmpty { rest.append(JSONMember(name, .string(text))) }
      }
    }
    guard let latitude else { throw PlaceRefused("the latitude is empty") }
    guard let longitude else { throw PlaceRefused("the longitude is empty") }
    var policy = HeightPolicy.eye
    if !kind.isEmpty {
      policy = try HeightPolicy(kind: kind, height: height)
    } else if let elevation {
      policy = .seaLevel(.metres(elevation))
    } else if let height {
      policy = .ground(.metres(height))
    }
    let payload = !stated.isEmpty ? stated : rest.isEmpty ? nil : JSONValue.object(rest).text
    if !stated.isEmpty, !rest.isEmpty { report.omitted += 1 }
    return try Place(
      id: id, name: name, category: category, latitude: latitude, longitude: longitude, height: policy, tags: tags,
      payload: payload, isFavourite: isFavourite)
  }

  private func number(_ text: String, _ what: String) throws(PlaceRefused) -> Double {
    var text = trimmed(text)
    if rows.separator != UInt8(ascii: ",") {
      text = text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: ".")
    }
    guard let number = Double(numeral: text), number.isFinite else {
      throw PlaceRefused("the \(what) '\(text.prefix(40))' is not a number")
    }
    return number
  }
}
