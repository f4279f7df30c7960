/// A pull reader for one XML 1.0 document such as a GPX file: well-formedness is checked, validity and namespaces are
/// not. UTF-8 only, bounded in size and depth.
///
/// Comments and processing instructions are skipped; the text around them and CDATA sections come as one event. A
/// document type declaration is refused, so no entity but the five predefined ones exists. After the root element
/// comes `.end`, again and again.
public struct XMLReader: Sendable {
  public enum Event: Equatable, Sendable {
    case startElement(XMLName, [XMLAttribute])
    /// Also after the start of an element that was written `<name/>`.
    case endElement(XMLName)
    /// White space between elements included; line ends are single LFs.
    case text(String)
    case end
  }

  let bytes: [UInt8]
  var offset = 0
  /// Where the last event began.
  var eventOffset = 0
  /// Where text is put together.
  var scratch: [UInt8] = []
  private let maximumDepth: Int
  /// Where the names of the open elements lie.
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// The last start tag was an element of its own.
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

  /// How many elements are open.
  public var depth: Int { open.count }
  /// Where the last event began, for errors of those who find fault with what it says.
  public var position: TextPosition { TextPosition(offset: eventOffset, in: bytes) }

  /// The next event. After an error, the same error again.
  public mutating func next() throws(XMLError) -> Event {
    if let failure { throw failure }
    do {
      return try step()
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads past the end of the element whose start was the last event.
  public mutating func skipElement() throws(XMLError) { _ = try elementText() }

  /// The text of the element whose start was the last event, up to and past its end. Elements within are skipped.
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
