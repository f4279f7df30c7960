/// The words after a command's name, parsed by its syntax.
public struct Arguments {
  public let operands: [String]
  private var values: [(name: String, value: String)] = []
  private let syntax: Syntax

  public init(_ words: [String], _ syntax: Syntax) throws(Failure) {
    self.syntax = syntax
    var operands: [String] = []
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      // A minus before a digit or point is a number, and a lone minus is standard input.
      let isOperand =
        optionsEnded || !word.hasPrefix("-") || word == "-"
        || word.dropFirst().first.map { $0.isNumber || $0 == "." } == true
      if isOperand {
        operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = syntax.options.first(where: { $0.name == name || $0.short == name }) else {
          throw .unknown(
            "option of 'gnomon \(syntax.name)'", name, among: syntax.options.map(\.name),
            list: "gnomon \(syntax.name) --help")
        }
        if !option.choices.isEmpty {
          var choice = parts.count == 2 ? String(parts[1]) : nil
          if choice == nil, let next = rest.first, option.choices.contains(next) { choice = rest.popFirst() }
          guard choice.map(option.choices.contains) ?? true else {
            throw .unknown("value of \(option.name)", choice ?? "", among: option.choices)
          }
          values.append((option.name, choice ?? ""))
        } else if option.value == nil {
          guard parts.count == 1 else { throw .usage("\(option.name) takes no value", syntax) }
          values.append((option.name, ""))
        } else if parts.count == 2 {
          values.append((option.name, String(parts[1])))
        } else {
          guard let value = rest.popFirst() else {
            throw .usage("\(option.name) needs \(option.value ?? "a value")", syntax)
          }
          values.append((option.name, value))
        }
      }
    }
    self.operands = operands
    guard syntax.operandCount.contains(operands.count) else {
      let wanted = syntax.operands.isEmpty ? "no operands" : syntax.operands
      throw .usage("expected \(wanted), not \(operands.count) operand\(operands.count == 1 ? "" : "s")", syntax)
    }
  }

  public func has(_ name: String) -> Bool { values.contains { $0.name == name } }
  public func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }
  /// The value of an option; the last one counts.
  public func text(_ name: String) -> String? { values.last { $0.name == name }?.value }

  public func number(_ name: String, in range: ClosedRange<Double> = -1e300...1e300) throws(Failure) -> Double? {
    guard let text = text(name) else { return nil }
    return try Self.number(text, name, in: range, syntax)
  }

  public func whole(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = text(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      let upTo = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw .usage("\(name) must be a whole number from \(range.lowerBound)\(upTo), not '\(text)'", syntax)
    }
    return value
  }

  /// A number of an operand; the failure names the operand.
  public static func number(
    _ text: String, _ name: String, in range: ClosedRange<Double> = -1e300...1e300, _ syntax: Syntax
  ) throws(Failure) -> Double {
    guard let value = Double(text), value.isFinite else {
      let pointed = text.replacing(",", with: ".")
      if let meant = Double(pointed), meant.isFinite {
        throw .usage("\(name) must be a number with a decimal point: \(pointed), not '\(text)'", syntax)
      }
      throw .usage("\(name) must be a number, not '\(text)'", syntax)
    }
    guard range.contains(value) else {
      throw .usage("\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(text)", syntax)
    }
    return value
  }
}
