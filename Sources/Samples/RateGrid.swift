/// Values thinned to a rate. Times are on a grid, so that thinning does not drift against the samples.
public struct RateGrid: Sendable {
  private var next = BootInstant(nanoseconds: .min)

  public init() {}

  /// Returns whether a value is due; without a rate each one is. The grid restarts after a jump of the time.
  public mutating func isDue(at time: BootInstant, rate: Double?) -> Bool {
    guard let rate else { return true }
    let step = Int64(1e9 / rate)
    if next.nanoseconds != .min, time < next, next.nanoseconds &- time.nanoseconds <= 2 * step { return false }
    let isFirst = next.nanoseconds == .min || time < next || time.nanoseconds &- next.nanoseconds > step
    next = BootInstant(nanoseconds: (isFirst ? time.nanoseconds : next.nanoseconds) &+ step)
    return true
  }
}
