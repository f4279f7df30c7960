import Samples
import Text

// What the values of a parameter do, as `--list` prints it.
extension ParameterEffects {
  /// An indented line for each value.
  var text: String { list.map { "    \($0.value): \($0.text)\n" }.joined() }

  /// `{"larger": …, "smaller": …}`, or the values of a switch or choice.
  var json: JSONValue { .object(list.map { JSONMember($0.value, .string($0.text)) }) }
}
