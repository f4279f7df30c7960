import Geometry
import Scenery
import Text

/// Reader of the first path of a GraphHopper answer ("GraphHopper Directions API, Routing API"): one line for the whole path, as a
/// polyline or as GeoJSON, and instructions with the indices of their points.
enum GraphHopperRoute {
  static func draft(_ root: JSONField) throws(RouteFault) -> RouteDraft {
    let paths = try root.member("paths", "an array of paths")
    let path = try paths.first("a path")
    try path.object()
    var draft = RouteDraft(.graphHopper)
    draft.isContinuous = true
    draft.isUsualBinding = true
    draft.addNote(onOthers: paths.value.count - 1)
    draft.statedLength = try path["distance"].map { (field) throws(RouteFault) in .metres(try field.number()) }
    draft.statedDuration = try path["time"].map { (field) throws(RouteFault) in .seconds(try field.number() / 1000) }

    let points = try path.member("points", "a polyline or a GeoJSON LineString")
    if let text = points.value.string {
      try RouteDraft.refuseHeights(
        in: points, box: path["bbox"],
        expected: "points without heights, or not encoded (ask with elevation=false or points_encoded=false)")
      if try path["points_encoded_multiplier"]?.number() == 1e6 { draft.usualPrecision = 6 }
      try draft.add(polyline: text, at: points.path)
    } else {
      try GeoJSONRoute.line(points.member("coordinates", "an array of positions"), to: &draft)
    }
    for instruction in try path["instructions"]?.elements() ?? [] {
      let interval = try instruction.member("interval", "the indices of its first and last point")
      guard let index = interval.value[0]?.integer, 0..<Int64(draft.count) ~= index else {
        throw interval.fault("the indices of two of the \(draft.count) points")
      }
      let sign = instruction["sign"]?.value.integer ?? .max
      let anchor = RouteDraft.Anchor.point(piece: 0, index: Int(index))
      if sign == Self.via {
        draft.stops.append(RouteDraft.Stop(name: "", at: anchor))
        continue
      }
      draft.manoeuvres.append(
        RouteDraft.Manoeuvre(
          kind: index == 0 && sign == 0 ? .depart : kind(sign), instruction: instruction.text("text"),
          street: instruction.text("street_name"), at: anchor))
    }
    return draft
  }

  /// The `sign` of a stop.
  private static let via: Int64 = 5

  /// The numbers of `sign`.
  private static func kind(_ sign: Int64) -> Route.Manoeuvre.Kind {
    switch sign {
    case -98, -8, 8: .turnAround
    case -3: .sharpLeft
    case -2: .left
    case -7, -1: .slightLeft
    case 0: .straight
    case 1, 7: .slightRight
    case 2: .right
    case 3: .sharpRight
    case 4: .arrive
    case 6: .roundabout
    default: .other
    }
  }
}
