import Geometry
import Scenery
import Text

/// Converts a thing of OpenStreetMap to a place: its id is `osm:node/123`, its payload all of its tags, its tags the keys with the
/// value `yes` and the values of `cuisine`, `sport` and `religion`.
func openStreetMapPlace(
  _ type: String, _ number: Int64, _ members: [JSONMember], latitude: Double, longitude: Double
) throws(PlaceRefused) -> Place {
  let tags = JSONValue.object(members)
  func text(_ name: String) -> String? { tags[name]?.string }

  var offers: [String] = []
  for member in members where member.value.string == "yes" && !OpenStreetMapTags.keys.contains(member.name) {
    offers.append(member.name)
  }
  for key in ["cuisine", "sport", "religion"] { offers += tagList(text(key) ?? "") }
  // In meters unless another unit is stated; such a height remains in the payload only.
  let elevation = text("ele").flatMap { Double(numeral: trimmed($0)) }
  var place = try Place(
    id: "osm:\(type)/\(number)", name: text("name") ?? text("brand") ?? text("operator") ?? text("ref") ?? "",
    category: OpenStreetMapTags.category(text) ?? "", latitude: latitude, longitude: longitude,
    height: elevation.map { .seaLevel(.metres($0)) } ?? .eye, tags: Array(offers.prefix(32)), payload: tags.text)
  // Several levels, as of stairs, are written with semicolons: such a thing is on no single floor.
  place.level = text("level").flatMap { Double(numeral: trimmed($0)) }
  return place
}

/// Returns tags as members of an object, unless a key occurs twice.
func openStreetMapMembers(_ tags: [(key: String, value: String)]) throws(PlaceRefused) -> [JSONMember] {
  guard Set(tags.map(\.key)).count == tags.count else { throw PlaceRefused("two tags have the same key") }
  return tags.map { JSONMember($0.key, .string($0.value)) }
}
