/// The reason why a text is not the expected XML, with its position.
public struct XMLError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case malformedUTF8
    case unsupportedEncoding(String)
    case unsupportedVersion(String)
    case forbiddenCharacter
    case documentType
    case malformedDeclaration
    case misplacedDeclaration
    case unknownMarkup
    case unterminated(Construct)
    case doubleHyphenInComment
    case expectedName
    case expectedEquals
    case expectedQuote
    case expectedSpace
    case expectedTagEnd
    case lessThanInAttribute
    case duplicateAttribute(String)
    case unknownEntity(String)
    case malformedReference
    case sectionEndInText
    case mismatchedTag(expected: String, found: String)
    case unexpectedEndTag(String)
    case unclosedElement(String)
    case textOutsideRoot
    case secondRoot
    case noRoot
    case expectedElement
  }

  /// A construct that has no end; the position is that of its start.
  public enum Construct: String, Sendable {
    case comment, tag
    case attributeValue = "attribute value"
    case section = "CDATA section"
    case instruction = "processing instruction"
  }

  public var reason: Reason
  public var position: TextPosition

  public init(_ reason: Reason, at position: TextPosition) {
    self.reason = reason
    self.position = position
  }

  public var description: String { "\(position): \(reason)" }
}

extension XMLError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "longer than the limit of \(limit) bytes"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    case .malformedUTF8: "malformed UTF-8"
    case .unsupportedEncoding(let name): "the encoding is \(name), but only UTF-8 is supported"
    case .unsupportedVersion(let version): "the XML version is \(version), but only 1.x is supported"
    case .forbiddenCharacter: "a character that XML does not allow"
    case .documentType: "document type declarations are refused, because their entities can expand without limit"
    case .malformedDeclaration: "malformed XML declaration"
    case .misplacedDeclaration: "an XML declaration that is not at the start of the document"
    case .unknownMarkup: "expected a comment or a CDATA section after '<!'"
    case .unterminated(let construct): "the \(construct.rawValue) that begins here does not end"
    case .doubleHyphenInComment: "'--' within a comment"
    case .expectedName: "expected a name"
    case .expectedEquals: "expected '=' after an attribute's name"
    case .expectedQuote: "expected an attribute's value in quotes"
    case .expectedSpace: "expected white space before an attribute"
    case .expectedTagEnd: "expected '>' at the end of a tag"
    case .lessThanInAttribute: "'<' in an attribute's value"
    case .duplicateAttribute(let name): "the element has two attributes \"\(name)\""
    case .unknownEntity(let name): "unknown entity &\(name);"
    case .malformedReference: "'&' without a valid reference"
    case .sectionEndInText: "']]>' in text"
    case .mismatchedTag(let expected, let found): "expected </\(expected)> and found </\(found)>"
    case .unexpectedEndTag(let name): "</\(name)> without a start tag"
    case .unclosedElement(let name): "the text ends before </\(name)>"
    case .textOutsideRoot: "text outside the root element"
    case .secondRoot: "a second root element"
    case .noRoot: "the text ends before the root element begins"
    case .expectedElement: "expected an element"
    }
  }
}
