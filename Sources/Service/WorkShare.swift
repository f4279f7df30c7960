/// A part of the time, saved up to a limit: what scenes may use of the loop before poses would wait for them.
struct WorkShare {
  private let share: Double
  private let most: Int64
  private var saved: Int64
  private var counted: Int64?
  /// A session whose time is not this machine's leaves nothing out.
  var isUnlimited = false

  /// `share` of the time, at most so many nanoseconds at once.
  init(_ share: Double, most: Int64) {
    self.share = share
    self.most = most
    saved = most
  }

  mutating func isLeft(at time: Int64) -> Bool {
    if isUnlimited { return true }
    if let counted, time > counted { saved = min(most, saved + Int64(Double(time - counted) * share)) }
    counted = time
    return saved > 0
  }

  mutating func use(_ span: Int64) { if !isUnlimited { saved = max(-most, saved - span) } }
}
