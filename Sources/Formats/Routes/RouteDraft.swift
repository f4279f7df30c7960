import Geodesy
import Geometry
import Scenery

/// The contents of one of the formats before the check: lines of points or of polylines of unknown precision, and manoeuvres at
/// places in them.
struct RouteDraft {
  /// One piece of the line.
  enum Piece {
    case points([Geodetic])
    case polyline(Polyline)

    var count: Int {
      switch self {
      case .points(let points): points.count
      case .polyline(let polyline): polyline.count
      }
    }
  }

  struct Manoeuvre {
    var kind: Route.Manoeuvre.Kind
    var instruction: String
    var street: String
    var at: Anchor
  }

  /// The end of a leg at which the wearer arrives before the destination; also a named point.
  struct Stop {
    var name: String
    var at: Anchor
  }

  /// Place of a manoeuvre or a stop.
  enum Anchor {
    /// At a point of a piece.
    case point(piece: Int, index: Int)
    /// At the point of the line nearest to this.
    case place(Geodetic)
  }

  var format: RouteFormat
  var name = ""
  private(set) var pieces: [Piece] = []
  /// Points of all pieces.
  private(set) var count = 0
  /// Path of each piece in the text.
  var paths: [String] = []
  var manoeuvres: [Manoeuvre] = []
  var stops: [Stop] = []
  /// Named points on the way, or beside it.
  var marks: [Stop] = []
  var hasHeights = false
  var statedLength: Length?
  var statedDuration: TimeSpan?
  /// The precision by the format's definition, if nothing else decides.
  var usualPrecision = 5
  var isUsualBinding = false
  /// Pieces follow each other by definition, so their joints get no note.
  var isContinuous = false
  var notes: [RouteNote] = []

  init(_ format: RouteFormat) { self.format = format }

  mutating func add(_ piece: Piece, at path: String) throws(RouteFault) {
    if pieces.count == RouteReader.mostParts { throw .tooManyParts(limit: RouteReader.mostParts) }
    pieces.append(piece)
    count += piece.count
    paths.append(path)
    if count > RouteReader.mostPoints { throw .tooManyPoints(limit: RouteReader.mostPoints) }
  }

  /// Adds a stop where a piece begins, or at the end of the last one.
  mutating func addStop(_ name: String, before piece: Int) {
    guard let last = pieces.indices.last else { return }
    stops.append(
      Stop(name: name, at: .point(piece: min(piece, last), index: piece > last ? max(0, pieces[last].count - 1) : 0)))
  }

  mutating func add(polyline text: String, at path: String) throws(RouteFault) {
    try add(.polyline(Self.polyline(Array(text.utf8), at: path)), at: path)
  }

  /// Adds a note on the other routes of an answer, of which only the first is read.
  mutating func addNote(onOthers count: Int) {
    if count > 0 { notes.append(.others(count)) }
  }

  /// Refuses a polyline of points with heights, which has three numbers a point. The answer's box then has six numbers.
  static func refuseHeights(in polyline: JSONField, box: JSONField?, expected: String) throws(RouteFault) {
    guard box?.value.count == 6 else { return }
    throw .shape(path: polyline.path, expected: expected, found: "a polyline with heights")
  }

  static func polyline(_ text: [UInt8], at path: String) throws(RouteFault) -> Polyline {
    do {
      return try Polyline(text, limit: RouteReader.mostPoints)
    } catch {
      if error.reason == .tooMany { throw .tooManyPoints(limit: RouteReader.mostPoints) }
      throw .polyline(path: path, offset: error.offset, reason: error.reason)
    }
  }
}

/// Format of a route.
public enum RouteFormat: String, CaseIterable, Sendable {
  case geoJSON = "GeoJSON"
  case gpx = "GPX"
  case polyline
  /// Also a form of Valhalla's answers.
  case osrm = "OSRM"
  case mapbox = "Mapbox"
  case valhalla = "Valhalla"
  case google = "Google"
  case googleRoutes = "Google Routes"
  case graphHopper = "GraphHopper"
  case openRouteService = "openrouteservice"
}
