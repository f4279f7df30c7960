import Text

/// A cursor over the comma-separated fields of one line. It works in place, without copies or allocations.
struct FieldCursor {
  private let line: UnsafeBufferPointer<UInt8>
  private var position: Int
  /// True after the end of the line; all further fields are missing.
  private var isExhausted = false

  /// Starts after the tag and its comma.
  @inline(__always) init(_ line: UnsafeBufferPointer<UInt8>, from position: Int) {
    self.line = line
    self.position = position
    isExhausted = position > line.count
  }

  /// Returns a required field: a finite number in range.
  @inline(__always) mutating func number(
    _ name: FieldName, in range: ClosedRange<Double>
  ) throws(Refusal) -> Double {
    guard let value = try optionalNumber(name, in: range) else { throw Refusal(.missingField, name) }
    return value
  }

  /// Returns a field that may be empty or absent (nil).
  @inline(__always) mutating func optionalNumber(
    _ name: FieldName, in range: ClosedRange<Double>
  ) throws(Refusal) -> Double? {
    guard let numeral = try numeral(name) else { return nil }
    let value = numeral.double
    guard value.isFinite else { throw Refusal(.notFinite, name) }
    guard range.contains(value) else { throw Refusal(.outOfRange, name) }
    return value
  }

  /// Returns seconds as exact nanoseconds; more than nine decimals are rounded.
  @inline(__always) mutating func optionalNanoseconds(_ name: FieldName) throws(Refusal) -> Int64? {
    guard let numeral = try numeral(name) else { return nil }
    guard let nanoseconds = numeral.scaled(decimals: 9), nanoseconds.magnitude <= BootInstant.mostNanoseconds else {
      throw Refusal(.outOfRange, name)
    }
    return nanoseconds
  }

  /// Returns the bytes of the next field.
  mutating func bytes() -> UnsafeBufferPointer<UInt8>? {
    guard !isExhausted else { return nil }
    let start = position
    while position < line.count && line[position] != comma { position += 1 }
    let field = UnsafeBufferPointer(rebasing: line[start..<position])
    step()
    return field
  }

  /// Returns the rest of the line, including commas.
  func rest() -> UnsafeBufferPointer<UInt8>? {
    isExhausted ? nil : UnsafeBufferPointer(rebasing: line[position...])
  }

  @inline(__always) private mutating func numeral(_ name: FieldName) throws(Refusal) -> Numeral? {
    guard !isExhausted else { return nil }
    if position == line.count || line[position] == comma {
      step()
      return nil
    }
    guard let numeral = Numeral.scan(line, at: &position) else { throw fault(name) }
    guard position == line.count || line[position] == comma else { throw fault(name) }
    step()
    return numeral
  }

  @inline(__always) private mutating func step() {
    isExhausted = position >= line.count
    position += 1
  }

  /// "nan" and "inf" get a different reason than other text: they come from a faulty device, other text from a damaged file.
  private func fault(_ name: FieldName) -> Refusal {
    let isSigned = line[position] == UInt8(ascii: "-") || line[position] == UInt8(ascii: "+")
    let start = position + (isSigned ? 1 : 0)
    return Refusal(hasWord("nan", at: start) || hasWord("inf", at: start) ? .notFinite : .notANumber, name)
  }

  /// True if a word stands at a position, in upper or lower case.
  private func hasWord(_ word: StaticString, at start: Int) -> Bool {
    let letters = word.utf8Bytes
    guard start + letters.count <= line.count else { return false }
    return letters.indices.allSatisfy { line[start + $0] | 0x20 == letters[$0] }
  }
}

private let comma: UInt8 = 0x2C
