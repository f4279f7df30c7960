/// The effects of a parameter's values: of a larger and a smaller one for a number, of each value for a switch or a choice.
public struct ParameterEffects: Equatable, Sendable {
  public struct Effect: Equatable, Sendable {
    /// `larger`, `smaller`, or the value itself.
    public let value: String
    /// Its effect, as a clause in lower case without a period at its end.
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

/// The effects of a table's parameters by name. They are in a separate file, so that a parameter needs only a line or two in its
/// table: `X+Effects.swift` beside it, or `EngineSettings/Effects` for the engine, which holds no prose.
public typealias ParameterEffectTable = KeyValuePairs<String, ParameterEffects>

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
