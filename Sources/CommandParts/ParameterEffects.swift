import CEffects
public import Samples
public import Text

/// The effects of a parameter's values: of a larger and a smaller one for a number, of each value for a switch or a choice. They
/// are one text (`Sources/CEffects/effects.txt`), which only commands have.
public struct ParameterEffects: Equatable, Sendable {
  public struct Effect: Equatable, Sendable {
    /// `larger`, `smaller`, or the value itself.
    public let value: String
    /// Its effect, as a clause in lower case without a period at its end.
    public let text: String
  }

  /// The tables of parameters: names are unique in each.
  public enum Table: String, CaseIterable, Sendable { case engine, scene, settings, simulation, methods }

  public private(set) var list: [Effect] = []

  public static func of(_ name: String, in table: Table) -> ParameterEffects { all[table]?[name] ?? ParameterEffects() }

  /// The names with effects in a table.
  public static func names(in table: Table) -> Set<String> { Set((all[table] ?? [:]).keys) }

  /// An indented line for each value.
  public var text: String { list.map { "    \($0.value): \($0.text)\n" }.joined() }

  /// `{"larger": …, "smaller": …}`, or the values of a switch or choice.
  public var json: JSONValue { .object(list.map { JSONMember($0.value, .string($0.text)) }) }

  private static let all: [Table: [String: ParameterEffects]] = {
    var all: [Table: [String: ParameterEffects]] = [:], table = Table.engine, name = ""
    for line in written.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("["), let found = Table(rawValue: String(line.dropFirst().dropLast())) {
        table = found
      } else if line.hasPrefix("  "), let colon = line.firstIndex(of: ":") {
        let effect = Effect(
          value: String(line[..<colon].dropFirst(2)), text: String(line[line.index(colon, offsetBy: 2)...]))
        all[table, default: [:]][name, default: ParameterEffects()].list.append(effect)
      } else {
        name = String(line)
      }
    }
    return all
  }()

  private static var written: String {
    let text = parameter_effects()
    return String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count)), as: UTF8.self)
  }
}

extension Parameter {
  /// The values whose effects have to be described; empty for a text.
  public var valuesWithEffects: [String] {
    switch kind {
    case .number: ["larger", "smaller"]
    case .flag: ["on", "off"]
    case .choice(let choices): choices
    case .text: []
    }
  }
}
