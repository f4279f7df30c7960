import Geodesy
import Geometry
import Scenery
import Text

/// The entrances among the nodes of an answer, which come before the ways that they belong to
/// (wiki.openstreetmap.org/wiki/Key:entrance).
struct OpenStreetMapEntrances: Sendable {
  /// Doors that are not for going in.
  private static let others: Set = ["no", "exit", "emergency", "service", "garage"]
  /// The most that are kept: a city has fewer.
  private static let most = 200_000

  private var known: [Int64: (place: Geodetic, isMain: Bool)] = [:]

  /// Keeps an element that is an entrance and nothing else; returns false for other elements.
  mutating func keep(_ element: JSONValue) -> Bool {
    guard element["type"]?.string == "node", let kind = element["tags"]?["entrance"]?.string,
      element["tags"]?["name"] == nil, let id = element["id"]?.integer, let latitude = element["lat"]?.double,
      let longitude = element["lon"]?.double
    else { return false }
    if !Self.others.contains(kind), known.count < Self.most {
      known[id] = (Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude)), kind == "main")
    }
    return true
  }

  /// The entrance of a way: its main one, else the first.
  func entrance(of element: JSONValue) -> Geodetic? {
    let doors = (element["nodes"]?.array ?? []).compactMap { $0.integer.flatMap { known[$0] } }
    return (doors.first { $0.isMain } ?? doors.first)?.place
  }
}
