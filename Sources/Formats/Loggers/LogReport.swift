/// What a logger's files had beside the samples that were taken from them: nothing is dropped in silence.
public struct LogReport: Equatable, Sendable {
  /// Lines that were refused for one reason.
  public struct Refusals: Equatable, Sendable {
    public var reason: String
    public var count: Int
    /// Where the first of them are.
    public var examples: [Example]
  }

  /// One refused line.
  public struct Example: Equatable, Sendable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// The column that is at fault; empty when it is the whole line.
    public var column: String

    public var description: String {
      "\(file.isEmpty ? "" : "\(file) ")line \(line)\(column.isEmpty ? "" : " (\(column))")"
    }
  }

  /// Lines or whole files that are of no use here.
  public struct Unused: Equatable, Sendable {
    public var what: String
    public var count: Int
  }

  public private(set) var refused: [Refusals] = []
  public private(set) var unused: [Unused] = []
  /// How things were understood, and what the recording lacks.
  public private(set) var notes: [String] = []

  static let examplesPerReason = 3
  /// Of unused lines and files, and of notes.
  static let mostKinds = 64

  public var refusedTotal: Int { refused.reduce(0) { $0 + $1.count } }

  mutating func refuse(_ refusal: LogRefusal, file: String, line: Int) {
    let index = refused.firstIndex { $0.reason == refusal.reason } ?? refused.count
    if index == refused.count { refused.append(Refusals(reason: refusal.reason, count: 0, examples: [])) }
    refused[index].count += 1
    if refused[index].examples.count < Self.examplesPerReason {
      refused[index].examples.append(Example(file: file, line: line, column: refusal.column))
    }
  }

  mutating func pass(_ what: String, count: Int = 1) {
    if let index = unused.firstIndex(where: { $0.what == what }) {
      unused[index].count += count
    } else if count > 0 {
      // A file can hold any number of kinds: those that come late are counted together.
      if unused.count < Self.mostKinds { return unused.append(Unused(what: what, count: count)) }
      pass("others, of more than \(Self.mostKinds) kinds", toOthers: count)
    }
  }

  private mutating func pass(_ what: String, toOthers count: Int) {
    if unused.last?.what != what { unused.append(Unused(what: what, count: 0)) }
    unused[unused.count - 1].count += count
  }

  /// Each is said once.
  mutating func note(_ sentence: String) {
    if !notes.contains(sentence), notes.count < Self.mostKinds { notes.append(sentence) }
  }
}

/// Why a line of a log is not taken. The reasons that a recording's lines are refused for have the same words here.
public struct LogRefusal: Error, Equatable, Sendable {
  var reason: String
  var column = ""

  static let tooMany = LogRefusal(reason: "more than are held at once: split the log")
}
