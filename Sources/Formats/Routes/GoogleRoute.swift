import Geodesy
import Geometry
import Scenery
import Text

/// Reader of the first route of a Google Directions answer: a polyline of precision 5 and an instruction in HTML for each step.
enum GoogleRoute {
  static func draft(_ root: JSONField, status: String) throws(RouteFault) -> RouteDraft {
    if status != "OK" { throw .refused(code: PlainText.clean(status), message: root.text("error_message")) }
    let routes = try root.member("routes", "an array of routes")
    let route = try routes.first("a route")
    try route.object()
    var draft = RouteDraft(.google)
    draft.isUsualBinding = true
    draft.isContinuous = true
    draft.addNote(onOthers: routes.value.count - 1)

    let legs = try route["legs"]?.elements() ?? []
    let steps = try legs.map { (leg) throws(RouteFault) in try leg["steps"]?.elements() ?? [] }
    let haveLines = steps.contains { !$0.isEmpty } && steps.joined().allSatisfy { $0["polyline"]?["points"] != nil }
    if !haveLines {
      let overview = try route.member("overview_polyline", "a polyline").member("points", "a polyline")
      try draft.add(polyline: overview.string(), at: overview.path)
    }
    var length = 0.0, duration = 0.0
    var isStated = !legs.isEmpty
    for (leg, steps) in zip(legs, steps) {
      if let metres = leg["distance"]?["value"] { length += try metres.number() } else { isStated = false }
      duration += try leg["duration"]?["value"]?.number() ?? 0
      for (index, step) in steps.enumerated() {
        let anchor: RouteDraft.Anchor
        if haveLines {
          let points = try step.member("polyline", "a polyline").member("points", "a polyline")
          try draft.add(polyline: points.string(), at: points.path)
          // A step without points is at the end of the previous one.
          anchor = .point(piece: draft.pieces.count - 1, index: 0)
        } else if let start = step["start_location"] {
          anchor = .place(
            Geodetic(
              latitude: Degrees(try start.member("lat", "a number").number()),
              longitude: Degrees(try start.member("lng", "a number").number())))
        } else {
          continue
        }
        let word = step["maneuver"]?.value.string ?? ""
        draft.manoeuvres.append(
          RouteDraft.Manoeuvre(
            kind: index == 0 && word.isEmpty ? .depart : kind(word), instruction: step.text("html_instructions"),
            street: "", at: anchor))
      }
    }
    if isStated { draft.statedLength = .metres(length) }
    if duration > 0 { draft.statedDuration = .seconds(duration) }
    draft.name = legs.last?.text("end_address") ?? ""
    return draft
  }

  /// The words of both of Google's interfaces, in lower case.
  static func kind(_ word: String) -> Route.Manoeuvre.Kind {
    switch word {
    case "turn-left": .left
    case "turn-right": .right
    case "turn-sharp-left": .sharpLeft
    case "turn-sharp-right": .sharpRight
    case "turn-slight-left", "ramp-left", "fork-left", "keep-left": .slightLeft
    case "turn-slight-right", "ramp-right", "fork-right", "keep-right": .slightRight
    case "uturn-left", "uturn-right": .turnAround
    case "roundabout-left", "roundabout-right": .roundabout
    case "straight", "": .straight
    default: .other
    }
  }
}
