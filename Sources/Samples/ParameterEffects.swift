/// What the values of a parameter do: of a number a larger and a smaller value, of a switch or a choice each value.
public struct ParameterEffects: Equatable, Sendable {
  public struct Effect: Equatable, Sendable {
    /// `larger` or `smaller`; else the value itself.
    public let value: String
    /// What it does, as a clause in lower case without a full stop at its end.
    public let text: String
  }

  public let list: [Effect]

  public static let none = ParameterEffects(list: [])

  public static func number(larger: String, smaller: String) -> ParameterEffects {
    ParameterEffects(list: [Effect(value: "larger", text: larger), Effect(value: "smaller", text: smaller)])
  }

  public static func values(_ texts: KeyValuePairs<String, String>) -> ParameterEffects {
    ParameterEffects(list: texts.map { Effect(value: $0.key, text: $0.value) })
  }
}

/// The effects of a table's parameters by name. They stand in a file of their own beside the table (`X+Effects.swift`), so that a
/// table shows a parameter in a line or two.
public typealias ParameterEffectTable = KeyValuePairs<String, ParameterEffects>

extension Parameter {
  /// The values of which the effects have to be said; none for a text.
  public var valuesWithEffects: [String] {
    switch kind {
    case .number: ["larger", "smaller"]
    case .flag: ["on", "off"]
    case .choice(let choices): choices
    case .text: []
    }
  }
}
