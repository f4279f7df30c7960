/// The door of the pipeline: each sample is put on the grid, held against the rules that a recording's line is read by, and
/// counted. A live session and the replay of its recording pass through the same door, so they are the same computation, and what
/// lies behind it trusts its samples.
public struct Door: Sendable {
  private var order = ArrivalOrder()
  /// Samples that have passed, and those that were refused.
  public private(set) var admitted = 0
  public private(set) var refused = 0

  public init() {}

  /// Quantizes the sample in place, and returns why it is refused; nil for one that has passed.
  public mutating func admit(_ sample: inout Sample) -> Refusal? {
    sample = sample.quantized
    if let refusal = sample.refusal ?? order.admit(sample) {
      refused &+= 1
      return refusal
    }
    admitted &+= 1
    return nil
  }

  /// Why a sample would be refused now; nil for one that would pass.
  public func refusal(of sample: Sample) -> Refusal? {
    var door = self, sample = sample
    return door.admit(&sample)
  }
}
