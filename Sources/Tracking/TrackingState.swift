/// How well motion is tracked, and if not normally, the reasons.
public struct TrackingState: Equatable, Sendable {
  public enum Reason: UInt8, CaseIterable, Sendable {
    case noGyroscope, saturated, odometryLost, stale

    public var name: String {
      switch self {
      case .noGyroscope: "no-gyro"
      case .saturated: "saturated"
      case .odometryLost: "odometry-lost"
      case .stale: "stale"
      }
    }
  }

  public var isInitializing: Bool
  /// One bit per reason.
  private var reasons: UInt8 = 0

  public static let initializing = TrackingState(isInitializing: true)
  public static let normal = TrackingState(isInitializing: false)

  private init(isInitializing: Bool) { self.isInitializing = isInitializing }

  mutating func formUnion(_ other: TrackingState) { reasons |= other.reasons }
  public mutating func insert(_ reason: Reason) { reasons |= 1 << reason.rawValue }
  public func contains(_ reason: Reason) -> Bool { reasons & (1 << reason.rawValue) != 0 }
  public var isLimited: Bool { reasons != 0 }

  /// The state as text for tables: `normal`, or `limited(no-gyro+saturated)`.
  public var text: String {
    if isInitializing { return "initializing" }
    let names = Reason.allCases.filter(contains).map(\.name)
    return names.isEmpty ? "normal" : "limited(\(names.joined(separator: "+")))"
  }
}
