import Geometry
import Scenery
import Text

/// Reader of a trip in Valhalla's own form ("Valhalla route API, outputs"): a polyline of precision 6 and manoeuvres by shape
/// index for each leg.
enum ValhallaRoute {
  static func draft(_ root: JSONField) throws(RouteFault) -> RouteDraft {
    let trip = try root.member("trip", "a trip")
    try trip.object()
    if let status = trip["status"]?.value.integer, status != 0 {
      throw .refused(code: "\(status)", message: trip.text("status_message"))
    }
    var draft = RouteDraft(.valhalla)
    draft.usualPrecision = 6
    draft.isUsualBinding = true
    draft.isContinuous = true
    let unit = trip["units"]?.value.string == "miles" ? 1609.344 : 1000
    if let summary = trip["summary"] {
      draft.statedLength = try summary["length"].map { (field) throws(RouteFault) in
        .metres(try field.number() * unit)
      }
      draft.statedDuration = try summary["time"].map { (field) throws(RouteFault) in .seconds(try field.number()) }
    }
    draft.addNote(onOthers: root["alternates"]?.value.count ?? 0)
    let legs = try trip.member("legs", "an array of legs")
    _ = try legs.first("a leg")
    for (piece, leg) in try legs.elements().enumerated() {
      let shape = try leg.member("shape", "a polyline")
      try draft.add(polyline: shape.string(), at: shape.path)
      for maneuver in try leg["maneuvers"]?.elements() ?? [] {
        let begin = try maneuver.member("begin_shape_index", "the index of a point of the shape")
        guard let index = begin.value.integer, 0..<Int64(draft.pieces[piece].count) ~= index else {
          throw begin.fault("the index of one of the \(draft.pieces[piece].count) points of the shape")
        }
        draft.manoeuvres.append(
          RouteDraft.Manoeuvre(
            kind: kind(maneuver["type"]?.value.integer ?? 0), instruction: maneuver.text("instruction"),
            street: maneuver["street_names"]?.value[0]?.string.map(PlainText.clean) ?? "",
            at: .point(piece: piece, index: Int(index))))
      }
    }
    // Only a break ends a leg; a place on the way of another type does not.
    let places = try (trip["locations"]?.elements() ?? []).filter { ["", "break"].contains($0.text("type")) }
    for piece in draft.pieces.indices.dropFirst() {
      draft.addStop(places.count == draft.pieces.count + 1 ? places[piece].text("name") : "", before: piece)
    }
    draft.name = places.last?.text("name") ?? ""
    return draft
  }

  /// Numbers of `DirectionsLeg.Maneuver.Type`.
  private static func kind(_ type: Int64) -> Route.Manoeuvre.Kind {
    switch type {
    case 1...3: .depart
    case 4...6: .arrive
    case 7, 8, 17, 22: .straight
    case 9, 18, 20, 23, 37: .slightRight
    case 10: .right
    case 11: .sharpRight
    case 12, 13: .turnAround
    case 14: .sharpLeft
    case 15: .left
    case 16, 19, 21, 24, 38: .slightLeft
    case 26: .roundabout
    default: .other
    }
  }
}
