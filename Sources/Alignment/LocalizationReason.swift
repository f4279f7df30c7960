import Fusion

/// Reason for which the wearer is not localized. The order is that of the bits in messages (`LocalizationReasons`); a new
/// reason has a case and a row here, and a name there.
public enum LocalizationReason: Int, CaseIterable, Sendable {
  case waitingForFix, noMotion, magneticDisturbance, poorFix, undecidedWalk, contradictedHeading, compassContradicted,
    receiverElsewhere, carried, receiverDoubted, compassUnproved

  /// The name in messages and tables: `waiting-for-fix`.
  public var name: String { row.name }
  /// Its meaning, and what ends it.
  public var meaning: String { row.meaning }
  /// The name for people: `waiting for fix`. The way may be too short for a heading while the wearer walks.
  public var words: String {
    self == .noMotion ? "not enough motion yet" : String(row.name.map { $0 == "-" ? " " : $0 })
  }

  func holds(_ evidence: LocalizationEvidence, _ parameters: LocalizationParameters) -> Bool {
    row.holds(evidence, parameters)
  }

  private var row: Row { Self.table[rawValue] }

  private struct Row: Sendable {
    var name: String
    var meaning: String
    var holds: @Sendable (LocalizationEvidence, LocalizationParameters) -> Bool
  }

  private static let table = [
    Row(name: "waiting-for-fix", meaning: "No usable fix has arrived yet, or for a long time.") { $0.lacksFix($1) },
    Row(name: "no-motion", meaning: "The walked way is too short to determine the heading.") { $0.lacksMotion($1) },
    Row(
      name: "magnetic-disturbance", meaning: "The field differs from the Earth's, so the compass is not used."
    ) { $0.isDisturbed($1) },
    Row(name: "poor-fix", meaning: "Fixes arrive, but they state large errors, or contradict each other.") {
      $0.hasPoorFix($1)
    },
    Row(
      name: "undecided-walk",
      meaning: "Steps are counted, but it is not known yet whether they are progress; some metres of walking show it."
    ) { $0.lacksHeading($1) && $0.grounds.isWalkUndecided },
    Row(
      name: "contradicted-heading",
      meaning: "The way and the fixes contradict the heading; some metres of walking show which is right."
    ) { $0.lacksHeading($1) && $0.grounds.isHeadingContradicted },
    Row(
      name: "compass-contradicted",
      meaning: "The compass is probably wrong; some metres of straight walking replace it."
    ) { $0.lacksHeading($1) && $0.grounds.doubts.counts(.compass) },
    Row(
      name: "receiver-elsewhere",
      meaning: "The fixes are probably far off, as between high walls; the open sky ends it."
    ) { $0.isUnsure($1) && $0.grounds.doubts.counts(.receiver) },
    Row(
      name: "carried",
      meaning: "The wearer probably moves as the steps do not: on wheels, or with a device in a loose pocket."
    ) { $0.isUnsure($1) && $0.isCarried },
    Row(
      name: "receiver-doubted",
      meaning:
        "The fixes agree with each other and not with the place; it is as likely there as here, until one gives in."
    ) { $0.isUnsure($1) && $0.grounds.isReceiverDoubted },
    Row(
      name: "compass-unproved",
      meaning:
        "Nothing but the compass has told the heading; it is not known from a walk, or not as it was. Some tens of metres show it."
    ) { !$0.isHeadingConfirmed($1) && !$0.grounds.awaitsTurn },
  ]
}
