import Text

/// SplitMix64: reproducible bits.
struct TestGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Any finite double, with all exponents equally likely.
  mutating func finite() -> Double {
    while true {
      let value = Double(bitPattern: next())
      if value.isFinite { return value }
    }
  }

  mutating func digits(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(48 + next() % 10) }, as: UTF8.self)
  }
}

/// The doubles with difficult conversions: ends of ranges, powers of two and ten, and their neighbors.
let edgeDoubles: [Double] = {
  var edges: [Double] = [0, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1, 0.3]
  for exponent in -1074...1023 { edges.append(Double(sign: .plus, exponent: exponent, significand: 1)) }
  for exponent in -323...308 { edges.append(Double("1e\(exponent)") ?? .nan) }
  for power in 0...63 { edges.append(Double(UInt64(1) << UInt64(power) - 1)) }
  // Values that are known to be difficult to write (short interval below a power of two) and to read (close to the middle).
  edges += [0x1p-1074, 0x1p-1073, Double(bitPattern: 3), Double(bitPattern: 1 << 52 - 1), 0x1p-1022, 8.41e21]
  edges += [4.4501477170144023e-308, 1.7976931348623157e308, 9.007199254740991e15, 2.98023223876953125e-8, 1e23, 9e22]
  return edges.flatMap { [$0, $0.nextUp, $0.nextDown, -$0] }.filter(\.isFinite)
}()

func written(_ value: Double) -> String {
  var buffer = TextBuffer()
  buffer.append(value)
  return buffer.string
}

func scan(_ text: String) -> (numeral: Numeral?, position: Int) {
  var position = 0
  let numeral = Array(text.utf8).withUnsafeBufferPointer { Numeral.scan($0, at: &position) }
  return (numeral, position)
}

/// The significant digits of a decimal text, without leading and trailing zeros.
func significantDigits(_ text: String) -> String {
  let mantissa = text.split(whereSeparator: { $0 == "e" || $0 == "E" })[0]
  let digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
  return String(String(digits.reversed().drop { $0 == "0" }).reversed())
}

/// The error that the body throws; nil if it throws none. (`#expect(throws:)` returns it only from Swift 6.1 on.)
func fault<Failure: Error, Result>(_ body: () throws(Failure) -> Result) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
