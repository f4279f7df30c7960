/// The record of the last request for poses. Without a request for five seconds, and without subscribers, the machine may sleep
/// between batches of samples.
struct Attention {
  private var lastAsked: Int64?
  private var isBatching = false

  /// The time, in nanoseconds, for which a single request counts like a subscription.
  private static let memory: Int64 = 5_000_000_000

  /// Returns whether samples may come in batches from now on; nil if that has not changed.
  mutating func change(isAsked: Bool, at time: Int64) -> Bool? {
    if isAsked { lastAsked = time }
    let isUnattended = lastAsked.map { time - $0 > Self.memory } ?? true
    defer { isBatching = isUnattended }
    return isUnattended == isBatching ? nil : isUnattended
  }
}
