import Text

/// One finding of the doctor: a state, and a remedy if one is needed.
struct Finding: Equatable, Sendable {
  /// Levels in rising order of severity.
  enum Level: Int, Comparable, CaseIterable, Sendable {
    case ok, note, warning, problem

    var name: String {
      switch self {
      case .ok: "ok"
      case .note: "note"
      case .warning: "warning"
      case .problem: "problem"
      }
    }
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Code for programs: it stays the same when the sentence is reworded.
  var code: String
  var level: Level
  var subject: String
  var sentence: String
  /// Remedy; empty if none is needed.
  var remedy: String

  var json: JSONValue {
    [
      "code": .string(code), "level": .string(level.name), "subject": .string(subject), "sentence": .string(sentence),
      "remedy": .string(remedy),
    ]
  }
}

/// A list of findings, filled subject by subject.
struct Findings {
  private(set) var all: [Finding] = []
  var subject = ""

  mutating func add(_ level: Finding.Level, _ code: String, _ sentence: String, _ remedy: String = "") {
    all.append(Finding(code: code, level: level, subject: subject, sentence: sentence, remedy: remedy))
  }
  mutating func ok(_ code: String, _ sentence: String) { add(.ok, code, sentence) }
  mutating func addNote(_ code: String, _ sentence: String, _ remedy: String = "") {
    add(.note, code, sentence, remedy)
  }
  mutating func warn(_ code: String, _ sentence: String, _ remedy: String = "") {
    add(.warning, code, sentence, remedy)
  }
  mutating func problem(_ code: String, _ sentence: String, _ remedy: String = "") {
    add(.problem, code, sentence, remedy)
  }
}
