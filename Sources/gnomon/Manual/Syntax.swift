/// What a command may be given, and how its help explains it.
struct Syntax: Sendable {
  struct Option: Sendable {
    /// With its dashes.
    var name: String
    /// What stands for its value; nil for a switch.
    var value: String?
    var meaning: String
    var short: String?
    /// What may follow a switch, if anything does.
    var choices: [String] = []
    /// What its value is; nil for a switch.
    var kind: ValueKind?

    static func flag(_ name: String, _ meaning: String) -> Option { Option(name: name, meaning: meaning) }
    /// `kind` where the word that stands for the value does not tell (`ValueKind.usual`).
    static func value(
      _ name: String, _ value: String, _ meaning: String, short: String? = nil, kind: ValueKind? = nil
    ) -> Option {
      Option(name: name, value: value, meaning: meaning, short: short, kind: kind ?? .usual(for: value))
    }
    static func choice(_ name: String, _ value: String, among choices: [String], _ meaning: String) -> Option {
      Option(name: name, value: "[\(value)]", meaning: meaning, choices: choices, kind: .words(choices))
    }
    static let json = flag("--json", "print the result as JSON")
  }

  var name: String
  var summary: String
  /// The operands as the usage line shows them.
  var operands: String
  var operandCount: ClosedRange<Int>
  /// What the operands are, in their order, where the usage line does not tell.
  var operandKinds: [ValueKind] = []
  var explanation: String
  var options: [Option] = []
  var examples: [(line: String, meaning: String)] = []

  var help: String {
    var text = "gnomon \(name): \(summary)\n\nusage: gnomon \(name)\(operands.isEmpty ? "" : " " + operands)"
    if !options.isEmpty { text += " [options]" }
    text += "\n\n\(explanation)\n"
    if !options.isEmpty {
      text += "\noptions:\n"
      let heads = options.map { option in
        (option.short.map { "\($0), " } ?? "") + option.name + (option.value.map { " \($0)" } ?? "")
      }
      let width = heads.map(\.count).max() ?? 0
      for (head, option) in zip(heads, options) { text += "  \(head.padded(to: width))  \(option.meaning)\n" }
    }
    if !examples.isEmpty {
      text += "\nexamples:\n"
      for example in examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    }
    return text
  }

  /// What stands for the operands: `LAT`, `LON`, `NAME`; the last may stand for many.
  var operandNames: [String] {
    operands.replacing(" | ", with: "|").split(separator: " ").map { word in
      String(word.filter { !"[]…".contains($0) }.replacing("...", with: ""))
    }.filter { !$0.isEmpty }
  }

  /// What the operand at this place is; nil where none may stand.
  func operandKind(at index: Int) -> ValueKind? {
    guard index < operandCount.upperBound else { return nil }
    let kinds = operandKinds.isEmpty ? operandNames.map(ValueKind.usual) : operandKinds
    return index < kinds.count ? kinds[index] : kinds.last
  }
}
