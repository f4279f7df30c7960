import Bridge
import Phrases
import Samples
import Scenery
import Text
import Wire

// Changes of the scene → messages of the socket.

extension SceneEventMessage {
  init(_ event: ProximityEvent) {
    self.init(
      said: "proximity", event.kind.rawValue, at: event.time,
      [
        "layer": .string(event.key.layer), "id": .string(event.key.id), "name": .string(event.name),
        "distance": event.distance.map { .number($0.value) } ?? .null,
      ])
  }

  /// The wearer's floor is another one, or is known no longer.
  init(_ floor: FloorLevel.Estimate?, at time: BootInstant) {
    self.init(
      said: "level", "changed", at: time,
      [
        "level": floor.map { .number($0.level) } ?? .null, "sigma": floor.map { .number($0.sigma) } ?? .null,
        "source": floor.map { .string($0.source.rawValue) } ?? .null,
      ])
  }

  /// The wearer has begun or ended to look at a place.
  init(gaze code: String, _ key: PlaceKey, _ board: PlaceBoard, at time: BootInstant) {
    let name = board.places.first { $0.key == key }?.name ?? ""
    self.init(
      said: "gaze", code, at: time, ["layer": .string(key.layer), "id": .string(key.id), "name": .string(name)])
  }

  /// Returns the event with a text in a language; one for programs only keeps its English sentence.
  func told(in phrases: Phrases) -> SceneEventMessage {
    var message = self
    message.text = phrases.sentence(kind: kind, code: code, parameters) ?? english
    return message
  }

  /// An event whose sentence is in the catalogue.
  private init(said kind: String, _ code: String, at time: BootInstant, _ parameters: JSONValue) {
    self.init(
      kind: kind, code: code, time: time.nanoseconds, parameters: parameters,
      english: Phrases.english.sentence(kind: kind, code: code, parameters) ?? code)
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
