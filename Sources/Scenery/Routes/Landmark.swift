import Geodesy
import Geometry
public import Text

/// A place of the wearer's own that names a turn: `right after Café X`.
public struct Landmark: Equatable, Sendable {
  /// Where one turns, on the way there.
  public enum Turn: String, CaseIterable, Sendable { case before, at, after }

  public var key: PlaceKey
  public var name: String
  public var turn: Turn

  /// A place farther from a turn belongs to another corner.
  static let farthest = 15.0
  /// Within this of the corner, along the way, a place is at it: what a map is good to.
  private static let same = 3.0

  /// Returns the place nearest to a turn of a route; nil without one that is near.
  public init?(at step: RouteStep, of track: RouteTrack, among places: some Sequence<Place>) {
    let corner = track.place(at: step.length), back = track.place(at: step.length - .metres(10))
    var best = Self.farthest
    var found: (place: Place, along: Double)?
    let way = back.smallOffset(to: corner), length = way.horizontal
    guard length > 0 else { return nil }
    for place in places where !place.name.isEmpty && place.motion == nil {
      let offset = corner.smallOffset(to: place.position)
      guard offset.horizontal <= best else { continue }
      best = offset.horizontal
      found = (place, (offset.x * way.x + offset.z * way.z) / length)
    }
    guard let found else { return nil }
    key = found.place.key
    name = found.place.name
    turn = found.along < -Self.same ? .after : found.along > Self.same ? .before : .at
  }

  public var json: JSONValue {
    ["layer": .string(key.layer), "id": .string(key.id), "name": .string(name), "turn": .string(turn.rawValue)]
  }
}
