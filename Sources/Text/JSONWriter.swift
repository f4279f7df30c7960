/// A writer of JSON into a reused buffer. It adds commas and colons, and allocates nothing per value.
///
/// Invalid use is a bug of the caller and stops the program: a value without a key in an object, an unmatched
/// end, a double that is not finite. A caller that may have such a double uses `value(orNull:)`, which writes null.
/// The layout is compact; the nesting depth of objects and arrays is at most 64.
public struct JSONWriter: Sendable {
  public private(set) var buffer: TextBuffer
  /// One bit per open container, the innermost last; set for an object.
  private var containers: UInt64 = 0
  private var depth = 0
  private var needsComma = false
  private var hasKey = false

  public init(capacity: Int = 0) { buffer = TextBuffer(capacity: capacity) }

  /// Clears the buffer and frees memory beyond a capacity.
  public mutating func shrink(to capacity: Int) {
    removeAll()
    buffer.shrink(to: capacity)
  }

  /// Clears the buffer and keeps its memory.
  public mutating func removeAll() {
    buffer.removeAll()
    containers = 0
    depth = 0
    needsComma = false
    hasKey = false
  }

  public mutating func beginObject() { open(UInt8(ascii: "{"), 1) }
  public mutating func endObject() { close(UInt8(ascii: "}"), 1) }
  public mutating func beginArray() { open(UInt8(ascii: "["), 0) }
  public mutating func endArray() { close(UInt8(ascii: "]"), 0) }

  /// Writes a name that the program knows. Precondition: nothing in it needs an escape.
  public mutating func key(_ name: StaticString) {
    precondition(depth > 0 && containers & 1 == 1 && !hasKey, "a key has no place here")
    buffer.append(key: name, afterComma: needsComma)
    needsComma = false
    hasKey = true
  }
  /// Writes a key that is only known at run time.
  public mutating func key(text name: String) {
    beforeKey()
    buffer.append(quoted: name)
    buffer.append(UInt8(ascii: ":"))
  }

  public mutating func value(_ text: String) {
    beforeValue()
    buffer.append(quoted: text)
  }
  public mutating func value(text: StaticString) {
    beforeValue()
    text.withUTF8Buffer { buffer.appendQuoted($0) }
  }
  /// Writes a string made in place, for content without characters to escape, such as numbers. Precondition: there are none.
  public mutating func value(unescaped content: (inout TextBuffer) -> Void) {
    beforeValue()
    buffer.append(UInt8(ascii: "\""))
    let start = buffer.count
    content(&buffer)
    let isPlain = buffer.withBytes { bytes in
      bytes[start...].allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
    precondition(isPlain, "a string that needs escaping")
    buffer.append(UInt8(ascii: "\""))
  }
  public mutating func value(_ integer: Int64) {
    beforeValue()
    buffer.append(integer)
  }
  public mutating func value(_ integer: Int) { value(Int64(integer)) }
  /// Writes the shortest text that reads back to the same double. Precondition: finite.
  public mutating func value(_ number: Double) {
    beforeValue()
    buffer.append(number)
  }
  /// Writes a number rounded to a number of decimals. Precondition: finite.
  public mutating func value(_ number: Double, decimals: Int) {
    beforeValue()
    buffer.append(number, decimals: decimals)
  }
  /// Writes the number, or null for nil or a number that is not finite.
  public mutating func value(orNull number: Double?) {
    if let number, number.isFinite { value(number) } else { null() }
  }
  public mutating func value(orNull number: Double?, decimals: Int) {
    if let number, number.isFinite { value(number, decimals: decimals) } else { null() }
  }
  /// Writes integer · 10^-decimals, exactly.
  public mutating func value(fixed integer: Int64, decimals: Int) {
    beforeValue()
    buffer.append(fixed: integer, decimals: decimals)
  }
  public mutating func value(_ flag: Bool) {
    beforeValue()
    if flag { buffer.append("true" as StaticString) } else { buffer.append("false" as StaticString) }
  }
  public mutating func null() {
    beforeValue()
    buffer.append("null" as StaticString)
  }
  /// Writes a text that is one JSON value already. Precondition: it is; a caller with a text from outside checks it before.
  public mutating func value(json text: String) {
    beforeValue()
    buffer.append(text)
  }
  public mutating func value(_ value: JSONValue) {
    beforeValue()
    value.write(to: &buffer)
  }

  /// Ends one of several texts in the same buffer with the caller's separator, such as a newline or varlink's NUL.
  public mutating func finish(with separator: UInt8) {
    precondition(depth == 0 && needsComma, "not one whole JSON value")
    buffer.append(separator)
    needsComma = false
  }

  private mutating func beforeKey() {
    precondition(depth > 0 && containers & 1 == 1 && !hasKey, "a key has no place here")
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = false
    hasKey = true
  }

  private mutating func beforeValue() {
    if depth == 0 {
      precondition(!needsComma, "a second value without a separator")
    } else {
      precondition(containers & 1 == (hasKey ? 1 : 0), "a member without a key")
      if needsComma { buffer.append(UInt8(ascii: ",")) }
    }
    needsComma = true
    hasKey = false
  }

  private mutating func open(_ bracket: UInt8, _ kind: UInt64) {
    beforeValue()
    precondition(depth < 64, "more than 64 containers within each other")
    buffer.append(bracket)
    containers = containers << 1 | kind
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8, _ kind: UInt64) {
    precondition(depth > 0 && containers & 1 == kind && !hasKey, "an end without its beginning")
    buffer.append(bracket)
    containers >>= 1
    depth -= 1
    needsComma = true
  }
}
