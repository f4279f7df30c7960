import Bridge
import Geodesy
import Samples
import Scenery
import Text
import Wire

/// The places of a call: those to store, with their indices in the call, those that move, and the refused ones.
struct GivenPlaces: Sendable {
  var places: [Place] = []
  var indices: [Int] = []
  var moving: [(index: Int, place: Place)] = []
  var refusals: [RefusalMessage] = []

  /// `wearer`: the wearer's place, by which exchanged coordinates are found.
  init(_ values: [JSONValue], layer: String, wearer: Geodetic?, at time: BootInstant) {
    for (index, value) in values.enumerated() {
      do throws(MessageFault) {
        if let other = value.object?.first(where: { !PlaceMessage.memberNames.contains($0.name) }) {
          throw MessageFault(
            member: other.name, expected: "a member of Place; data of your own belong into its payload")
        }
        var place = try PlaceMessage(json: value).place()
        if let wearer, Place.isExchanged(place.position, seenFrom: wearer) {
          refusals.append(.init(index: index, id: place.id, reason: PlaceRefusal.Reason.exchanged.rawValue))
          continue
        }
        if let motion = place.motion {
          guard motion.isAllowed(at: time) else {
            refusals.append(.init(index: index, id: place.id, reason: PlaceRefusal.Reason.motion.rawValue))
            continue
          }
          place.key.layer = layer
          moving.append((index, place))
        } else {
          places.append(place)
          indices.append(index)
        }
      } catch {
        refusals.append(.init(index: index, id: value["id"]?.string ?? "", reason: "\(error)"))
      }
    }
  }
}
