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
    for (index, (leg, steps)) in zip(legs, steps).enumerated() {
      if index > 0, haveLines {
        draft.addStop(legs[index - 1].text("end_address"), before: draft.pieces.count)
      } else if index > 0, let place = leg["start_location"] {
        draft.stops.append(RouteDraft.Stop(name: legs[index - 1].text("end_address"), at: .place(try location(place))))
      }
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
          anchor = .place(try location(start))
        } else {
          continue
        }
        let word = step["maneuver"]?.value.string ?? ""
        draft.manoeuvres.append(
          manoeuvre(
            index == 0 && word.isEmpty ? .depart : kind(word), step["html_instructions"]?.value.string ?? "", at: anchor
          ))
      }
    }
    if isStated { draft.statedLength = .metres(length) }
    if duration > 0 { draft.statedDuration = .seconds(duration) }
    draft.name = legs.last?.text("end_address") ?? ""
    return draft
  }

  static func manoeuvre(
    _ kind: Route.Manoeuvre.Kind, _ html: String, at anchor: RouteDraft.Anchor
  ) -> RouteDraft.Manoeuvre {
    RouteDraft.Manoeuvre(
      kind: kind, instruction: PlainText.clean(html.replacing("<div", with: ". <div")),
      street: street(html, isTurn: kind != .straight), at: anchor)
  }

  private static func location(_ field: JSONField) throws(RouteFault) -> Geodetic {
    Geodetic(
      latitude: Degrees(try field.member("lat", "a number").number()),
      longitude: Degrees(try field.member("lng", "a number").number()))
  }

  /// Returns the name of the street after a manoeuvre. An instruction has it in bold type, after the direction: "Turn <b>left</b>
  /// onto <b>Main St</b>". In English the word before it tells it from a landmark; in other languages it is the second bold part,
  /// or the only one where the way goes straight on.
  static func street(_ html: String, isTurn: Bool) -> String {
    // Notes to the instruction stand in a block of their own.
    let sentence = html.prefix(before: "<div")
    let pieces = sentence.split(separator: "<b>", omittingEmptySubsequences: false)
    let bold = pieces.dropFirst().map { PlainText.clean(String($0.prefix(before: "</b>"))) }
    let before = pieces.dropLast().map { piece -> String in
      let text = piece.split(separator: "</b>", omittingEmptySubsequences: false).last ?? ""
      return PlainText.clean(String(text)).split(separator: " ").last?.lowercased() ?? ""
    }
    let named = zip(before, bold).first { ["onto", "on"].contains($0.0) }?.1
    if let named { return named }
    let index = isTurn || bold.count > 1 ? 1 : 0
    guard bold.indices.contains(index), !["at", "toward", "towards"].contains(before[index]) else { return "" }
    return bold[index]
  }

  /// Returns the name of the street by an instruction without markup, whose notes stand in lines of their own; English only.
  static func street(plain text: String) -> String {
    let sentence = text.prefix { $0 != "\n" }
    guard let range = sentence.firstRange(of: " onto ") ?? sentence.firstRange(of: " on ") else { return "" }
    return PlainText.clean(String(sentence[range.upperBound...].prefix { $0 != "," }.prefix(before: " toward")))
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

extension StringProtocol where SubSequence == Substring {
  /// Returns the part before a mark; all of it without one.
  fileprivate func prefix(before mark: String) -> Substring {
    firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
