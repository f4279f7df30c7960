/// A time budget: a share of elapsed time, saved up to a limit. Scenes may use it of the loop without delaying poses.
public struct WorkShare {
  private let share: Double
  private let most: Int64
  private var saved: Int64
  private var counted: Int64?
  /// True if the session's time is not this machine's: then nothing is left out.
  public var isUnlimited = false

  /// Makes a full budget with `share` of the elapsed time, and at most `most` nanoseconds.
  public init(_ share: Double, most: Int64) {
    self.share = share
    self.most = most
    saved = most
  }

  public mutating func isLeft(at time: Int64) -> Bool {
    if isUnlimited { return true }
    if let counted, time > counted { saved = min(most, saved + Int64(Double(time - counted) * share)) }
    counted = time
    return saved > 0
  }

  public mutating func use(_ span: Int64) { if !isUnlimited { saved = max(-most, saved - span) } }
}
