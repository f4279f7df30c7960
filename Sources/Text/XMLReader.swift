/// A pull reader for one XML 1.0 document such as a GPX file. It checks that the document is well formed, but not validity and
/// namespaces. It reads UTF-8 only, and limits size and depth.
///
/// Comments and processing instructions are skipped; the text around them and CDATA sections come as one event. A
/// document type declaration is refused, so only the five predefined entities exist. After the root element, `next` always
/// returns `.end`.
public struct XMLReader: Sendable {
  public enum Event: Equatable, Sendable {
    case startElement(XMLName, [XMLAttribute])
    /// The end of an element; also reported for an element written as `<name/>`.
    case endElement(XMLName)
    /// Text, including white space between elements; line ends are single LFs.
    case text(String)
    case end
  }

  let bytes: [UInt8]
  var offset = 0
  /// The offset of the last event.
  var eventOffset = 0
  /// A buffer for text.
  var scratch: [UInt8] = []
  private let maximumDepth: Int
  /// The ranges of the names of the open elements.
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// True if the last start tag was that of an empty element.
  private var isEmptyElement = false
  private var failure: XMLError?

  public init(_ bytes: [UInt8], maximumDepth: Int = 64, maximumSize: Int = 64 << 20) throws(XMLError) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    if bytes.count > maximumSize { throw error(.tooLarge(limit: maximumSize), at: maximumSize) }
    try checkEncoding()
    try checkCharacters()
    try readDeclaration()
  }

  public init(_ text: String, maximumDepth: Int = 64, maximumSize: Int = 64 << 20) throws(XMLError) {
    try self.init(Array(text.utf8), maximumDepth: maximumDepth, maximumSize: maximumSize)
  }

  /// The number of open elements.
  public var depth: Int { open.count }
  /// The position of the last event, for errors about its content.
  public var position: TextPosition { TextPosition(offset: eventOffset, in: bytes) }

  /// Returns the next event. After an error it always throws the same error.
  public mutating func next() throws(XMLError) -> Event {
    if let failure { throw failure }
    do {
      return try step()
    } catch {
      failure = error
      throw error
    }
  }

  /// Skips the element whose start was the last event, including its end.
  public mutating func skipElement() throws(XMLError) { _ = try elementText() }

  /// Reads the text of the element whose start was the last event, including its end. Inner elements are skipped.
  public mutating func elementText() throws(XMLError) -> String {
    let inside = depth
    if inside == 0 { throw error(.expectedElement, at: offset) }
    var text = ""
    while true {
      switch try next() {
      case .text(let more): if depth == inside { text += more }
      case .endElement: if depth < inside { return text }
      case .startElement, .end: break
      }
    }
  }

  private mutating func step() throws(XMLError) -> Event {
    if isEmptyElement {
      isEmptyElement = false
      return .endElement(closeElement())
    }
    eventOffset = offset
    if open.isEmpty {
      try skipOutsideRoot()
    } else if let text = try textRun() {
      return .text(text)
    }
    eventOffset = offset
    if offset == bytes.count {
      if let name = open.last { throw error(.unclosedElement(string(name)), at: offset) }
      if !hasRoot { throw error(.noRoot, at: offset) }
      return .end
    }
    return byte(offset + 1) == UInt8(ascii: "/") ? try endTag() : try startTag()
  }

  private mutating func startTag() throws(XMLError) -> Event {
    if open.isEmpty && hasRoot { throw error(.secondRoot, at: offset) }
    if open.count >= maximumDepth { throw error(.tooDeep(limit: maximumDepth), at: offset) }
    let start = offset
    offset += 1
    let name = try self.name()
    let attributes = try self.attributes(tagStart: start)
    if byte(offset) == UInt8(ascii: "/") {
      isEmptyElement = true
      offset += 1
    }
    try endOfTag(start)
    hasRoot = true
    open.append(name)
    return .startElement(XMLName(string(name)), attributes)
  }

  private mutating func endTag() throws(XMLError) -> Event {
    let start = offset
    offset += 2
    let name = try self.name()
    skipSpace()
    try endOfTag(start)
    guard let expected = open.last else { throw error(.unexpectedEndTag(string(name)), at: start) }
    if bytes[name] != bytes[expected] {
      throw error(.mismatchedTag(expected: string(expected), found: string(name)), at: start)
    }
    return .endElement(closeElement())
  }

  private mutating func endOfTag(_ start: Int) throws(XMLError) {
    if offset == bytes.count { throw error(.unterminated(.tag), at: start) }
    if bytes[offset] != UInt8(ascii: ">") { throw error(.expectedTagEnd, at: offset) }
    offset += 1
  }

  private mutating func closeElement() -> XMLName { XMLName(string(open.removeLast())) }
}
