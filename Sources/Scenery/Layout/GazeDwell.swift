public import Geometry
public import Samples

/// The place at which the wearer looks: known after the line of sight has stayed on its label for a while.
public struct GazeDwell: Sendable {
  public enum Event: Equatable, Sendable {
    case dwelled(PlaceKey)
    case ended(PlaceKey)
  }

  /// Time on one label until it counts as looked at.
  private let dwell: TimeSpan
  /// A shorter look aside does not end it: eyes and heads twitch.
  private static let twitch = TimeSpan(0.3)

  /// The place under the line of sight since then, and the last time that it was.
  private var candidate: (key: PlaceKey, since: BootInstant, seen: BootInstant)?
  private var isDwelling = false

  public init(after dwell: TimeSpan) { self.dwell = dwell }

  /// Updates with the place under the line of sight. At most two events: one look ends, and another one counts.
  public mutating func update(_ picked: PlaceKey?, at time: BootInstant) -> [Event] {
    var events: [Event] = []
    if let old = candidate, old.key == picked {
      candidate?.seen = time
    } else if candidate.map({ time - $0.seen > Self.twitch }) ?? true || (picked != nil && !isDwelling) {
      if let old = candidate, isDwelling { events.append(.ended(old.key)) }
      isDwelling = false
      candidate = picked.map { ($0, time, time) }
    }
    if let now = candidate, !isDwelling, now.key == picked, time - now.since >= dwell {
      isDwelling = true
      events.append(.dwelled(now.key))
    }
    return events
  }
}
