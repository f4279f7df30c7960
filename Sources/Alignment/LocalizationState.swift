/// How well the wearer is placed on Earth, and if not well, what is missing (features.md §4).
public struct LocalizationState: Equatable, Sendable {
  public enum Phase: String, CaseIterable, Sendable {
    /// There is no scene yet that could be placed.
    case none
    /// Not yet well enough in this scene.
    case localizing
    case localized
    /// Well enough once in this scene, and no more.
    case lost
  }
  public enum Reason: UInt8, CaseIterable, Sendable {
    case waitingForFix, noMotion, magneticDisturbance, poorFix, undecidedWalk, contradictedHeading

    public var name: String {
      switch self {
      case .waitingForFix: "waiting-for-fix"
      case .noMotion: "no-motion"
      case .magneticDisturbance: "magnetic-disturbance"
      case .poorFix: "poor-fix"
      case .undecidedWalk: "undecided-walk"
      case .contradictedHeading: "contradicted-heading"
      }
    }
  }

  public internal(set) var phase = Phase.none
  /// The heading is held by hand; says nothing of the place.
  public internal(set) var isPinned = false
  /// One bit per reason.
  private var reasons: UInt8 = 0

  public init() {}

  mutating func insert(_ reason: Reason) { reasons |= 1 << reason.rawValue }
  mutating func removeReasons() { reasons = 0 }
  /// While localizing or lost only: a localized wearer misses nothing.
  public func contains(_ reason: Reason) -> Bool { reasons & (1 << reason.rawValue) != 0 }

  /// As it stands in a table: `none`, `localizing(waiting-for-fix+no-motion)`, `localized`, `lost(poor-fix)`; with a pinned
  /// heading `localized+pinned`, `lost(poor-fix)+pinned`. Never a comma.
  public var text: String {
    let names = Reason.allCases.filter(contains).map(\.name)
    return phase.rawValue + (names.isEmpty ? "" : "(\(names.joined(separator: "+")))") + (isPinned ? "+pinned" : "")
  }
}
