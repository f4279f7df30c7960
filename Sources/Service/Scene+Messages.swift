import Bridge
import Samples
import Scenery
import Text
import Wire

// Changes of the scene → messages of the socket.

extension SceneEventMessage {
  init(_ event: ProximityEvent) {
    let name = SceneKeeper.name(event.id)
    let verb = event.kind == .entered ? "you are at" : "you have left"
    self.init(
      kind: "proximity", code: event.kind.rawValue, time: event.time.nanoseconds,
      parameters: [
        "layer": .string(name.layer), "id": .string(name.id), "name": .string(event.name),
        "distance": event.distance.map { .number($0.value) } ?? .null,
      ], english: "\(verb) \(event.name)")
  }

  /// Several statuses that have changed at once.
  init(_ changes: ArraySlice<StatusChange>, at time: BootInstant) {
    let list = changes.map { change -> JSONValue in
      let name = SceneKeeper.name(change.id)
      return [
        "layer": .string(name.layer), "id": .string(name.id),
        "old": change.old.map { PlacementReport($0).json } ?? .null, "new": PlacementReport(change.new).json,
      ]
    }
    self.init(
      kind: "statuses", code: "changed", time: time.nanoseconds, parameters: ["changes": .array(list)],
      english: list.count == 1 ? "a place has another status" : "\(list.count) places have another status")
  }
}
