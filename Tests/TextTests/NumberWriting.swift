import Expectations
import Testing
import Text

@Suite struct NumberWriting {
  private func fault(_ value: Double) -> String? {
    let text = written(value)
    if Double(text)?.bitPattern != value.bitPattern { return "\(value) does not read back from \(text)" }
    // The standard library writes the shortest digits that are nearest, so these have to be the same.
    if significantDigits(text) != significantDigits(value.description) { return "\(value) became \(text)" }
    return nil
  }

  @Test func edgesAreShortestAndReadBack() {
    expect(edgeDoubles.compactMap { fault($0) }, equals: [])
  }

  @Test func randomDoublesAreShortestAndReadBack() {
    var random = TestGenerator(state: 21)
    var wrong: [String] = []
    for _ in 0..<200_000 { wrong += [fault(random.finite())].compactMap { $0 } }
    expect(wrong, equals: [])
  }

  @Test func shortDecimalsStayShort() {
    var random = TestGenerator(state: 22)
    var wrong: [String] = []
    for round in 0..<100_000 {
      let decimals = round % 16
      let integer = Int64(random.next() >> (11 + random.next() % 50))
      guard let value = Double("\(integer)e-\(decimals)") else { continue }
      wrong += [fault(value)].compactMap { $0 }
      // Fifteen digits or fewer are unique, so they are written as they were read.
      if integer < 1_000_000_000_000_000, integer > 0, value >= 1e-7 {
        var buffer = TextBuffer()
        buffer.append(fixed: integer, decimals: decimals)
        if written(value) != buffer.string { wrong.append("\(value): \(written(value)) and \(buffer.string)") }
      }
    }
    expect(wrong, equals: [])
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "-0"), (12, "12"), (-12.5, "-12.5"), (0.1, "0.1"), (1e-7, "0.0000001"), (9.99e-8, "9.99e-8"),
    (1.5e-9, "1.5e-9"), (1e-7.nextDown, "9.999999999999998e-8"), (123456789.123456789, "123456789.12345679"),
    (1.2345678901234566e-7, "0.00000012345678901234566"), (1e20, "1e20"),
    (1.5e20, "1.5e20"), (2251799813685249.5, "2251799813685249.5"), (1e21, "1e21"), (1e30, "1e30"),
    (-1.25e300, "-1.25e300"), (0x1p-1074, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e308"),
    (9007199254740991, "9007199254740991"), (9007199254740992, "9.007199254740992e15"), (0.3, "0.3"),
    (1.0 / 3, "0.3333333333333333"), (0x1p63, "9.223372036854776e18"),
  ])
  func notation(value: Double, text: String) {
    expect(written(value), equals: text)
  }

  @Test(arguments: [
    (12.345678, 3, "12.346"), (12.3, 3, "12.3"), (12, 3, "12"), (-0.0004, 3, "0"), (-0.0, 3, "0"), (0.0005, 3, "0.001"),
    (1.115, 2, "1.11"), (2.675, 2, "2.67"), (0.125, 2, "0.12"), (0.375, 2, "0.38"), (-0.375, 2, "-0.38"), (2.5, 0, "2"),
    (3.5, 0, "4"), (0.5, 0, "0"), (9.999, 2, "10"), (1234567.891, 0, "1234568"), (0x1p-1074, 18, "0"),
    (1e-18, 18, "0.000000000000000001"), (4.9e-19, 18, "0"), (5.1e-19, 18, "0.000000000000000001"),
    (9007199254740991, 3, "9007199254740991"), (1e25, 2, "1e25"), (123456.789, 15, "123456.789"),
    (9.223372036854775, 18, "9.223372036854774692"), (9.3, 18, "9.3"), (100, 0, "100"), (1200, 3, "1200"),
    (0.1, 18, "0.100000000000000006"), (0.3, 17, "0.29999999999999999"),
  ])
  func decimals(value: Double, decimals: Int, text: String) {
    var buffer = TextBuffer()
    buffer.append(value, decimals: decimals)
    expect(buffer.string, equals: text)
  }

  /// Against the exact value: all digits of a double, cut by the reader's exact rounding.
  @Test func decimalsAreRoundedCorrectly() {
    var random = TestGenerator(state: 23)
    var buffer = TextBuffer()
    var wrong: [String] = []
    for round in 0..<50_000 {
      let decimals = round % 10
      // Sixteenths and similar fractions have exact middles; full significands test everything else.
      let value =
        round % 2 == 0
        ? Double(Int64(bitPattern: random.next()) >> 40) / 1024
        : Double(Int64(bitPattern: random.next()) >> 11) / Double(1 << (30 + random.next() % 24))
      buffer.removeAll()
      buffer.append(value, decimals: decimals)
      let expected = scan(exactDecimal(value)).numeral?.scaled(decimals: decimals)
      if expected != scan(buffer.string).numeral?.scaled(decimals: decimals) || buffer.string == "-0" {
        wrong.append("\(value), \(decimals): \(buffer.string)")
      }
    }
    expect(wrong, equals: [])
  }

  /// All digits of a value of moderate size: the whole part, then ten times the remainder again and again (exact, as each step
  /// removes bits).
  private func exactDecimal(_ value: Double) -> String {
    var text = value < 0 ? "-" : ""
    let whole = UInt64(value.magnitude)
    text += "\(whole)."
    // The fraction has at most 60 bits after the point here: in 64-bit fixed point each digit is exact.
    var fraction = UInt64((value.magnitude - Double(whole)) * 0x1p64)
    for _ in 0..<64 {
      let (digit, rest) = fraction.multipliedFullWidth(by: 10)
      text += "\(digit)"
      fraction = rest
    }
    return text
  }

  @Test(
    arguments: [
      (12_500_000_000, 9, "12.5"), (-1, 9, "-0.000000001"), (0, 9, "0"), (1, 0, "1"), (100, 0, "100"), (100, 1, "10"),
      (100, 3, "0.1"), (.min, 0, "-9223372036854775808"), (.min, 18, "-9.223372036854775808"),
      (.min, 9, "-9223372036.854775808"), (.max, 18, "9.223372036854775807"), (1_000_000_000, 9, "1"),
      (1_000_000_001, 9, "1.000000001"), (-50, 2, "-0.5"),
    ] as [(Int64, Int, String)])
  func fixed(integer: Int64, decimals: Int, text: String) {
    var buffer = TextBuffer()
    buffer.append(fixed: integer, decimals: decimals)
    expect(buffer.string, equals: text)
  }

  @Test func integersAndText() {
    var buffer = TextBuffer(capacity: 64)
    #expect(buffer.isEmpty)
    for integer: Int64 in [0, 7, -7, 10, 99, 100, 12345, .max, .min] {
      buffer.removeAll()
      buffer.append(integer)
      expect(buffer.string, equals: integer.description)
    }
    buffer.removeAll()
    buffer.append("key" as StaticString)
    buffer.append(UInt8(ascii: "="))
    buffer.append(-42)
    buffer.append(" größer" as String)
    [UInt8(ascii: "!")].withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    expect(buffer.string, equals: "key=-42 größer!")
    expect(buffer.count, equals: 17)
    expect(buffer.withBytes { $0.count }, equals: buffer.bytes.count)
  }
}
