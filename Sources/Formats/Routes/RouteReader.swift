public import Geodesy
import Geometry
public import Scenery
import Text

/// A route that was read, with its format and notes to its user.
public struct RouteReading: Equatable, Sendable {
  public var route: Route
  public var format: RouteFormat
  public var notes: [RouteNote]
}

/// The one reader of routes: GeoJSON (RFC 7946), GPX 1.0 and 1.1, encoded polylines of precision 5 or 6, and the directions
/// answers of OSRM, Mapbox, Valhalla, Google (both interfaces), GraphHopper and openrouteservice; the content decides.
public enum RouteReader {
  public static let mostPoints = 100_000
  /// Steps, legs, features or lines.
  public static let mostParts = 25_000
  public static let mostBytes = 64 << 20

  /// Reads a route. `name` is the name of the destination; if it is empty, the text's own is used. If the wearer's place is
  /// known, the points are checked against it. JSON of more values than `mostValues` is refused: 100 000 points with heights are
  /// 400 000.
  public static func read(
    _ bytes: [UInt8], name: String = "", wearer: Geodetic? = nil, mostValues: Int = 4_000_000
  ) throws(RouteFault) -> RouteReading {
    var draft = try draft(bytes, mostValues: mostValues)
    if !name.isEmpty { draft.name = PlainText.clean(name) }
    return try draft.checked(wearer: wearer)
  }

  private static func draft(_ bytes: [UInt8], mostValues: Int) throws(RouteFault) -> RouteDraft {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { throw .empty }
    if bytes[first] == UInt8(ascii: "<") {
      let head = String(decoding: bytes[first...].prefix(15), as: UTF8.self).lowercased()
      if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { throw .webPage }
      return try GPXRoute.draft(bytes)
    }

    // The letters of a polyline include both kinds of brackets, but no quotation mark, colon, digit or comma.
    let text = bytes[first...last]
    let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(bytes[first])
    let odd = text.firstIndex { !(63...126 ~= $0) }
    let isEmptyObject = text.elementsEqual("{}".utf8) || text.elementsEqual("[]".utf8)
    if isJSON && (odd != nil || isEmptyObject) {
      return try json(start == 0 ? bytes : Array(bytes[start...]), mostValues: mostValues)
    }
    // A polyline with one bad letter is a bad polyline; prose or random bytes are not a polyline.
    if let odd, odd == first || odd - first < text.count / 2 { throw .unrecognised(offset: odd) }
    var draft = RouteDraft(.polyline)
    try draft.add(.polyline(RouteDraft.polyline(Array(text), at: "")), at: "")
    return draft
  }

  private static func json(_ bytes: [UInt8], mostValues: Int) throws(RouteFault) -> RouteDraft {
    let value: JSONPart
    do {
      value = try JSONOutline(bytes, maximumSize: mostBytes, maximumValues: mostValues).root
    } catch {
      throw .json(error)
    }
    let root = JSONField(value)
    if let text = value.string {
      var draft = RouteDraft(.polyline)
      try draft.add(polyline: text, at: "")
      return draft
    }
    if value.isArray, value[0]?.isArray == true { throw .bareArray }
    try root.object()
    if value["trip"] != nil { return try ValhallaRoute.draft(root) }
    if value["paths"] != nil { return try GraphHopperRoute.draft(root) }
    if OpenRouteServiceRoute.isOne(value) { return try OpenRouteServiceRoute.draft(root) }
    if GoogleRoutesAnswer.isOne(value) { return try GoogleRoutesAnswer.draft(root) }
    if let type = value["type"]?.string, value["routes"] == nil { return try GeoJSONRoute.draft(root, type: type) }
    if value["code"] == nil, let code = value["error_code"]?.integer {
      throw .refused(code: "\(code)", message: root.text("error"))
    }
    if let status = value["status"]?.string, value["code"] == nil {
      return try GoogleRoute.draft(root, status: status)
    }
    if value["code"] != nil || value["routes"] != nil {
      if value["code"] == nil, value["routes"]?[0]?["overview_polyline"] != nil {
        return try GoogleRoute.draft(root, status: "OK")
      }
      return try OSRMRoute.draft(root)
    }
    if let error = value["error"], let message = error["message"]?.string {
      // Google Routes and openrouteservice.
      let code = error["status"]?.string ?? error["code"]?.integer.map(String.init) ?? "error"
      throw .refused(code: PlainText.clean(code), message: PlainText.clean(message))
    }
    if let message = value["error"]?.string ?? value["message"]?.string {
      throw .refused(code: "error", message: PlainText.clean(message))
    }
    throw .shape(
      path: "the answer", expected: "a GeoJSON type, or routes, or a trip",
      found: "an object with \(members(value))")
  }

  private static func members(_ value: JSONPart) -> String {
    let names = value.names.prefix(5).map { "\"\(PlainText.clean($0))\"" }
    return names.isEmpty ? "no members" : names.joined(separator: ", ")
  }
}
