/// How well the wearer is placed on Earth, and if not well, the reasons (docs/engine.md, the state of localization).
public struct LocalizationState: Equatable, Sendable {
  public enum Phase: String, CaseIterable, Sendable {
    /// There is no scene yet.
    case none
    /// Not yet accurate enough in this scene.
    case localizing
    case localized
    /// Accurate enough before in this scene, but not now.
    case lost
  }

  public internal(set) var phase = Phase.none
  /// Whether the heading is held by hand; independent of the place.
  public internal(set) var isPinned = false
  /// One bit per reason.
  public private(set) var reasons: UInt16 = 0

  public init() {}

  mutating func insert(_ reason: LocalizationReason) { reasons |= 1 << reason.rawValue }
  mutating func removeReasons() { reasons = 0 }
  /// Reasons exist only while localizing or lost.
  public func contains(_ reason: LocalizationReason) -> Bool { reasons & (1 << reason.rawValue) != 0 }

  /// The state as text for tables: `none`, `localizing(waiting-for-fix+no-motion)`, `localized`, `lost(poor-fix)`; with a pinned
  /// heading `localized+pinned`, `lost(poor-fix)+pinned`. It never contains a comma.
  public var text: String {
    let names = LocalizationReason.allCases.filter(contains).map(\.name)
    return phase.rawValue + (names.isEmpty ? "" : "(\(names.joined(separator: "+")))") + (isPinned ? "+pinned" : "")
  }
}
