import Text

/// Splits a JSON text that arrives in pieces: the elements of the lists of places of the outermost object (`List`) are
/// returned one by one, and the rest is collected in `outside`, where these lists are empty. It needs the memory of a piece, an
/// element and the rest. The elements and the rest are only found here; `JSONReader` checks them.
struct JSONElements: Sendable {
  struct Element: Sendable {
    var list: List
    var text: [UInt8]
    var start: TextPosition
    var endLine: Int
  }

  /// The lists of GeoJSON and of Overpass; of Google's older and newer Places API.
  enum List: String, CaseIterable { case features, elements, results, places }

  /// Most bytes of an element, and of the rest.
  static let longest = 16 << 20
  /// Lists whose position is known for faults after them.
  private static let mostShifts = 16

  private enum Mode { case outside, list, element }

  private var buffer: [UInt8] = []
  private var offset = 0
  private var position = TextPosition.start
  private var mode = Mode.outside
  private var list = List.features
  private var isFinished = false
  /// Open brackets, of the rest or of the element.
  private var depth = 0
  private var isInString = false, isEscaped = false
  /// The string that began last in the outermost object, at most 10 bytes of it.
  private var key: [UInt8] = []
  private var isAfterColon = false
  /// Within a list: true after an element, and after a comma.
  private var isAfterElement = false, isAfterComma = false
  private var elementOffset = 0
  private var elementStart = TextPosition.start
  private(set) var outside: [UInt8] = []
  private var shifts: [(outside: TextPosition, whole: TextPosition)] = []
  private var outsidePosition = TextPosition.start

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    let used = mode == .element ? elementOffset : offset
    buffer.removeFirst(used)
    offset -= used
    elementOffset = 0
    buffer += bytes
  }
  mutating func finish() { isFinished = true }

  /// True after the last element.
  var isDone: Bool { isFinished && offset == buffer.count && mode == .outside }

  /// Returns the next element; nil if it is incomplete, or after the last.
  mutating func next() throws(PlaceFault) -> Element? {
    // A constant copy, because a member cannot be read while another one changes.
    let bytes = buffer
    while offset < bytes.count {
      let byte = bytes[offset]
      switch mode {
      case .outside: try readOutside(byte)
      case .list: try readList(byte)
      case .element:
        if let length = elementEnd(byte) {
          // A number ends before the byte that follows it.
          if length == 1 { advance(byte) }
          return element(bytes)
        }
        if offset - elementOffset > Self.longest {
          throw PlaceFault("an element is longer than \(Self.longest >> 20) MiB", at: elementStart)
        }
      }
      advance(byte)
    }
    guard isFinished else { return nil }
    switch mode {
    case .outside: return nil
    case .element: return element(bytes)
    case .list: throw PlaceFault(JSONError(.unexpectedEnd, at: position))
    }
  }

  /// The position in the whole text of a position in `outside`.
  func position(outside inner: TextPosition) -> TextPosition {
    guard let shift = shifts.last(where: { $0.outside.offset <= inner.offset }) else { return inner }
    return TextPosition(
      line: inner.line + shift.whole.line - shift.outside.line,
      column: inner.line == shift.outside.line
        ? inner.column + shift.whole.column - shift.outside.column : inner.column,
      offset: inner.offset + shift.whole.offset - shift.outside.offset)
  }

  private mutating func advance(_ byte: UInt8) {
    offset += 1
    position.advance(past: byte)
  }

  private mutating func keep(_ byte: UInt8) throws(PlaceFault) {
    if outside.count >= Self.longest {
      throw PlaceFault(
        "more than \(Self.longest >> 20) MiB outside of the lists of places", at: position)
    }
    outside.append(byte)
    outsidePosition.advance(past: byte)
  }

  private mutating func readOutside(_ byte: UInt8) throws(PlaceFault) {
    try keep(byte)
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        return
      }
      if depth == 1, key.count < 10 { key.append(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      isAfterColon = false
      if depth == 1 { key.removeAll(keepingCapacity: true) }
    case UInt8(ascii: "{"):
      depth += 1
      isAfterColon = false
    case UInt8(ascii: "["):
      if depth == 1, isAfterColon, let known = List.allCases.first(where: { key.elementsEqual($0.rawValue.utf8) }) {
        (mode, list, isAfterElement, isAfterComma) = (.list, known, false, false)
      } else {
        depth += 1
      }
      isAfterColon = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      isAfterColon = false
    case UInt8(ascii: ":"): isAfterColon = depth == 1
    case 0x20, 0x09, 0x0a, 0x0d: break
    default: isAfterColon = false
    }
  }

  private mutating func readList(_ byte: UInt8) throws(PlaceFault) {
    switch byte {
    case 0x20, 0x09, 0x0a, 0x0d: break
    case UInt8(ascii: "]"):
      if isAfterComma { throw PlaceFault(JSONError(.expectedValue, at: position)) }
      if shifts.count < Self.mostShifts { shifts.append((outsidePosition, position)) }
      try keep(byte)
      mode = .outside
    case UInt8(ascii: ","):
      guard isAfterElement else { throw PlaceFault(JSONError(.expectedValue, at: position)) }
      (isAfterElement, isAfterComma) = (false, true)
    default:
      if isAfterElement { throw PlaceFault(JSONError(.expectedCommaOrBracket, at: position)) }
      (mode, elementOffset, elementStart, depth) = (.element, offset, position, 0)
      isInString = byte == UInt8(ascii: "\"")
      isEscaped = false
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth = 1 }
    }
  }

  /// Returns how many bytes from here belong to the element if it ends here.
  private mutating func elementEnd(_ byte: UInt8) -> Int? {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        return depth == 0 ? 1 : nil
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""):
      if depth == 0 { return 0 }
      isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 0 { return 0 }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 0 { return 0 }
      depth -= 1
      return depth == 0 ? 1 : nil
    case UInt8(ascii: ","), 0x20, 0x09, 0x0a, 0x0d: return depth == 0 ? 0 : nil
    default: break
    }
    return nil
  }

  private mutating func element(_ bytes: [UInt8]) -> Element {
    defer {
      mode = .list
      depth = 1
      isInString = false
      (isAfterElement, isAfterComma) = (true, false)
    }
    return Element(
      list: list, text: Array(bytes[elementOffset..<offset]), start: elementStart, endLine: position.line)
  }
}
