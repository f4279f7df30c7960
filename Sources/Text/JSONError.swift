/// The reason why a text is not the expected JSON, with its position.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case tooMany(limit: Int)
    case unexpectedEnd
    case expectedValue
    case expectedName
    case expectedNameOrBrace
    case expectedColon
    case expectedCommaOrBrace
    case expectedCommaOrBracket
    case trailingContent
    case leadingZero
    case expectedDigit
    case numberOutOfRange
    case controlCharacter
    case malformedUTF8
    case unknownEscape
    case malformedUnicodeEscape
    case loneSurrogate
    case duplicateName(String)
  }

  public var reason: Reason
  public var position: TextPosition

  public init(_ reason: Reason, at position: TextPosition) {
    self.reason = reason
    self.position = position
  }

  public var description: String { "\(position): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "longer than the limit of \(limit) bytes"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooMany(let limit): "more than \(limit) values"
    case .unexpectedEnd: "the text ends before the value does"
    case .expectedValue: "expected a value"
    case .expectedName: "expected a member name"
    case .expectedNameOrBrace: "expected a member name or '}'"
    case .expectedColon: "expected ':' after a member name"
    case .expectedCommaOrBrace: "expected ',' or '}' after a member"
    case .expectedCommaOrBracket: "expected ',' or ']' after an element"
    case .trailingContent: "unexpected text after the value"
    case .leadingZero: "a number starts with a superfluous zero"
    case .expectedDigit: "expected a digit"
    case .numberOutOfRange: "a number is beyond the range of a double"
    case .controlCharacter: "a control character in a string has to be escaped"
    case .malformedUTF8: "malformed UTF-8"
    case .unknownEscape: "unknown escape sequence"
    case .malformedUnicodeEscape: "expected four hexadecimal digits after \\u"
    case .loneSurrogate: "half of a surrogate pair"
    case .duplicateName(let name): "the object has two members \"\(name)\""
    }
  }
}
