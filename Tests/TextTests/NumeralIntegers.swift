import Expectations
import Testing
import Text

@Suite struct NumeralIntegers {
  private func scaled(_ text: String, _ decimals: Int) -> Int64? { scan(text).numeral?.scaled(decimals: decimals) }

  @Test func secondsBecomeNanosecondsExactly() {
    expect(scaled("-0.000000001", 9), equals: -1)
    expect(scaled("1700000000.123456789", 9), equals: 1_700_000_000_123_456_789)
    expect(scaled("1.7e9", 9), equals: 1_700_000_000_000_000_000)
    expect(scaled("0", 9), equals: 0)
    expect(scaled("-0.0", 9), equals: 0)
    expect(scaled("12.5", 0), equals: 12)
    expect(scaled("13.5", 0), equals: 14)
    expect(scaled("-12.5", 0), equals: -12)
    expect(scaled("-13.5", 0), equals: -14)
    expect(scaled("0.5", 0), equals: 0)
    expect(scaled("0.50000000000000000000001", 0), equals: 1)
    expect(scaled("0.05e1", 0), equals: 0)
    expect(scaled("1e-30", 9), equals: 0)
    expect(scaled("9999999999999999999e-19", 0), equals: 1)
    expect(scaled("4999999999999999999e-19", 0), equals: 0)
    expect(scaled("5000000000000000001e-19", 0), equals: 1)
    expect(scaled("9999999999999999999e-20", 0), equals: 0)
  }

  @Test func theEndsOfInt64() {
    expect(scaled("9223372036854775807", 0), equals: .max)
    expect(scaled("9223372036854775807.4999999999999999", 0), equals: .max)
    #expect(scaled("9223372036854775807.5", 0) == nil)
    expect(scaled("9223372036854775806.5", 0), equals: Int64.max - 1)
    expect(scaled("9223372036854775805.5", 0), equals: Int64.max - 1)
    expect(scaled("9223372036854775805.50000000001", 0), equals: Int64.max - 1)
    expect(scaled("9223372036854775804.50000000001", 0), equals: Int64.max - 2)
    expect(scaled("-9223372036854775808", 0), equals: .min)
    expect(scaled("-9223372036854775808.5", 0), equals: .min)
    #expect(scaled("-9223372036854775808.51", 0) == nil)
    #expect(scaled("-9223372036854775809", 0) == nil)
    expect(scaled("9223372036.854775807", 9), equals: .max)
    #expect(scaled("9223372036.854775808", 9) == nil)
    #expect(scaled("1e19", 0) == nil)
    #expect(scaled("1e999999", 0) == nil)
    #expect(scaled("99999999999999999999", 0) == nil)
  }

  @Test func fixedPointRoundTrips() {
    var random = TestGenerator(state: 11)
    var buffer = TextBuffer()
    var wrong: [String] = []
    for round in 0..<100_000 {
      let decimals = round % 19
      let integer = Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
      buffer.removeAll()
      buffer.append(fixed: integer, decimals: decimals)
      if scaled(buffer.string, decimals) != integer { wrong.append("\(integer), \(decimals): \(buffer.string)") }
    }
    expect(wrong, equals: [])
  }

  @Test func integersAreThoseWrittenAsSuch() {
    expect(scan("9007199254740993").numeral?.integer, equals: 9_007_199_254_740_993)
    expect(scan("-9223372036854775808").numeral?.integer, equals: .min)
    #expect(scan("9223372036854775808").numeral?.integer == nil)
    #expect(scan("1.0").numeral?.integer == nil)
    #expect(scan("1e2").numeral?.integer == nil)
    expect(scan("0").numeral?.integer, equals: 0)
    #expect(scan("-0").numeral?.integer == nil)
  }
}
