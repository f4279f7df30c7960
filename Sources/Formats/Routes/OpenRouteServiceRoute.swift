import Geometry
import Scenery
import Text

/// Reader of the first route of an answer of openrouteservice ("openrouteservice API v2, Directions"), in its JSON form (a polyline
/// of precision 5) and in its GeoJSON form: one line for the whole route, and steps with the indices of their points.
enum OpenRouteServiceRoute {
  static func isOne(_ root: JSONPart) -> Bool {
    root["routes"]?[0]?["segments"] != nil || root["features"]?[0]?["properties"]?["segments"] != nil
  }

  static func draft(_ root: JSONField) throws(RouteFault) -> RouteDraft {
    let isGeoJSON = root["features"] != nil
    let routes = try root.member(isGeoJSON ? "features" : "routes", "an array of routes")
    let route = try routes.first("a route")
    let facts = isGeoJSON ? try route.member("properties", "an object") : route
    var draft = RouteDraft(.openRouteService)
    draft.isContinuous = true
    draft.isUsualBinding = true
    draft.addNote(onOthers: routes.value.count - 1)
    if let summary = facts["summary"] {
      draft.statedLength = try summary["distance"].map { (field) throws(RouteFault) in .metres(try field.number()) }
      draft.statedDuration = try summary["duration"].map { (field) throws(RouteFault) in .seconds(try field.number()) }
    }
    let geometry = try route.member("geometry", "a polyline or a GeoJSON LineString")
    if isGeoJSON {
      try GeoJSONRoute.line(geometry.member("coordinates", "an array of positions"), to: &draft)
    } else {
      try RouteDraft.refuseHeights(
        in: geometry, box: route["bbox"], expected: "points without heights (ask without elevation, or for geojson)")
      try draft.add(polyline: geometry.string(), at: geometry.path)
    }
    for (leg, segment) in try (facts["segments"]?.elements() ?? []).enumerated() {
      if leg > 0, let index = segment["steps"]?.value[0]?["way_points"]?[0]?.integer, 0..<Int64(draft.count) ~= index {
        draft.stops.append(RouteDraft.Stop(name: "", at: .point(piece: 0, index: Int(index))))
      }
      for step in try segment["steps"]?.elements() ?? [] {
        let points = try step.member("way_points", "the indices of its first and last point")
        guard let index = points.value[0]?.integer, 0..<Int64(draft.count) ~= index else {
          throw points.fault("the indices of two of the \(draft.count) points")
        }
        let street = step.text("name")
        draft.manoeuvres.append(
          RouteDraft.Manoeuvre(
            kind: kind(step["type"]?.value.integer ?? .max), instruction: step.text("instruction"),
            street: street == "-" ? "" : street, at: .point(piece: 0, index: Int(index))))
      }
    }
    return draft
  }

  /// The numbers of "Instruction Types".
  private static func kind(_ type: Int64) -> Route.Manoeuvre.Kind {
    switch type {
    case 0: .left
    case 1: .right
    case 2: .sharpLeft
    case 3: .sharpRight
    case 4, 12: .slightLeft
    case 5, 13: .slightRight
    case 6: .straight
    case 7: .roundabout
    case 9: .turnAround
    case 10: .arrive
    case 11: .depart
    default: .other
    }
  }
}
