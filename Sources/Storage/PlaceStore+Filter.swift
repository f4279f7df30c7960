import Geometry
public import Scenery
import Text

// The filter as stored, in JSON. The name that is searched for is temporary and not stored.
extension PlaceFilter {
  var json: JSONValue {
    .object([
      JSONMember("radius", .number(radius.value)), JSONMember("categories", .array(categories.map { .string($0) })),
      JSONMember("tags", .array(tags.map { .string($0) })), JSONMember("favouritesOnly", .bool(favouritesOnly)),
    ])
  }

  /// nil if the JSON is not a filter.
  init?(_ json: JSONValue) {
    guard let radius = json["radius"]?.double, let favouritesOnly = json["favouritesOnly"]?.bool,
      let categories = json["categories"]?.array?.map(\.string), let tags = json["tags"]?.array?.map(\.string),
      let filter = try? PlaceFilter(
        radius: .metres(radius), categories: categories.compactMap { $0 }, tags: tags.compactMap { $0 },
        favouritesOnly: favouritesOnly)
    else { return nil }
    self = filter
  }
}

extension PlaceStore {
  /// Returns the last filter that was set, or the usual one: everything within 500 m, if none is given.
  public func filter(else usual: PlaceFilter = PlaceFilter()) throws(DatabaseFault) -> PlaceFilter {
    let statement = try database.statement("SELECT value FROM settings WHERE name = 'choice'")
    defer { statement.reset() }
    guard try statement.step() else { return usual }
    guard let json = try? JSONValue(reading: statement.text(0)), let filter = PlaceFilter(json) else {
      throw DatabaseFault(path, "the setting 'choice' cannot be understood", .damaged, words: statement.text(0))
    }
    return filter
  }

  public func setFilter(_ filter: PlaceFilter) throws(DatabaseFault) {
    let statement = try database.statement("INSERT OR REPLACE INTO settings(name, value) VALUES('choice', ?)")
    statement.bind(1, filter.json.text)
    try statement.run()
  }
}
