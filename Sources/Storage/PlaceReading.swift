public import Geodesy
public import Geometry
public import Scenery

/// What can be read of the places: a reader of the store cannot change it.
public protocol PlaceReading {
  func place(_ id: String, in layer: String) throws(DatabaseFault) -> Place?
  func find(
    within radius: Length, of center: Geodetic, _ choice: PlaceFilter, limit: Int, bytes: Int, withPayload: Bool,
    into places: inout [Place]
  ) throws(DatabaseFault) -> Int
  func fill(
    _ places: inout [Place], longest: Int, most: Int, where isWanted: (Place) -> Bool
  ) throws(DatabaseFault) -> [PlaceKey: Int]
  func list(
    in layer: String?, _ choice: PlaceFilter, from cursor: PlaceStore.Cursor?, limit: Int, bytes: Int
  ) throws(DatabaseFault) -> (places: [Place], next: PlaceStore.Cursor?)
  func count(in layer: String?) throws(DatabaseFault) -> Int
  func search(
    _ text: String, near center: Geodetic?, _ choice: PlaceFilter, limit: Int, bytes: Int
  ) throws(DatabaseFault) -> (places: [Place], isComplete: Bool)
  func filter(else usual: PlaceFilter) throws(DatabaseFault) -> PlaceFilter
}

extension PlaceStore: PlaceReading {}
