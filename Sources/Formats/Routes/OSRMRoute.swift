import Geodesy
import Geometry
import Scenery
import Text

/// Reader of the first route of an answer in OSRM's form (its HTTP API v1, "Route service"), also used by Mapbox and Valhalla:
/// geometries are polylines of either precision or GeoJSON.
///
/// The geometries of the steps are used if all steps have one: they are never simplified, and give the point of each manoeuvre.
enum OSRMRoute {
  static func draft(_ root: JSONField) throws(RouteFault) -> RouteDraft {
    let code = root["code"]?.value.string ?? "Ok"
    if code != "Ok" { throw .refused(code: PlainText.clean(code), message: root.text("message")) }
    let routes = try root.member("routes", "an array of routes")
    let route = try routes.first("a route")
    try route.object()
    // Mapbox's answers have this form and a number of their own.
    var draft = RouteDraft(root["uuid"] == nil ? .osrm : .mapbox)
    draft.isContinuous = true
    draft.statedLength = try route["distance"].map { (field) throws(RouteFault) in .metres(try field.number()) }
    draft.statedDuration = try route["duration"].map { (field) throws(RouteFault) in .seconds(try field.number()) }
    draft.addNote(onOthers: routes.value.count - 1)

    var steps: [JSONField] = []
    let legs = try route["legs"]?.elements() ?? []
    // The step at which each leg begins.
    var beginnings: [Int] = []
    for leg in legs {
      beginnings.append(steps.count)
      steps += try leg["steps"]?.elements() ?? []
      if steps.count > RouteReader.mostParts { throw .tooManyParts(limit: RouteReader.mostParts) }
    }
    let haveGeometry = !steps.isEmpty && steps.allSatisfy { $0["geometry"] != nil }
    if haveGeometry {
      for step in steps { try add(step.member("geometry", "a geometry"), to: &draft) }
    } else {
      try add(route.member("geometry", "a polyline or a GeoJSON LineString"), to: &draft)
    }
    for (index, step) in steps.enumerated() {
      guard let maneuver = step["maneuver"] else { continue }
      let place = try maneuver["location"].map { (field) throws(RouteFault) in try field.position() }
      let anchor: RouteDraft.Anchor
      if haveGeometry && draft.pieces[index].count > 0 {
        anchor = .point(piece: index, index: 0)
      } else if let place {
        anchor = .place(place)
      } else {
        continue
      }
      draft.manoeuvres.append(
        RouteDraft.Manoeuvre(
          kind: kind(maneuver["type"]?.value.string ?? "", maneuver["modifier"]?.value.string ?? ""),
          instruction: maneuver.text("instruction"), street: step.text("name"), at: anchor))
    }
    let places = try root["waypoints"]?.elements() ?? []
    for (index, first) in beginnings.enumerated().dropFirst() {
      let place = places.count == legs.count + 1 ? places[index] : nil
      if haveGeometry {
        draft.addStop(place?.text("name") ?? "", before: first)
      } else if let location = place?["location"] {
        draft.stops.append(RouteDraft.Stop(name: place?.text("name") ?? "", at: .place(try location.position())))
      }
    }
    draft.name = places.last?.text("name") ?? ""
    return draft
  }

  /// Adds a polyline, or a GeoJSON LineString.
  private static func add(_ field: JSONField, to draft: inout RouteDraft) throws(RouteFault) {
    if let text = field.value.string {
      try draft.add(polyline: text, at: field.path)
    } else if field.value["type"]?.string == "LineString" {
      try GeoJSONRoute.line(field.member("coordinates", "an array of positions"), to: &draft)
    } else {
      throw field.fault("a polyline or a GeoJSON LineString")
    }
  }

  private static func kind(_ type: String, _ modifier: String) -> Route.Manoeuvre.Kind {
    switch type {
    case "depart": return .depart
    case "arrive": return .arrive
    case "roundabout", "rotary": return .roundabout
    // The instruction on entering already names the exit.
    case "exit roundabout", "exit rotary": return .other
    case "new name", "notification": return .straight
    default:
      switch modifier {
      case "uturn": return .turnAround
      case "sharp right": return .sharpRight
      case "right": return .right
      case "slight right": return .slightRight
      case "straight": return .straight
      case "slight left": return .slightLeft
      case "left": return .left
      case "sharp left": return .sharpLeft
      default: return .other
      }
    }
  }
}
