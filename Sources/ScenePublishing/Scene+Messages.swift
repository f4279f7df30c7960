import Bridge
import Samples
import Scenery
import Text
import Wire

// Changes of the scene → messages of the socket.

extension SceneEventMessage {
  init(_ event: ProximityEvent) {
    let english =
      switch event.kind {
      case .entered: "\(event.name) is near"
      case .at: "you are at \(event.name)"
      case .left: "you have left \(event.name)"
      }
    self.init(
      kind: "proximity", code: event.kind.rawValue, time: event.time.nanoseconds,
      parameters: [
        "layer": .string(event.key.layer), "id": .string(event.key.id), "name": .string(event.name),
        "distance": event.distance.map { .number($0.value) } ?? .null,
      ], english: english)
  }

  /// Makes one event of several statuses that changed at the same time.
  init(_ changes: ArraySlice<StatusChange>, at time: BootInstant) {
    let list = changes.map { change -> JSONValue in
      [
        "layer": .string(change.key.layer), "id": .string(change.key.id),
        "old": change.old.map { PlacementReport($0).json } ?? .null, "new": PlacementReport(change.new).json,
      ]
    }
    self.init(
      kind: "statuses", code: "changed", time: time.nanoseconds, parameters: ["changes": .array(list)],
      english: list.count == 1 ? "the status of a place has changed" : "the status of \(list.count) places has changed")
  }
}
