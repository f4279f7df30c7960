/// A pull reader for one JSON text (RFC 8259, strictly: no comments, trailing commas or byte order mark), limited in
/// size, depth and, on request, number of values. Each call of `next` returns one event; after the value it always returns
/// `.end`.
///
/// The names of members are not compared here; `JSONValue` refuses duplicates.
public struct JSONReader: Sendable {
  public enum Event: Equatable, Sendable {
    case beginObject, endObject, beginArray, endArray
    case key(String)
    case string(String)
    /// Finite as a `Double`. It has the digits as written, so time stamps lose none.
    case number(Numeral)
    case bool(Bool)
    case null
    case end
  }

  private enum State { case value, firstElement, firstMember, afterValue, end }

  let bytes: [UInt8]
  var offset = 0
  /// The offset of the last event.
  var eventOffset = 0
  /// A buffer for strings with escapes.
  var scratch: [UInt8] = []
  private let maximumDepth: Int
  private let maximumValues: Int
  /// The number of values that have begun.
  private var values = 0
  private var state = State.value
  /// The open containers; true for an object.
  private var containers: [Bool] = []
  /// The first error; all later calls throw it again.
  var failure: JSONError?

  /// A reader of a whole text. Set `maximumValues` if the values are kept, because they need much more memory than their text.
  public init(
    _ bytes: [UInt8], maximumDepth: Int = 32, maximumSize: Int = 4 << 20, maximumValues: Int = .max
  ) throws(JSONError) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
    if bytes.count > maximumSize {
      throw JSONError(.tooLarge(limit: maximumSize), at: TextPosition(offset: maximumSize, in: bytes))
    }
  }

  /// A reader that starts at a value of a text that was read before.
  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
    maximumDepth = 32
    maximumValues = .max
  }

  public init(_ text: String, maximumDepth: Int = 32, maximumSize: Int = 4 << 20) throws(JSONError) {
    try self.init(Array(text.utf8), maximumDepth: maximumDepth, maximumSize: maximumSize)
  }

  /// The number of open containers.
  public var depth: Int { containers.count }
  /// The position of the last event, for errors about its content.
  public var position: TextPosition { TextPosition(offset: eventOffset, in: bytes) }

  func error(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    JSONError(reason, at: TextPosition(offset: offset, in: bytes))
  }

  /// Returns the next event. After an error it always throws the same error.
  public mutating func next() throws(JSONError) -> Event {
    if let failure { throw failure }
    do {
      return try step()
    } catch {
      failure = error
      throw error
    }
  }

  /// Skips the next value: a member's value after its key, an array's next element, or the whole text.
  /// Throws `.expectedValue` if no value follows.
  public mutating func skipValue() throws(JSONError) {
    let outside = depth
    switch try next() {
    case .endObject, .endArray, .key, .end: throw refuse(.expectedValue)
    default: break
    }
    // The depth inside a value is larger than around it.
    while depth > outside { _ = try next() }
  }

  /// Returns the error for an unexpected event; all later calls throw it as well.
  mutating func refuse(_ reason: JSONError.Reason) -> JSONError {
    let error = error(reason, at: eventOffset)
    failure = error
    return error
  }

  private mutating func step() throws(JSONError) -> Event {
    skipSpace()
    switch state {
    case .value: return try value()
    case .firstElement: return peek == UInt8(ascii: "]") ? close(.endArray) : try value()
    case .firstMember: return peek == UInt8(ascii: "}") ? close(.endObject) : try key(else: .expectedNameOrBrace)
    case .end:
      eventOffset = offset
      return .end
    case .afterValue:
      guard let isObject = containers.last else {
        if offset < bytes.count { throw error(.trailingContent, at: offset) }
        state = .end
        eventOffset = offset
        return .end
      }
      switch peek {
      case UInt8(ascii: ","):
        offset += 1
        skipSpace()
        return isObject ? try key(else: .expectedName) : try value()
      case UInt8(ascii: "}") where isObject: return close(.endObject)
      case UInt8(ascii: "]") where !isObject: return close(.endArray)
      default: throw fault(isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket)
      }
    }
  }

  private mutating func value() throws(JSONError) -> Event {
    eventOffset = offset
    if values >= maximumValues { throw error(.tooMany(limit: maximumValues), at: offset) }
    values += 1
    switch peek {
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "\""):
      let text = try string()
      state = .afterValue
      return .string(text)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      let numeral = try number()
      state = .afterValue
      return .number(numeral)
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw fault(.expectedValue)
    }
  }

  private mutating func key(else reason: JSONError.Reason) throws(JSONError) -> Event {
    guard peek == UInt8(ascii: "\"") else { throw fault(reason) }
    eventOffset = offset
    let name = try string()
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw fault(.expectedColon) }
    offset += 1
    state = .value
    return .key(name)
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> Event {
    if containers.count >= maximumDepth { throw error(.tooDeep(limit: maximumDepth), at: offset) }
    offset += 1
    containers.append(isObject)
    state = isObject ? .firstMember : .firstElement
    return isObject ? .beginObject : .beginArray
  }

  private mutating func close(_ event: Event) -> Event {
    eventOffset = offset
    offset += 1
    containers.removeLast()
    state = .afterValue
    return event
  }

  private mutating func literal(_ word: StaticString, _ event: Event) throws(JSONError) -> Event {
    for index in 0..<word.utf8CodeUnitCount {
      if offset + index == bytes.count { throw error(.unexpectedEnd, at: bytes.count) }
      if bytes[offset + index] != word.utf8Start[index] { throw error(.expectedValue, at: offset) }
    }
    offset += word.utf8CodeUnitCount
    state = .afterValue
    return event
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
      default: return
      }
    }
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Returns the error for an unexpected byte, or for the end of the text.
  private func fault(_ reason: JSONError.Reason) -> JSONError {
    error(offset < bytes.count ? reason : .unexpectedEnd, at: offset)
  }
}
