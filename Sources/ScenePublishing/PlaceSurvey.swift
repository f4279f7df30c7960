public import Geodesy
import Geometry
import Scenery
import Storage
import Wire

/// A look-up of the places around the wearer for the worker, and its outcome.
public struct PlaceSurvey: Sendable {
  public var place: Geodetic
  var reach: Length
  var filter: PlaceFilter
  /// Places to look up at any distance.
  var targets: [PlaceKey]
  /// Places that have to be on the board: targets, and places that were picked.
  var pinned: Set<PlaceKey> = []
  var withPayload = false

  struct Outcome: Sendable {
    public var places: [Place] = []
    var targets: [PlaceKey: Place] = [:]
    public var isCrowded = false
    /// The sizes of payloads that are too long for a frame.
    var longPayloads: [PlaceKey: Int] = [:]
  }

  func outcome(_ store: any PlaceReading) throws(DatabaseFault) -> Outcome {
    var outcome = Outcome()
    var total = try store.find(
      within: reach, of: place, PlaceFilter(), limit: PlaceDesk.most, bytes: PlaceDesk.mostBytes, withPayload: false,
      into: &outcome.places)
    // If there are more places than the limit, those that match the filter have priority.
    if total > outcome.places.count, !filter.isOpen {
      total = try store.find(
        within: reach, of: place, filter, limit: PlaceDesk.most, bytes: PlaceDesk.mostBytes, withPayload: false,
        into: &outcome.places)
    }
    outcome.isCrowded = total > outcome.places.count
    for key in targets { outcome.targets[key] = try store.place(key.id, in: key.layer) }
    if outcome.isCrowded { try addKept(to: &outcome, store) }
    if withPayload {
      var rest = Limits.placesWithPayload
      outcome.longPayloads = try store.fill(
        &outcome.places, longest: Limits.framePayload, most: Limits.framePayloads
      ) { place in
        guard filter.wants(place) || pinned.contains(place.key), rest > 0 else { return false }
        rest -= 1
        return true
      }
    }
    return outcome
  }

  /// Adds favorites, targets and picked places that nearer places have crowded out of the query.
  private func addKept(to outcome: inout Outcome, _ store: any PlaceReading) throws(DatabaseFault) {
    var liked = PlaceFilter(), kept: [Place] = []
    liked.favouritesOnly = true
    _ = try store.find(
      within: reach, of: place, liked, limit: PlaceDesk.most, bytes: PlaceDesk.mostBytes / 4, withPayload: false,
      into: &kept)
    for key in pinned {
      if var place = try store.place(key.id, in: key.layer) {
        place.payload = nil
        kept.append(place)
      }
    }
    var known = Set(outcome.places.map(\.key))
    for place in kept where known.insert(place.key).inserted { outcome.places.append(place) }
  }
}
