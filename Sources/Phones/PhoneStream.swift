/// The count and the rate of one kind of reading.
public struct PhoneStream: Equatable, Sendable {
  public private(set) var count = 0
  /// Readings a second by their stamps; nil before the first whole second.
  public private(set) var rate: Double?
  /// This machine's time of the last arrival, in nanoseconds.
  public private(set) var lastArrival: Int64 = .min
  private var begin: Int64 = 0, inWindow = 0
  private static let window: Int64 = 1_000_000_000

  public init() {}

  mutating func record(_ stamp: Int64, at arrival: Int64) {
    count += 1
    lastArrival = arrival
    let passed = stamp &- begin
    if inWindow == 0 || passed < 0 || passed > 60 * Self.window {
      (begin, inWindow) = (stamp, 1)
      return
    }
    guard passed >= Self.window else { return inWindow += 1 }
    rate = Double(inWindow) / (Double(passed) * 1e-9)
    (begin, inWindow) = (stamp, 1)
  }

  /// Begins anew: the stamps are of another clock.
  mutating func restart() {
    inWindow = 0
    rate = nil
  }

  /// Whether something has come within this time, in nanoseconds.
  public func isFlowing(at now: Int64, within span: Int64) -> Bool { count > 0 && now - lastArrival < span }
}
