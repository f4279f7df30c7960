import Geodesy
import Geometry
import Text

/// Reader of the lines of a GeoJSON text (RFC 7946), one after the other. Heights are above the ellipsoid (§3.1.1).
enum GeoJSONRoute {
  static func draft(_ root: JSONField, type: String) throws(RouteFault) -> RouteDraft {
    var draft = RouteDraft(.geoJSON)
    draft.hasHeights = true
    draft.name = root.text("name")
    try add(root, type, to: &draft)
    if draft.pieces.isEmpty {
      throw .shape(path: root.path.isEmpty ? "the \(type)" : root.path, expected: "a LineString", found: "none")
    }
    return draft
  }

  private static func add(_ object: JSONField, _ type: String, to draft: inout RouteDraft) throws(RouteFault) {
    switch type {
    case "FeatureCollection":
      for feature in try object.member("features", "an array of features").elements() {
        try add(feature, try self.type(of: feature), to: &draft)
      }
    case "Feature":
      // A feature without geometry is allowed (§3.2), and has no line.
      guard let geometry = object["geometry"] else { return }
      let before = draft.pieces.count
      let type = try self.type(of: geometry)
      // A point beside the line with a name is a mark; others say nothing of the way.
      if type == "Point" {
        let name = object["properties"].map { $0.text("name").isEmpty ? $0.text("title") : $0.text("name") } ?? ""
        if !name.isEmpty {
          draft.marks.append(
            RouteDraft.Stop(name: name, at: .place(try geometry.member("coordinates", "a position").position())))
        }
        return
      }
      try add(geometry, type, to: &draft)
      if draft.name.isEmpty && draft.pieces.count > before { draft.name = object["properties"]?.text("name") ?? "" }
    case "GeometryCollection":
      for geometry in try object.member("geometries", "an array of geometries").elements() {
        try add(geometry, try self.type(of: geometry), to: &draft)
      }
    case "LineString": try line(object.member("coordinates", "an array of positions"), to: &draft)
    case "MultiLineString":
      for part in try object.member("coordinates", "an array of lines").elements() { try line(part, to: &draft) }
    case "Point", "MultiPoint", "Polygon", "MultiPolygon": return
    default:
      throw .shape(
        path: object.path.isEmpty ? "type" : "\(object.path).type", expected: "a type of GeoJSON",
        found: "\"\(PlainText.clean(type))\"")
    }
  }

  private static func type(of object: JSONField) throws(RouteFault) -> String {
    try object.member("type", "a type of GeoJSON").string()
  }

  /// Adds a line of positions: longitude, latitude, and optionally a height.
  static func line(_ field: JSONField, to draft: inout RouteDraft) throws(RouteFault) {
    guard field.value.isArray else { throw field.fault("an array of positions") }
    let count = field.value.count
    if count > RouteReader.mostPoints { throw .tooManyPoints(limit: RouteReader.mostPoints) }
    var points: [Geodetic] = []
    points.reserveCapacity(count)
    for position in field.value.elements {
      var numbers = position.elements.makeIterator()
      guard let longitude = numbers.next()?.double, let latitude = numbers.next()?.double else {
        throw .shape(
          path: position.path, expected: "a position [longitude, latitude]",
          found: position.isArray ? "an array of \(position.count)" : JSONField(position).kind)
      }
      let height = numbers.next()?.double
      if height == nil { draft.hasHeights = false }
      points.append(
        Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: .metres(height ?? 0)))
    }
    try draft.add(.points(points), at: field.path)
  }
}
