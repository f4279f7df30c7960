/// Verdict of a short check of a calibration in force.
public enum CalibrationVerdict: String, CaseIterable, Comparable, Sendable {
  /// The error exceeds what tracking absorbs: calibrate again.
  case redo
  /// Worse than when it was made, and still useful.
  case drifting
  /// As good as when it was made.
  case good

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}
