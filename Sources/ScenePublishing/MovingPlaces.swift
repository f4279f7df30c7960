import Samples
import Scenery
import Wire

/// The places that move, with the users that have stated them. They are not stored, and end a minute after the last statement.
struct MovingPlaces {
  private var known: [PlaceKey: (place: Place, user: UInt32)] = [:]

  subscript(_ key: PlaceKey) -> Place? { known[key]?.place }

  /// All of them, by id.
  var places: [Place] { known.values.map(\.place).sorted { $0.id < $1.id } }

  /// Adds a place, or replaces that with the same key; returns the reason of a refusal.
  mutating func add(_ place: Place, by user: UInt32) -> PlaceRefusal.Reason? {
    if let reason = place.keepingRefusal { return reason }
    guard (place.payload?.utf8.count ?? 0) <= Limits.framePayload else { return .movingPayload }
    if known[place.key] == nil {
      let own = known.values.count { $0.user == user }
      guard known.count < Limits.movingPlaces, own < Limits.movingPlacesPerUser else { return .tooManyMoving }
    }
    known[place.key] = (place, user)
    return nil
  }

  /// Removes places, and returns their keys.
  mutating func remove(where isWanted: (Place) -> Bool) -> Set<PlaceKey> {
    let gone = Set(known.filter { isWanted($0.value.place) }.keys)
    for key in gone { known[key] = nil }
    return gone
  }

  var isEmpty: Bool { known.isEmpty }
}
