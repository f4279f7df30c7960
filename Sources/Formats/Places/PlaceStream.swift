public import Scenery

/// Reader of places from a file in pieces: `append` each piece and read all places with `next`; at the end `finish` and read the
/// rest. It needs no more memory than a piece and the format's largest part: a row (1 MiB), an element of JSON or XML (16 MiB), a
/// block of PBF (32 MiB).
///
/// A bad place is refused with its reason and counted, and reading continues; a file that cannot be understood is a fault. A place
/// without an id gets one from its name and position, always the same. Contents of the file without a member in `Place` become
/// its payload.
public struct PlaceStream: Sendable {
  /// Unpacks zlib data to exactly a number of bytes; nil if it is damaged, or has another length.
  public typealias Unpack = @Sendable (_ packed: ArraySlice<UInt8>, _ size: Int) -> [UInt8]?

  fileprivate enum Source: Sendable {
    case json(JSONPlaces)
    case xml(XMLPlaces)
    case table(PlaceTable)
    case pbf(PBFPlaces)
    /// Before the first bytes, and while another source is in use.
    case none
  }
  private var source = Source.none
  /// Bytes before the format is known.
  private var opening: [UInt8] = []
  private var isFinished = false
  private let stated: PlaceFormat?
  private let selection: TagSelection
  private let unpack: Unpack?
  private static let leastOpening = 16

  /// A reader of one format; nil guesses it from the beginning. `selection` is for extracts of OpenStreetMap, `unpack` for PBF.
  public init(format: PlaceFormat? = nil, selection: TagSelection = TagSelection(), unpack: Unpack? = nil) {
    stated = format
    self.selection = selection
    self.unpack = unpack
  }

  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    if case .none = source { opening += bytes } else { source.append(bytes) }
  }
  /// Ends the file.
  public mutating func finish() {
    isFinished = true
    source.finish()
  }

  /// Returns the next place; nil if it is incomplete, or after the last.
  public mutating func next() throws(PlaceFault) -> Place? {
    if case .none = source {
      guard opening.count >= Self.leastOpening || isFinished else { return nil }
      source = try chosen()
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      var bytes = opening[...]
      // A byte order mark is not JSON, but occurs in files.
      if case .json = source, bytes.starts(with: mark) { bytes = bytes.dropFirst(mark.count) }
      source.append(bytes)
      opening = []
      if isFinished { source.finish() }
    }
    return try source.next()
  }

  /// The format, once it is known.
  public var format: PlaceFormat? {
    switch source {
    case .json: stated ?? .geoJSON
    case .xml(let places): places.format
    case .table: .csv
    case .pbf: .osmPBF
    case .none: nil
    }
  }

  public var report: PlaceReport {
    switch source {
    case .json(let places): places.report
    case .xml(let places): places.report
    case .table(let table): table.report
    case .pbf(let places): places.report
    case .none: PlaceReport()
    }
  }

  private func chosen() throws(PlaceFault) -> Source {
    switch stated {
    case .geoJSON, .overpass: return .json(JSONPlaces())
    case .gpx, .kml, .osmXML: return .xml(XMLPlaces(stated, selection))
    case .csv: return .table(PlaceTable())
    case .osmPBF: return .pbf(PBFPlaces(selection, unpack))
    case nil: break
    }
    if opening.starts(with: [0x50, 0x4b, 3, 4]) {
      throw PlaceFault("a ZIP archive: unpack it first (the places of a .kmz are in its doc.kml)")
    }
    if opening.starts(with: [0x42, 0x5a, 0x68]), opening.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26]) {
      throw PlaceFault("packed with bzip2: unpack it first, with bunzip2")
    }
    // The length of a header, at most 64 KiB: texts do not begin with 0.
    if opening.first == 0 { return .pbf(PBFPlaces(selection, unpack)) }
    // A table begins neither like XML nor like JSON.
    let text = opening.starts(with: [0xef, 0xbb, 0xbf]) ? opening[3...] : opening[...]
    switch text.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) {
    case UInt8(ascii: "<"): return .xml(XMLPlaces(nil, selection))
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json(JSONPlaces())
    default: return .table(PlaceTable())
    }
  }
}

extension PlaceStream.Source {
  fileprivate mutating func append(_ bytes: ArraySlice<UInt8>) {
    switch self {
    case .json(var places):
      // Removed during the change; otherwise it would be copied.
      self = .none
      places.append(bytes)
      self = .json(places)
    case .xml(var places):
      self = .none
      places.append(bytes)
      self = .xml(places)
    case .table(var table):
      self = .none
      table.append(bytes)
      self = .table(table)
    case .pbf(var places):
      self = .none
      places.append(bytes)
      self = .pbf(places)
    case .none: break
    }
  }

  fileprivate mutating func finish() {
    switch self {
    case .json(var places):
      places.finish()
      self = .json(places)
    case .xml(var places):
      places.finish()
      self = .xml(places)
    case .table(var table):
      table.finish()
      self = .table(table)
    case .pbf(var places):
      places.finish()
      self = .pbf(places)
    case .none: break
    }
  }

  fileprivate mutating func next() throws(PlaceFault) -> Place? {
    switch self {
    case .json(var places):
      self = .none
      defer { self = .json(places) }
      return try places.next()
    case .xml(var places):
      self = .none
      defer { self = .xml(places) }
      return try places.next()
    case .table(var table):
      self = .none
      defer { self = .table(table) }
      return try table.next()
    case .pbf(var places):
      self = .none
      defer { self = .pbf(places) }
      return try places.next()
    case .none: return nil
    }
  }
}
