public import Geometry
public import Text

/// Fault of a file or an answer that is not a route: its place in the text, and the remedy.
public enum RouteFault: Error, Equatable, Sendable {
  /// Neither JSON, XML nor an encoded polyline: the offset of the first byte that polylines do not have.
  case unrecognised(offset: Int)
  case empty
  case json(JSONError)
  case xml(XMLError)
  /// `routes[0].geometry: expected a string or a GeoJSON geometry, not a number`
  case shape(path: String, expected: String, found: String)
  /// The server's own message.
  case refused(code: String, message: String)
  /// A GPX file without track and route.
  case noTrack(waypoints: Int)
  /// `offset` is within the polyline at `path`.
  case polyline(path: String, offset: Int, reason: PolylineFault.Reason)
  /// One point, named by its path.
  case notAPlace(path: String, latitude: Double, longitude: Double)
  /// All points are on Earth, or near the wearer, with latitude and longitude exchanged.
  case exchanged(path: String, latitude: Double, longitude: Double)
  case tooManyPoints(limit: Int)
  /// Steps, legs, features or lines.
  case tooManyParts(limit: Int)
  /// `given`: points before those at one place are counted as one.
  case tooFewPoints(distinct: Int, given: Int)
  /// HTML, which a server sends where the file was meant.
  case webPage
  /// An array of points without a format.
  case bareArray
  /// More than twice or less than half of the stated length.
  case wrongLength(stated: Length, computed: Length)
}

extension RouteFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unrecognised(let offset):
      "neither JSON, GPX nor an encoded polyline (byte \(offset) does not fit); give one of GeoJSON, GPX, a polyline or a directions answer"
    case .empty: "it is empty"
    case .json(let error): "not JSON: \(error)"
    case .xml(let error): "not XML: \(error)"
    case .shape(let path, let expected, let found): "\(path): expected \(expected), found \(found)"
    case .refused(let code, let message):
      message.isEmpty ? "the server found no route: \(code)" : "the server found no route: \(code): \(message)"
    case .noTrack(let waypoints):
      waypoints == 0
        ? "the GPX file has neither a track nor a route"
        : "the GPX file has neither a track nor a route, only \(waypoints) way-points: import them as places"
    case .polyline(let path, let offset, let reason):
      "\(path.isEmpty ? "the polyline" : path): at character \(offset + 1): \(reason)"
    case .notAPlace(let path, let latitude, let longitude):
      "\(path): latitude \(latitude)°, longitude \(longitude)° is not on Earth"
    case .exchanged(let path, let latitude, let longitude):
      "\(path): latitude \(latitude)°, longitude \(longitude)°: the two are exchanged (GeoJSON and OSRM write the longitude first)"
    case .tooManyPoints(let limit): "more than \(limit) points: simplify the route, or split it"
    case .tooManyParts(let limit): "more than \(limit) steps, legs or lines: simplify the route, or split it"
    case .tooFewPoints(let distinct, let given):
      switch (distinct, given) {
      case (0, _): "there are no points"
      case (_, 1):
        "there is one point; a route needs two, or ask a server for the way there (RequestRoute, 'gnomon route to')"
      default: "all points are the same one; a route needs two"
      }
    case .webPage: "it is a web page (HTML), not a route; save the file itself: GPX, GeoJSON, or the server's answer"
    case .bareArray:
      #"an array of points says neither its format nor which number is first; give {"type": "LineString", "coordinates": [[longitude, latitude], …]}"#
    case .wrongLength(let stated, let computed):
      "the points make \(metres(computed)), but the answer states \(metres(stated)): points are missing, or belong to another route"
    }
  }
}

/// A note to the user of a route that was read.
public enum RouteNote: Equatable, Sendable {
  case precision(Int, PrecisionEvidence)
  /// Points that repeat the previous one and were dropped.
  case duplicates(Int)
  /// Parts that were joined, and the widest gap between them.
  case joined(parts: Int, widestGap: Length)
  /// Other tracks, routes, lines or alternatives that were ignored.
  case others(Int)
  /// The lengths differ by more than 5 % and 50 m.
  case lengthDiffers(stated: Length, computed: Length)
  case farFromWearer(Length)
  /// A straight line of that length, after this point.
  case longSegment(after: Int, Length)
  /// GPX has heights above the sea, not above the ellipsoid.
  case heightsUnused
  /// A manoeuvre is this far from the line.
  case manoeuvreBeside(index: Int, Length)
  /// A stop is this far from the line, and was left out.
  case stopBeside(index: Int, Length)
  case stopsLeftOut(Int)
  /// The destination's door is this far from the end of the line, and was left out.
  case doorBeside(Length)
  /// Named points beside the line, and those of too many.
  case marksBeside(Int)
  case marksLeftOut(Int)

  /// Evidence for the precision of a polyline.
  public enum PrecisionEvidence: String, CaseIterable, Sendable {
    case statedLength = "stated-length"
    /// With the other precision it would not be on Earth.
    case range
    case wearer
    case format
    case assumed
  }

  public var english: String {
    switch self {
    case .precision(let digits, let evidence):
      switch evidence {
      case .statedLength: "the polyline has precision \(digits), by the length that is stated"
      case .range: "the polyline has precision \(digits): with the other it would leave the Earth"
      case .wearer: "the polyline has precision \(digits): with the other it would be far from here"
      case .format: "the polyline has precision \(digits), as this format has"
      case .assumed: "the polyline is assumed to have precision \(digits); nothing states it"
      }
    case .duplicates(let count): "\(count) points repeat the one before and were dropped"
    case .joined(let parts, let gap): "\(parts) parts were put together; the widest gap is \(metres(gap))"
    case .others(let count): "\(count) more in it were not read: the first was used"
    case .lengthDiffers(let stated, let computed):
      "the points make \(metres(computed)), and the planner states \(metres(stated))"
    case .farFromWearer(let distance): "it starts \(metres(distance)) from here"
    case .longSegment(let index, let length): "after point \(index + 1) it is a straight line for \(metres(length))"
    case .heightsUnused: "its heights are above the sea and were not used"
    case .manoeuvreBeside(let index, let distance):
      "manoeuvre \(index + 1) is \(metres(distance)) beside the line"
    case .stopBeside(let index, let distance):
      "stop \(index + 1) is \(metres(distance)) beside the line and was left out"
    case .doorBeside(let distance):
      "the destination is \(metres(distance)) from the end of the line, so its door was left out"
    case .marksBeside(let count): "\(count) named points are more than 50 m beside the line and were left out"
    case .marksLeftOut(let count): "\(count) more named points were left out"
    case .stopsLeftOut(let count): "\(count) more stops were left out: split the route"
    }
  }
}

private func metres(_ length: Length) -> String {
  guard length.value.magnitude < 1e12 else { return "\(length)" }
  if length.value.magnitude < 10_000 { return "\(Int(length.value.rounded())) m" }
  return "\(Int((length.value / 1000).rounded())) km"
}
