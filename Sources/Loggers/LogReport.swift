/// The parts of a logger's files that did not become samples: each is counted.
public struct LogReport: Equatable, Sendable {
  /// Lines that were refused for one reason.
  public struct Refusals: Equatable, Sendable {
    public var reason: String
    public var count: Int
    /// The places of the first ones.
    public var examples: [Example]
  }

  /// One refused line, or point, or message.
  public struct Example: Equatable, Sendable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// The kind of thing that `line` counts.
    public var unit = "line"
    /// The column with the fault; empty if it is the whole line.
    public var column: String

    public var description: String {
      "\(file.isEmpty ? "" : "\(file) ")\(unit) \(line)\(column.isEmpty ? "" : " (\(column))")"
    }
  }

  /// Lines or whole files without use here.
  public struct Unused: Equatable, Sendable {
    public var what: String
    public var count: Int
  }

  public private(set) var refused: [Refusals] = []
  public private(set) var unused: [Unused] = []
  /// Assumptions made in reading, and contents that the recording lacks.
  public private(set) var notes: [String] = []

  static let examplesPerReason = 3
  /// Largest number of kinds of unused lines and files, and of notes.
  static let mostKinds = 64

  public var refusedTotal: Int { refused.reduce(0) { $0 + $1.count } }

  mutating func refuse(_ refusal: LogRefusal, file: String, line: Int, unit: String = "line") {
    let index = refused.firstIndex { $0.reason == refusal.reason } ?? refused.count
    if index == refused.count { refused.append(Refusals(reason: refusal.reason, count: 0, examples: [])) }
    refused[index].count += 1
    if refused[index].examples.count < Self.examplesPerReason {
      refused[index].examples.append(Example(file: file, line: line, unit: unit, column: refusal.column))
    }
  }

  mutating func countUnused(_ what: String, count: Int = 1) {
    if let index = unused.firstIndex(where: { $0.what == what }) {
      unused[index].count += count
    } else if count > 0 {
      // A file can contain any number of kinds: the later ones are counted together.
      if unused.count < Self.mostKinds { return unused.append(Unused(what: what, count: count)) }
      countUnused("others, of more than \(Self.mostKinds) kinds", toOthers: count)
    }
  }

  private mutating func countUnused(_ what: String, toOthers count: Int) {
    if unused.last?.what != what { unused.append(Unused(what: what, count: 0)) }
    unused[unused.count - 1].count += count
  }

  /// Adds the refusals, unused parts and notes of another log, whose files are then named by `name`.
  mutating func append(_ other: LogReport, named name: String) {
    for refusals in other.refused {
      let index = refused.firstIndex { $0.reason == refusals.reason } ?? refused.count
      if index == refused.count { refused.append(Refusals(reason: refusals.reason, count: 0, examples: [])) }
      refused[index].count += refusals.count
      for var example in refusals.examples where refused[index].examples.count < Self.examplesPerReason {
        example.file = example.file.isEmpty ? name : "\(name)/\(example.file)"
        refused[index].examples.append(example)
      }
    }
    for part in other.unused { countUnused("\(part.what) (\(name))", count: part.count) }
    for note in other.notes { addNote("\(name): \(note)") }
  }

  mutating func removeNotes(_ sentences: [String]) { notes.removeAll { sentences.contains($0) } }

  /// Adds a note, once.
  mutating func addNote(_ sentence: String) {
    if !notes.contains(sentence), notes.count < Self.mostKinds { notes.append(sentence) }
  }
}

/// Reason to refuse a line of a log. Reasons in common with a recording's lines have the same words.
public struct LogRefusal: Error, Equatable, Sendable {
  public var reason: String
  public var column = ""

  static let tooMany = LogRefusal(reason: "more than the limit of memory: split the log")
}
