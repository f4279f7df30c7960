import Geometry
import Scenery
import Text

/// Converts a place of Google's Places API, of its older form (`name`, `geometry.location`, `place_id`) or its newer one
/// (`displayName.text`, `location`, `id`). Its id is `google:ID`, its category the first of its types that is more than "a place",
/// its tags the others, its payload the place as it came.
func googlePlace(_ value: JSONValue) throws(PlaceRefused) -> Place {
  let location = value["geometry"]?["location"] ?? value["location"]
  guard let latitude = (location?["lat"] ?? location?["latitude"])?.double,
    let longitude = (location?["lng"] ?? location?["longitude"])?.double
  else { throw PlaceRefused("it has no location (the newer API sends only the members of its field mask)") }
  let id = value["place_id"]?.string ?? value["id"]?.string
  var types = (value["types"]?.array ?? []).compactMap(\.string).filter {
    !["point_of_interest", "establishment"].contains($0)
  }
  let category = value["primaryType"]?.string ?? types.first ?? ""
  types.removeAll { $0 == category }
  return try Place(
    id: id.map { "google:\($0)" }, name: value["displayName"]?["text"]?.string ?? value["name"]?.string ?? "",
    category: category, latitude: latitude, longitude: longitude, height: .eye, tags: Array(types.prefix(32)),
    payload: value.text)
}
