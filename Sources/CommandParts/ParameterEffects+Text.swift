public import Samples
public import Text

// The effects of a parameter's values, as `--list` prints them.
extension ParameterEffects {
  /// An indented line for each value.
  public var text: String { list.map { "    \($0.value): \($0.text)\n" }.joined() }

  /// `{"larger": …, "smaller": …}`, or the values of a switch or choice.
  public var json: JSONValue { .object(list.map { JSONMember($0.value, .string($0.text)) }) }
}
