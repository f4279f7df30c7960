public import Geometry

/// The estimated difference between a member's clock and this device's, and how late each message is.
///
/// A message with the time t on the sender's clock arrives at a on the receiver's: a − t = difference + delay. The delay is never
/// negative and is small for most messages, so the least a − t of the last minutes is the difference, up to the shortest delay;
/// what a message has above it is its lateness.
public struct ClockDifference: Equatable, Sendable {
  /// Two windows one after the other, so that a drifting clock is followed.
  private var least: Int64?
  private var leastBefore: Int64?
  private var windowEnd: Int64 = 0

  /// The length of a window.
  public static let window = TimeSpan(300)
  /// Above this lateness, one of the clocks was set; the estimate begins again.
  public static let mostLate = TimeSpan(5)
  /// From this on the difference is reported.
  public static let noticeable = TimeSpan(2)

  public init() {}

  /// The receiver's clock minus the sender's, with the shortest delay; nil before the first message.
  public var milliseconds: Int64? {
    guard let least else { return leastBefore }
    return min(least, leastBefore ?? least)
  }

  public var isNoticeable: Bool { (milliseconds ?? 0).magnitude > UInt64(Self.noticeable.value * 1000) }

  /// Records a message and returns its lateness. Both times are in milliseconds since 1970, within ±10¹⁷.
  public mutating func lateness(sent: Int64, arrived: Int64) -> TimeSpan {
    let apart = arrived - sent
    if arrived >= windowEnd || windowEnd - arrived > Int64(Self.window.value * 1000) {
      leastBefore = least
      least = nil
      windowEnd = arrived + Int64(Self.window.value * 1000)
    }
    if let known = milliseconds, apart - known > Int64(Self.mostLate.value * 1000) {
      leastBefore = nil
      least = apart
      return .zero
    }
    least = min(least ?? apart, apart)
    return .seconds(Double(apart - (milliseconds ?? apart)) / 1000)
  }
}
