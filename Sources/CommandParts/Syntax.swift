/// The options and operands of a command, with the texts of its help.
public struct Syntax: Sendable {
  public struct Option: Sendable {
    /// The name with its dashes.
    public var name: String
    /// The placeholder of its value; nil for a switch.
    public var value: String?
    public var meaning: String
    public var short: String?
    /// The words that may follow a switch; empty if none may.
    public var choices: [String] = []
    /// The kind of its value; nil for a switch.
    public var kind: ValueKind?

    public static func flag(_ name: String, _ meaning: String) -> Option { Option(name: name, meaning: meaning) }
    /// `kind` is needed if the placeholder does not determine it (`ValueKind.usual`).
    public static func value(
      _ name: String, _ value: String, _ meaning: String, short: String? = nil, kind: ValueKind? = nil
    ) -> Option {
      Option(name: name, value: value, meaning: meaning, short: short, kind: kind ?? .usual(for: value))
    }
    public static func choice(_ name: String, _ value: String, among choices: [String], _ meaning: String) -> Option {
      Option(name: name, value: "[\(value)]", meaning: meaning, choices: choices, kind: .words(choices))
    }
    public static let json = flag("--json", "print the result as JSON")
  }

  public var name: String
  public var summary: String
  /// The operands as the usage line shows them.
  public var operands: String
  public var operandCount: ClosedRange<Int>
  /// The kinds of the operands, in their order; empty if the usage line determines them.
  public var operandKinds: [ValueKind] = []
  public var explanation: String
  public var options: [Option] = []
  public var examples: [(line: String, meaning: String)] = []

  public init(
    name: String, summary: String, operands: String, operandCount: ClosedRange<Int>, operandKinds: [ValueKind] = [],
    explanation: String, options: [Option] = [], examples: [(line: String, meaning: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.operandKinds = operandKinds
    self.explanation = explanation
    self.options = options
    self.examples = examples
  }

  /// The line that shows how it is typed.
  var usage: String {
    "usage: gnomon \(name)" + (operands.isEmpty ? "" : " \(operands)") + (options.isEmpty ? "" : " [options]")
  }

  public var help: String {
    var text = "gnomon \(name): \(summary)\n\n\(usage)\n\n\(explanation)\n"
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

  /// The placeholders of the operands: `LAT`, `LON`, `NAME`; the last may stand for several.
  public var operandNames: [String] {
    operands.replacing(" | ", with: "|").split(separator: " ").map { word in
      String(word.filter { !"[]…".contains($0) }.replacing("...", with: ""))
    }.filter { !$0.isEmpty }
  }

  /// The kind of the operand at this place; nil if no operand is allowed there.
  public func operandKind(at index: Int) -> ValueKind? {
    guard index < operandCount.upperBound else { return nil }
    let kinds = operandKinds.isEmpty ? operandNames.map(ValueKind.usual) : operandKinds
    return index < kinds.count ? kinds[index] : kinds.last
  }
}
