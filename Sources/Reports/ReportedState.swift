import Alignment
import Tracking

/// A state that the report shows over time. Decisions are made on the state; its text is made here, and only to be shown.
protocol ReportedState: Equatable, Sendable {
  /// Text for a table.
  var text: String { get }
  /// The color of the stretch in which the state holds.
  var color: StateColor { get }
}

/// The color of a stretch of the time line: a class of `ReportStyle`.
enum StateColor: String { case good, fair, bad, idle, silent }

extension ReportedState {
  /// The text of a state, or of its absence.
  static func name(of state: Self?) -> String { state?.text ?? "no poses" }
  static func color(of state: Self?) -> StateColor { state?.color ?? .silent }
}

extension TrackingState: ReportedState {
  var color: StateColor {
    if contains(.odometryLost) { return .bad }
    if isInitializing { return .idle }
    return isLimited ? .fair : .good
  }
}

extension LocalizationState: ReportedState {
  var color: StateColor {
    switch phase {
    case .none: .idle
    case .localizing: .fair
    case .localized: .good
    case .lost: .bad
    }
  }

  /// Text for people: `localizing: waiting for fix, not enough motion yet`.
  var words: String {
    let reasons = LocalizationReason.allCases.filter(contains).map(\.words)
    let state = phase.rawValue + (isPinned ? "+pinned" : "")
    return reasons.isEmpty ? state : "\(state): \(reasons.joined(separator: ", "))"
  }
}
