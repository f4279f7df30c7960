import Geodesy
import Geometry
public import Scenery
import Text

extension PlaceStore {
  /// Start of the next page.
  public struct Cursor: Equatable, Sendable {
    var row: Int64
  }

  static let columns = """
    p.row, p.layer, p.id, p.name, p.category, p.tags, p.latitude, p.longitude, p.height_kind, p.height, p.payload, p.favourite,
    p.extras
    """
  /// Columns without the payload, which frames do not use.
  static let columnsWithoutPayload = columns.split(separator: "p.payload").joined(separator: "NULL")

  public func place(_ id: String, in layer: String) throws(DatabaseFault) -> Place? {
    guard let number = try self.layer(named: layer) else { return nil }
    let statement = try database.statement("SELECT \(Self.columns) FROM places p WHERE layer = ?1 AND id = ?2")
    defer { statement.reset() }
    statement.bind(1, number)
    statement.bind(2, id)
    return try statement.step() ? place(in: statement, layer: layer) : nil
  }

  /// Adds the payloads of the first places for which `isWanted` is true, each of at most `longest` bytes and `most` in all;
  /// returns the sizes of those that are longer, or for which there is no more room. A payload that is not JSON counts as none:
  /// another program may have written it.
  public func fill(
    _ places: inout [Place], longest: Int, most: Int, where isWanted: (Place) -> Bool
  ) throws(DatabaseFault) -> [PlaceKey: Int] {
    var left: [PlaceKey: Int] = [:], room = most
    let statement = try database.statement(
      """
      SELECT length(CAST(p.payload AS BLOB)), CASE WHEN length(CAST(p.payload AS BLOB)) <= ?3 THEN p.payload END
      FROM places p JOIN layers l ON l.layer = p.layer WHERE l.name = ?1 AND p.id = ?2 AND p.payload IS NOT NULL
      """)
    defer { statement.reset() }
    for index in places.indices where isWanted(places[index]) {
      let key = places[index].key
      statement.bind(1, key.layer)
      statement.bind(2, key.id)
      statement.bind(3, Int64(min(longest, room)))
      if try statement.step() {
        if statement.isNothing(1) {
          left[key] = Int(statement.integer(0))
        } else if case let text = statement.text(1), (try? JSONValue(reading: text)) != nil {
          places[index].payload = text
          room -= text.utf8.count
        }
      }
      statement.reset()
    }
    return left
  }

  /// Returns a page of places in the order in which they were added; `next` is nil after the last page. Places that are added
  /// meanwhile come at the end. The filter's radius is ignored. A page ends after `limit` places or about `bytes` of JSON, and
  /// has at least one place.
  public func list(
    in layer: String? = nil, _ choice: PlaceFilter = PlaceFilter(), from cursor: Cursor? = nil, limit: Int = 100,
    bytes: Int = .max
  ) throws(DatabaseFault) -> (places: [Place], next: Cursor?) {
    try renewLayerNames()
    guard let condition = try condition(choice, in: layer, from: 3) else { return ([], nil) }
    let statement = try database.statement(
      "SELECT \(Self.columns) FROM places p WHERE p.row > ?1\(condition.text) ORDER BY p.row LIMIT ?2")
    defer { statement.reset() }
    statement.bind(1, cursor?.row ?? Int64.min)
    statement.bind(2, Int64(max(0, limit)) + 1)
    condition.bind(to: statement)
    var places: [Place] = [], last: Int64 = 0, size = 0
    while try statement.step() {
      if places.count == limit || size > bytes { return (places, Cursor(row: last)) }
      last = statement.integer(0)
      let place = try place(in: statement)
      size += place.encodedBytes
      places.append(place)
    }
    return (places, nil)
  }

  /// Returns the number of places in a layer or in all layers. The time does not grow with the number.
  public func count(in layer: String? = nil) throws(DatabaseFault) -> Int {
    guard let layer else { return Int(try database.number("SELECT sum(count) FROM layers")) }
    let statement = try database.statement("SELECT count FROM layers WHERE name = ?")
    defer { statement.reset() }
    statement.bind(1, layer)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// Returns the layers with their numbers of places, by name.
  public func layers() throws(DatabaseFault) -> [(name: String, count: Int)] {
    let statement = try database.statement("SELECT name, count FROM layers WHERE NOT removed ORDER BY name")
    defer { statement.reset() }
    var layers: [(name: String, count: Int)] = []
    while try statement.step() { layers.append((statement.text(0), Int(statement.integer(1)))) }
    return layers
  }

  /// Returns the condition; nil if the layer does not exist.
  func condition(_ choice: PlaceFilter?, in layer: String?, from first: CInt) throws(DatabaseFault) -> PlaceCondition? {
    guard let layer else { return PlaceCondition(choice, layer: nil, hasRemoved: try hasRemoved(), from: first) }
    guard let number = try self.layer(named: layer) else { return nil }
    return PlaceCondition(choice, layer: number, from: first)
  }

  /// From the columns of `columns`.
  func place(in statement: Statement) throws(DatabaseFault) -> Place {
    place(in: statement, layer: try layerName(statement.integer(1)))
  }

  /// Reads a place from the columns in `columns`.
  private func place(in statement: Statement, layer: String) -> Place {
    var place = Place(
      id: statement.text(2), layer: layer, name: statement.text(3), category: statement.text(4),
      position: Geodetic(latitude: Degrees(statement.double(6)), longitude: Degrees(statement.double(7))),
      height: HeightPolicy(kind: statement.integer(8), height: statement.double(9)),
      tags: Place.tags(joined: statement.text(5)), payload: statement.isNothing(10) ? nil : statement.text(10),
      isFavourite: statement.integer(11) != 0)
    if !statement.isNothing(12) { place.read(extras: statement.text(12)) }
    return place
  }

  /// Clears the cached names of layers after a change: another process may have removed a layer and reused its number.
  func renewLayerNames() throws(DatabaseFault) {
    let state = try database.state()
    guard state != namesState else { return }
    namesState = state
    layerNames = [:]
  }

  private func layerName(_ number: Int64) throws(DatabaseFault) -> String {
    if let known = layerNames[number] { return known }
    let statement = try database.statement("SELECT name FROM layers WHERE layer = ?")
    defer { statement.reset() }
    statement.bind(1, number)
    let name = try statement.step() ? statement.text(0) : ""
    layerNames[number] = name
    return name
  }
}
