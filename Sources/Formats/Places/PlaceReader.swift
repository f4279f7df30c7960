import Geodesy
import Geometry
public import Scenery
import Text

/// Reader of the places of bytes in memory, one by one; `PlaceStream` reads files of any length.
public struct PlaceReader: Sendable {
  public static let mostBytes = 512 << 20
  private static let piece = 1 << 16

  private var stream: PlaceStream
  private let bytes: [UInt8]
  private var offset = 0
  private var isFinished = false

  /// nil guesses the format.
  public init(_ bytes: [UInt8], format: PlaceFormat? = nil, unpack: PlaceStream.Unpack? = nil) throws(PlaceFault) {
    guard bytes.count <= Self.mostBytes else {
      throw PlaceFault("the file is longer than the \(Self.mostBytes >> 20) MiB that are read at once")
    }
    self.bytes = bytes
    stream = PlaceStream(format: format, unpack: unpack)
  }

  /// Returns the next place; nil after the last.
  public mutating func next() throws(PlaceFault) -> Place? {
    while true {
      if let place = try stream.next() { return place }
      if offset < bytes.count {
        let end = min(offset + Self.piece, bytes.count)
        stream.append(bytes[offset..<end])
        offset = end
      } else if !isFinished {
        isFinished = true
        stream.finish()
      } else {
        return nil
      }
    }
  }

  public var report: PlaceReport { stream.report }

  /// Returns all of a file's places, each id once.
  public static func read(
    _ bytes: [UInt8], format: PlaceFormat? = nil, unpack: PlaceStream.Unpack? = nil
  ) throws(PlaceFault) -> (places: [Place], report: PlaceReport) {
    var reader = try PlaceReader(bytes, format: format, unpack: unpack)
    var places: [Place] = [], indices: [String: Int] = [:], duplicates = 0
    while let place = try reader.next() {
      if let known = indices[place.id] {
        places[known] = place
        duplicates += 1
      } else {
        indices[place.id] = places.count
        places.append(place)
      }
    }
    var report = reader.report
    report.duplicates = duplicates
    return (places, report)
  }
}

/// Common parts of the formats.
extension Place {
  /// Creates a place with the given id or one from its name and position (to 1 cm).
  init(
    id: String?, name: String, category: String, latitude: Double, longitude: Double, height: HeightPolicy,
    tags: [String], payload: String?, isFavourite: Bool = false
  ) throws(PlaceRefused) {
    let position: Geodetic
    do throws(GeodeticFault) {
      position = try Geodetic(checking: Degrees(latitude), longitude: Degrees(longitude))
    } catch {
      guard case .latitude = error, longitude.magnitude <= 90, latitude.magnitude <= 360 else {
        throw PlaceRefused("\(error)")
      }
      throw PlaceRefused("\(error): are latitude and longitude exchanged?")
    }
    if let height = height.words.height, !height.isFinite { throw PlaceRefused("the height is not a finite number") }
    var made = id ?? ""
    if made.isEmpty {
      var text = TextBuffer()
      text.append(latitude, decimals: 7)
      text.append(UInt8(ascii: ","))
      text.append(longitude, decimals: 7)
      made = "\(name)@\(text.string)"
    }
    // Ids of OpenStreetMap in the form of overpass-turbo and osmtogeojson become the same in every format.
    if ["node/", "way/", "relation/"].contains(where: { made.hasPrefix($0) }) { made = "osm:" + made }
    self.init(
      id: made, name: name, category: category, position: position, height: height, tags: tags,
      payload: payload.map(Self.json), isFavourite: isFavourite)
  }

  /// Returns a payload as JSON in one normal form; other text becomes a JSON string.
  private static func json(_ text: String) -> String {
    ((try? JSONValue(reading: text)) ?? .string(text)).text
  }
}

extension HeightPolicy {
  /// Form in files.
  var words: (kind: String, height: Double?) {
    switch self {
    case .eye: ("eye", nil)
    case .ground(let height): ("ground", height.value)
    case .ellipsoid(let height): ("ellipsoid", height.value)
    case .seaLevel(let height): ("sea-level", height.value)
    }
  }

  init(kind: String, height: Double?) throws(PlaceRefused) {
    switch (kind, height) {
    case ("eye", _): self = .eye
    case ("ground", let height?): self = .ground(.metres(height))
    case ("ellipsoid", let height?): self = .ellipsoid(.metres(height))
    case ("sea-level", let height?), ("sea_level", let height?): self = .seaLevel(.metres(height))
    case ("ground", nil), ("ellipsoid", nil), ("sea-level", nil), ("sea_level", nil):
      throw PlaceRefused("the kind of height is '\(kind)', and there is no height")
    default: throw PlaceRefused("the kind of height '\(kind)' is not one of eye, ground, ellipsoid, sea-level")
    }
  }
}

/// Splits a text at semicolons, or at commas if there is no semicolon.
func tagList(_ text: String) -> [String] {
  let semicolon = UInt8(ascii: ";")
  let mark = text.utf8.contains(semicolon) ? semicolon : UInt8(ascii: ",")
  return text.utf8.split(separator: mark).map { trimmed(Substring($0)) }.filter { !$0.isEmpty }
}

/// Returns the text without surrounding ASCII white space.
func trimmed(_ text: some StringProtocol) -> String {
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09 <= byte && byte <= 0x0d }
  var rest = Substring(text).utf8
  while let first = rest.first, isSpace(first) { rest.removeFirst() }
  while let last = rest.last, isSpace(last) { rest.removeLast() }
  return String(Substring(rest))
}
