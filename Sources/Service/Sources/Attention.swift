/// Whether anybody wants to know where the wearer is, or has wanted to a short while ago. If not, the machine may sleep between
/// batches of samples.
struct Attention {
  private var lastAsked: Int64?
  private var isRelaxed = false

  /// Who asks now and then is served as if they had subscribed.
  private static let memory: Int64 = 5_000_000_000

  /// Whether samples may be relaxed from now on; nil if that is as before.
  mutating func change(isAsked: Bool, at time: Int64) -> Bool? {
    if isAsked { lastAsked = time }
    let relaxes = lastAsked.map { time - $0 > Self.memory } ?? true
    defer { isRelaxed = relaxes }
    return relaxes == isRelaxed ? nil : relaxes
  }
}
