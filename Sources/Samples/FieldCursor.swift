import Text

/// A walk through the comma-separated fields of one line, in place: nothing is copied, nothing allocated.
struct FieldCursor {
  private let line: UnsafeBufferPointer<UInt8>
  private var position: Int
  /// Set once the end of the line has been passed: fields from here on are missing.
  private var isExhausted = false

  /// Starts behind the tag and its comma.
  @inline(__always) init(_ line: UnsafeBufferPointer<UInt8>, from position: Int) {
    self.line = line
    self.position = position
    isExhausted = position > line.count
  }

  /// A field that must be there: a finite number in range.
  @inline(__always) mutating func number(
    _ name: FieldName, in range: ClosedRange<Double>
  ) throws(Refusal) -> Double {
    guard let value = try optionalNumber(name, in: range) else { throw Refusal(.missingField, name) }
    return value
  }

  /// A field that may be empty or absent: unknown.
  @inline(__always) mutating func optionalNumber(
    _ name: FieldName, in range: ClosedRange<Double>
  ) throws(Refusal) -> Double? {
    guard let numeral = try numeral(name) else { return nil }
    let value = numeral.double
    guard value.isFinite else { throw Refusal(.notFinite, name) }
    guard range.contains(value) else { throw Refusal(.outOfRange, name) }
    return value
  }

  /// Seconds to nanoseconds, exactly; more than nine decimals are rounded.
  @inline(__always) mutating func optionalNanoseconds(_ name: FieldName) throws(Refusal) -> Int64? {
    guard let numeral = try numeral(name) else { return nil }
    guard let nanoseconds = numeral.scaled(decimals: 9), nanoseconds.magnitude <= BootInstant.mostNanoseconds else {
      throw Refusal(.outOfRange, name)
    }
    return nanoseconds
  }

  /// The bytes of the next field.
  mutating func bytes() -> UnsafeBufferPointer<UInt8>? {
    guard !isExhausted else { return nil }
    let start = position
    while position < line.count && line[position] != comma { position += 1 }
    let field = UnsafeBufferPointer(rebasing: line[start..<position])
    step()
    return field
  }

  /// All that is left, commas included.
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

  /// "nan" and "inf" are told from junk: a device that says them is ill, a file that holds junk is broken.
  private func fault(_ name: FieldName) -> Refusal {
    let isSigned = line[position] == UInt8(ascii: "-") || line[position] == UInt8(ascii: "+")
    let start = position + (isSigned ? 1 : 0)
    return Refusal(hasWord("nan", at: start) || hasWord("inf", at: start) ? .notFinite : .notANumber, name)
  }

  /// Whether a word of letters stands here, in either case.
  private func hasWord(_ word: StaticString, at start: Int) -> Bool {
    let letters = word.utf8Bytes
    guard start + letters.count <= line.count else { return false }
    return letters.indices.allSatisfy { line[start + $0] | 0x20 == letters[$0] }
  }
}

private let comma: UInt8 = 0x2C
