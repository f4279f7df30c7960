/// What a short look at a calibration in force comes to.
public enum CalibrationVerdict: String, CaseIterable, Comparable, Sendable {
  /// Beyond what tracking absorbs by itself: calibrate again.
  case redo
  /// No longer what it was, and still of use.
  case drifting
  /// As good as when it was made.
  case good

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}
