import Geometry
import Scenery
import Text

/// Converts an element of an Overpass answer (wiki.openstreetmap.org/wiki/Overpass_API, `out center`) to a place: its id is
/// `osm:node/123`, its payload all of the element's tags, its tags the keys with the value `yes` and the values of `cuisine`,
/// `sport` and `religion`.
func overpassPlace(_ element: JSONValue, _ report: inout PlaceReport) throws(PlaceRefused) -> Place {
  guard let type = element["type"]?.string, ["node", "way", "relation"].contains(type) else {
    throw PlaceRefused("it is neither node, way nor relation")
  }
  guard let number = element["id"]?.integer else { throw PlaceRefused("it has no id") }
  guard let tags = element["tags"], let members = tags.object, !members.isEmpty else {
    throw PlaceRefused("it has no tags")
  }
  var isCentre = false
  var latitude = element["lat"]?.double, longitude = element["lon"]?.double
  if type != "node", let centre = element["center"] {
    (latitude, longitude, isCentre) = (centre["lat"]?.double, centre["lon"]?.double, true)
  } else if type != "node", let bounds = element["bounds"], let south = bounds["minlat"]?.double,
    let north = bounds["maxlat"]?.double, let west = bounds["minlon"]?.double, let east = bounds["maxlon"]?.double
  {
    // In a box over the date line, west is greater than east.
    let width = east < west ? east + 360 - west : east - west
    latitude = (south + north) / 2
    longitude = (west + width / 2).remainder(dividingBy: 360)
    isCentre = true
  }
  guard let latitude, let longitude else {
    throw PlaceRefused(
      type == "node" ? "it has no 'lat' and 'lon'" : "it has no 'center': the query has to end in `out center`")
  }
  func text(_ name: String) -> String? { tags[name]?.string }

  var offers: [String] = []
  for member in members where member.value.string == "yes" && !OpenStreetMapTags.keys.contains(member.name) {
    offers.append(member.name)
  }
  for key in ["cuisine", "sport", "religion"] { offers += tagList(text(key) ?? "") }
  // In meters unless another unit is stated; such a height remains in the payload only.
  let elevation = text("ele").flatMap { Double(numeral: trimmed($0)) }
  let place = try Place(
    id: "osm:\(type)/\(number)", name: text("name") ?? text("brand") ?? text("operator") ?? text("ref") ?? "",
    category: OpenStreetMapTags.category(text) ?? "", latitude: latitude, longitude: longitude,
    height: elevation.map { .seaLevel(.metres($0)) } ?? .eye, tags: Array(offers.prefix(32)), payload: tags.text)
  if isCentre { report.centred += 1 }
  return place
}
