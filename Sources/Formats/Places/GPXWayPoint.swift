import Geometry
import Scenery
import Text

/// Converts a way-point of GPX (topografix.com/GPX/1/1) to a place: `name`, `type` (or `sym`) as the category, `ele` above the sea;
/// the other texts become the payload. Members that only gnomon uses are in `extensions`.
func gpxPlace(_ content: XMLContent, _ report: inout PlaceReport) throws(PlaceRefused) -> Place {
  let (latitude, longitude) = try content.position()
  let texts = content.texts, all = JSONValue.object(texts)
  func text(_ name: String) -> String? { all[name]?.string }

  var height = HeightPolicy.eye
  if let kind = text("heightKind") {
    height = try HeightPolicy(kind: kind, height: text("height").flatMap { Double(numeral: $0) })
  } else if let elevation = text("ele") {
    guard let metres = Double(numeral: elevation) else { throw PlaceRefused("'ele' is not a number") }
    height = .seaLevel(.metres(metres))
  }
  let known: Set = ["name", "type", "ele", "id", "heightKind", "height", "tags", "favourite", "payload"]
  var rest = texts.filter { !known.contains($0.name) }
  if text("type") == nil { rest.removeAll { $0.name == "sym" } }
  let payload = text("payload") ?? (rest.isEmpty ? nil : JSONValue.object(rest).text)
  if text("payload") != nil, !rest.isEmpty { report.omitted += 1 }
  return try Place(
    id: text("id"), name: text("name") ?? "", category: text("type") ?? text("sym") ?? "", latitude: latitude,
    longitude: longitude, height: height, tags: tagList(text("tags") ?? ""), payload: payload,
    isFavourite: text("favourite") == "true")
}
