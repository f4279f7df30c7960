/// Counts of losses and errors, by reason.
public struct GlassesCounts: Equatable, Sendable {
  public var lost = 0, skipped = 0, undated = 0, repeated = 0, truncated = 0, unknown = 0, invalid = 0
  public var checksums = 0, records = 0
  /// Answers to messages that were not of this program.
  public var foreign = 0
  public var clockSteps = 0
  /// Starts after the first one.
  public var restarts = 0

  public init() {}

  /// Those that are not zero.
  public var named: [(reason: String, count: Int)] {
    [
      ("reports lost before they were read", lost), ("single reports left out", skipped),
      ("reports without a time, as after a sleep of the machine", undated), ("reports that came twice", repeated),
      ("truncated reports", truncated), ("reports of an unknown kind", unknown),
      ("reports with impossible scales", invalid), ("answers with a wrong checksum", checksums),
      ("factory records that could not be read", records), ("answers to another program", foreign),
      ("steps of the glasses' clock", clockSteps), ("restarts", restarts),
    ].filter { $0.1 > 0 }
  }
}
