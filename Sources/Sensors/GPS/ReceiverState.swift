public import Geometry
public import Samples

/// A receiver as a person sees it: whether it is used and why, and what it states.
public struct ReceiverState: Equatable, Sendable {
  /// gpsd's path of its device; empty if gpsd states none.
  public var device: String
  public var isUsed: Bool
  /// The reason why it is used; nil for one that is not used.
  public var cause: String?
  /// 0 without a fix, 2 or 3 dimensions.
  public var mode: Int
  /// The horizontal 95 % radius of its last fix.
  public var statedError: Length?
  public var rate: Frequency?
  public var lastFix: BootInstant?
  /// The numbers of its fixes that were used and that were not.
  public var usedCount: Int
  public var unusedCount: Int

  init(_ receiver: KnownReceiver, isUsed: Bool, cause: String?) {
    device = receiver.device
    self.isUsed = isUsed
    self.cause = isUsed ? cause : nil
    mode = Int(receiver.mode?.rawValue ?? 0)
    statedError = receiver.statedError
    rate = receiver.rate
    lastFix = receiver.lastFix
    usedCount = receiver.usedCount
    unusedCount = receiver.unusedCount
  }
}
