import Geodesy
import Geometry
import Scenery
import Text

/// Reader of the first route of an answer of Google's Routes API ("Routes API v2, computeRoutes"): for each step a polyline of
/// precision 5 or a GeoJSON line, and an instruction.
enum GoogleRoutesAnswer {
  /// Whether this is an answer of this API, not of the older Directions API or of OSRM.
  static func isOne(_ root: JSONPart) -> Bool {
    guard let route = root["routes"]?[0] else { return false }
    return route["distanceMeters"] != nil || route["polyline"] != nil || route["legs"]?[0]?["polyline"] != nil
  }

  static func draft(_ root: JSONField) throws(RouteFault) -> RouteDraft {
    let routes = try root.member("routes", "an array of routes")
    let route = try routes.first("a route")
    var draft = RouteDraft(.googleRoutes)
    draft.isUsualBinding = true
    draft.isContinuous = true
    draft.addNote(onOthers: routes.value.count - 1)
    draft.statedLength = try route["distanceMeters"].map { (field) throws(RouteFault) in .metres(try field.number()) }
    draft.statedDuration = try route["duration"].map { (field) throws(RouteFault) in try duration(field) }

    let legs = try route["legs"]?.elements() ?? []
    let steps = try legs.map { (leg) throws(RouteFault) in try leg["steps"]?.elements() ?? [] }
    let haveLines = steps.contains { !$0.isEmpty } && steps.joined().allSatisfy { $0["polyline"] != nil }
    if !haveLines {
      if legs.isEmpty || route["polyline"] != nil {
        try add(route.member("polyline", "a polyline"), to: &draft)
      } else {
        for leg in legs { try add(leg.member("polyline", "a polyline"), to: &draft) }
      }
    }
    for (leg, steps) in steps.enumerated() {
      if leg > 0, haveLines {
        draft.addStop("", before: draft.pieces.count)
      } else if leg > 0, let place = legs[leg]["startLocation"]?["latLng"] {
        draft.stops.append(RouteDraft.Stop(name: "", at: .place(try location(place))))
      }
      for (index, step) in steps.enumerated() {
        let anchor: RouteDraft.Anchor
        if haveLines {
          try add(step.member("polyline", "a polyline"), to: &draft)
          anchor = .point(piece: draft.pieces.count - 1, index: 0)
        } else if let start = step["startLocation"]?["latLng"] {
          anchor = .place(try location(start))
        } else {
          continue
        }
        let instruction = step["navigationInstruction"]
        let word = (instruction?["maneuver"]?.value.string ?? "").lowercased().replacing("_", with: "-")
        draft.manoeuvres.append(
          RouteDraft.Manoeuvre(
            kind: word == "depart" || index == 0 && word.isEmpty ? .depart : GoogleRoute.kind(word),
            instruction: instruction?.text("instructions") ?? "",
            street: GoogleRoute.street(plain: instruction?["instructions"]?.value.string ?? ""), at: anchor))
      }
    }
    return draft
  }

  /// In this encoding a number that is zero may be left out.
  private static func location(_ field: JSONField) throws(RouteFault) -> Geodetic {
    Geodetic(
      latitude: Degrees(try field["latitude"]?.number() ?? 0), longitude: Degrees(try field["longitude"]?.number() ?? 0)
    )
  }

  private static func add(_ field: JSONField, to draft: inout RouteDraft) throws(RouteFault) {
    if let line = field["geoJsonLinestring"] {
      try GeoJSONRoute.line(line.member("coordinates", "an array of positions"), to: &draft)
    } else {
      let points = try field.member("encodedPolyline", "a polyline")
      try draft.add(polyline: points.string(), at: points.path)
    }
  }

  /// A duration of protocol buffers in JSON: `"165s"`.
  private static func duration(_ field: JSONField) throws(RouteFault) -> TimeSpan {
    let text = try field.string()
    guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite else {
      throw field.fault("a duration in seconds, such as \"165s\"")
    }
    return .seconds(seconds)
  }
}
