import Text

/// Finds elements by name in an XML text that arrives in pieces, and returns each as a text of its own for `XMLReader`. It needs
/// the memory of a piece and an element. Outside of these elements it checks only that tags are closed in their order.
struct XMLElements: Sendable {
  struct Element: Sendable {
    /// Name without a prefix.
    var name: String
    /// Empty for an element that is only counted.
    var text: [UInt8]
    var start: TextPosition
    var endLine: Int
  }

  /// Most bytes of an element.
  static let longest = 16 << 20
  private static let longestTag = 1 << 20
  private static let deepest = 64

  /// Local names of the elements that are returned with their text, and of those that are only counted.
  var held: [String] = [], counted: [String] = []
  /// Number of elements around them; nil for any number.
  var depth: Int?
  /// True if elements written as `<name/>` are skipped.
  var skipsEmpty = false

  private var buffer: [UInt8] = []
  private var offset = 0
  private var position = TextPosition.start
  /// Names of the open elements.
  private var open: [[UInt8]] = []
  private var root: String?
  private var isFinished = false
  /// The element that is open: its name, start, depth, and its offset if it is held.
  private var current: (name: String, start: TextPosition, depth: Int, offset: Int?)?

  private enum Token {
    case other
    case start(Range<Int>, isEmpty: Bool)
    case end(Range<Int>)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let used = current?.offset ?? offset
    buffer.removeFirst(used)
    offset -= used
    if current?.offset != nil { current?.offset = 0 }
    buffer += bytes
  }
  mutating func finish() { isFinished = true }

  /// Returns the local name of the outermost element; nil if its start is incomplete.
  mutating func readRoot() throws(PlaceFault) -> String? {
    while root == nil, let (token, end) = try nextToken() { _ = try read(token, end) }
    if root == nil, isFinished { throw fault(.noRoot) }
    return root
  }

  /// Returns the next element; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Element? {
    while let (token, end) = try nextToken() {
      if let element = try read(token, end) { return element }
      if let current, let start = current.offset, offset - start > Self.longest {
        throw PlaceFault("the element \(current.name) is longer than \(Self.longest >> 20) MiB", at: current.start)
      }
    }
    if isFinished, let name = open.last { throw fault(.unclosedElement(String(decoding: name, as: UTF8.self))) }
    return nil
  }

  private func fault(_ reason: XMLError.Reason) -> PlaceFault { PlaceFault(XMLError(reason, at: position)) }

  /// Returns the token at `offset` and its end; nil if it is incomplete.
  private func nextToken() throws(PlaceFault) -> (Token, end: Int)? {
    let count = buffer.count, rest = count - offset
    guard rest > 0 else { return nil }
    guard buffer[offset] == UInt8(ascii: "<") else {
      return (.other, index(of: UInt8(ascii: "<"), from: offset) ?? count)
    }
    var construct = XMLError.Construct.tag
    if rest > 1 {
      switch buffer[offset + 1] {
      case UInt8(ascii: "?"):
        construct = .instruction
        if let end = end(of: "?>", from: offset + 2) { return (.other, end) }
      case UInt8(ascii: "!"):
        if begins("<!--") {
          construct = .comment
          if let end = end(of: "-->", from: offset + 4) { return (.other, end) }
        } else if begins("<![CDATA[") {
          construct = .section
          if let end = end(of: "]]>", from: offset + 9) { return (.other, end) }
        } else if begins("<!DOCTYPE") {
          throw fault(.documentType)
        } else if rest >= 9 || isFinished {
          throw fault(.unknownMarkup)
        }
      case UInt8(ascii: "/"):
        if let end = end(of: ">", from: offset + 2) {
          var last = end - 1
          while last > offset + 2, isSpace(buffer[last - 1]) { last -= 1 }
          return (.end(offset + 2..<last), end)
        }
      default: if let tag = startTag() { return tag }
      }
    }
    if isFinished { throw fault(.unterminated(construct)) }
    // A longer comment is not useful, and would be searched again and again.
    guard rest <= Self.longestTag else {
      throw PlaceFault("a \(construct.rawValue) is longer than \(Self.longestTag >> 20) MiB", at: position)
    }
    return nil
  }

  private func startTag() -> (Token, end: Int)? {
    buffer.withUnsafeBufferPointer { bytes in
      var quote: UInt8 = 0, index = offset + 1, nameEnd: Int?
      while index < bytes.count {
        let byte = bytes[index]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
          return (.start(offset + 1..<(nameEnd ?? (isEmpty ? index - 1 : index)), isEmpty: isEmpty), index + 1)
        }
        if nameEnd == nil, isSpace(byte) { nameEnd = index }
        index += 1
      }
      return nil
    }
  }

  /// Moves past a token; returns the element that it ends.
  private mutating func read(_ token: Token, _ end: Int) throws(PlaceFault) -> Element? {
    let start = position, from = offset
    switch token {
    case .other:
      if open.isEmpty { try checkOutside(from..<end) }
      advance(to: end)
    case .start(let name, let isEmpty):
      if name.isEmpty { throw fault(.expectedName) }
      let matches = current == nil && !open.isEmpty && depth.map { $0 == open.count } ?? true
      let local = localName(name)
      if open.isEmpty {
        if root != nil { throw fault(.secondRoot) }
        root = String(decoding: buffer[local], as: UTF8.self)
      }
      let isHeld = matches && held.contains { buffer[local].elementsEqual($0.utf8) }
      let isFound = isHeld || matches && counted.contains { buffer[local].elementsEqual($0.utf8) }
      advance(to: end)
      if isEmpty {
        guard isFound, !skipsEmpty else { return nil }
        return Element(
          name: String(decoding: buffer[local], as: UTF8.self), text: isHeld ? Array(buffer[from..<end]) : [],
          start: start,
          endLine: position.line)
      }
      guard open.count < Self.deepest else { throw fault(.tooDeep(limit: Self.deepest)) }
      if isFound {
        current = (String(decoding: buffer[local], as: UTF8.self), start, open.count, isHeld ? from : nil)
      }
      open.append(Array(buffer[name]))
    case .end(let name):
      guard let expected = open.last else {
        throw fault(.unexpectedEndTag(String(decoding: buffer[name], as: UTF8.self)))
      }
      guard buffer[name].elementsEqual(expected) else {
        throw fault(
          .mismatchedTag(
            expected: String(decoding: expected, as: UTF8.self), found: String(decoding: buffer[name], as: UTF8.self)))
      }
      open.removeLast()
      advance(to: end)
      guard let current, current.depth == open.count else { return nil }
      defer { self.current = nil }
      return Element(
        name: current.name, text: current.offset.map { Array(buffer[$0..<end]) } ?? [], start: current.start,
        endLine: position.line)
    }
    return nil
  }

  /// Checks the text before, between and after the outermost element: white space, comments, and the declaration.
  private func checkOutside(_ range: Range<Int>) throws(PlaceFault) {
    if buffer[range.lowerBound] == UInt8(ascii: "<") {
      if begins("<![CDATA[") { throw fault(.textOutsideRoot) }
      guard begins("<?xml"), root == nil else { return }
      // The reader checks version and encoding.
      do throws(XMLError) {
        var reader = try XMLReader(Array(buffer[range]) + Array("<a/>".utf8))
        _ = try reader.next()
      } catch { throw PlaceFault(error) }
    } else {
      let mark = position.offset == 0 && buffer[range].starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      // The text may arrive in pieces: the fault is at its first letter, wherever they are cut.
      var letter = position
      for (index, byte) in buffer[range].enumerated() {
        guard index < mark || isSpace(byte) else { throw PlaceFault(XMLError(.textOutsideRoot, at: letter)) }
        letter.advance(past: byte)
      }
    }
  }

  private mutating func advance(to end: Int) {
    var position = position
    buffer.withUnsafeBufferPointer { bytes in
      for index in offset..<end { position.advance(past: bytes[index]) }
    }
    self.position = position
    offset = end
  }

  private func localName(_ name: Range<Int>) -> Range<Int> {
    guard let colon = buffer[name].firstIndex(of: UInt8(ascii: ":")) else { return name }
    return colon + 1..<name.upperBound
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

  private func begins(_ mark: StaticString) -> Bool {
    let length = mark.utf8CodeUnitCount
    guard offset + length <= buffer.count else { return false }
    return (0..<length).allSatisfy { buffer[offset + $0] == mark.utf8Start[$0] }
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    buffer.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        if bytes[index] == byte { return index }
        index += 1
      }
      return nil
    }
  }

  /// Returns the position after the next end mark.
  private func end(of mark: StaticString, from start: Int) -> Int? {
    let length = mark.utf8CodeUnitCount
    var start = start
    while let first = index(of: mark.utf8Start[0], from: start) {
      guard first + length <= buffer.count else { return nil }
      if (1..<length).allSatisfy({ buffer[first + $0] == mark.utf8Start[$0] }) { return first + length }
      start = first + 1
    }
    return nil
  }
}
