import Text

/// One thing that the doctor has looked at: how it is, and what would help.
struct Finding: Equatable, Sendable {
  /// In rising order.
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

  /// For programs: it stays when the sentence is put otherwise.
  var code: String
  var level: Level
  var subject: String
  var sentence: String
  /// What to do; empty where nothing is to be done.
  var remedy: String

  var json: JSONValue {
    [
      "code": .string(code), "level": .string(level.name), "subject": .string(subject), "sentence": .string(sentence),
      "remedy": .string(remedy),
    ]
  }
}

/// What gathers findings about one subject.
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
