import Geometry
import Scenery
import Text

/// Converts an element of an Overpass answer (wiki.openstreetmap.org/wiki/Overpass_API, `out center`) to a place.
func overpassPlace(_ element: JSONValue, _ report: inout PlaceReport) throws(PlaceRefused) -> Place {
  guard let type = element["type"]?.string, ["node", "way", "relation"].contains(type) else {
    throw PlaceRefused("it is neither node, way nor relation")
  }
  guard let number = element["id"]?.integer else { throw PlaceRefused("it has no id") }
  guard let members = element["tags"]?.object, !members.isEmpty else { throw PlaceRefused("it has no tags") }
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
  let place = try openStreetMapPlace(type, number, members, latitude: latitude, longitude: longitude)
  if isCentre { report.centred += 1 }
  return place
}
