/// The name of an element or attribute as written, including its prefix.
public struct XMLName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public var text: String

  public init(_ text: String) { self.text = text }
  public init(stringLiteral text: String) { self.text = text }

  /// The part after the prefix: "hr" of "gpxtpx:hr".
  public var localName: String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    return String(text[text.index(after: colon)...])
  }
  /// The prefix: "gpxtpx" of "gpxtpx:hr".
  public var prefix: String? { text.firstIndex(of: ":").map { String(text[..<$0]) } }

  public var description: String { text }
}

public struct XMLAttribute: Hashable, Sendable {
  public var name: XMLName
  public var value: String

  public init(_ name: XMLName, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [XMLAttribute] {
  /// The value of the attribute with a name, as written with its prefix.
  public subscript(name: String) -> String? { first { $0.name.text == name }?.value }
}
