import Expectations
import Testing
import Text

@Suite struct NumeralReading {
  /// The fault of a text: the reader's value and the standard library's have to agree bit for bit.
  private func mismatch(_ text: String) -> String? {
    guard let ours = Double(numeral: text), let theirs = Double(text) else { return "\(text): not read" }
    return ours.bitPattern == theirs.bitPattern ? nil : "\(text): \(ours) is not \(theirs)"
  }

  @Test func edgesReadAsTheStandardLibraryReadsThem() {
    var wrong: [String] = []
    for value in edgeDoubles {
      wrong += [mismatch("\(value)")].compactMap { $0 }
    }
    expect(edgeDoubles.count, isAbove: 8000)
    expect(wrong, equals: [])
  }

  @Test func randomDoublesReadBack() {
    var random = TestGenerator(state: 1)
    var wrong: [String] = []
    for _ in 0..<300_000 {
      let value = random.finite()
      if Double(numeral: value.description)?.bitPattern != value.bitPattern { wrong.append("\(value)") }
    }
    expect(wrong, equals: [])
  }

  @Test(arguments: [1, 5, 15, 16, 17, 18, 19, 20, 21, 25, 40])
  func randomDigitsOfEveryExponent(count: Int) {
    var random = TestGenerator(state: UInt64(count))
    var wrong: [String] = []
    for exponent in -400...330 {
      for _ in 0..<20 {
        let digits = random.digits(count)
        let split = digits.index(digits.startIndex, offsetBy: Int(random.next() % UInt64(count)))
        wrong += [mismatch("\(digits)e\(exponent)")].compactMap { $0 }
        wrong += [mismatch("-0\(digits[..<split]).\(digits[split...])E\(exponent)")].compactMap { $0 }
      }
    }
    expect(wrong, equals: [])
  }

  @Test func subnormals() {
    var random = TestGenerator(state: 7)
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next() >> (12 + random.next() % 52))
      wrong += [mismatch("\(value)"), mismatch("\(random.digits(19))e\(-343 + Int(random.next() % 20))")]
        .compactMap { $0 }
    }
    expect(wrong, equals: [])
  }

  /// The exact middle between two doubles, written in full, and one digit to either side of it.
  @Test func halfwayTextsRoundToEven() {
    var random = TestGenerator(state: 3)
    var wrong: [String] = []
    var ties = 0
    for _ in 0..<5000 {
      // 54-bit odd integers · 2^n, n = 0...9, the middles between doubles: integers, 16 to 19 digits and some more.
      let odd = (random.next() >> 10) | 1 | 1 << 53
      let middle = "\(odd &* (1 << (random.next() % 10)))"
      for text in [middle, middle + ".0", middle + ".5", middle + "0e-1", middle + "00001e-5"] {
        wrong += [mismatch(text)].compactMap { $0 }
      }
      // Half above such a middle.
      var digits = "\(odd)5"
      digits.insert(".", at: digits.index(before: digits.endIndex))
      wrong += [mismatch(digits)].compactMap { $0 }
    }
    // digits · 10^exponent that is an odd 54-bit number times a power of two: the exponents at which ties exist.
    for exponent in -4...23 {
      let power = (0..<abs(exponent)).reduce(UInt64(1)) { product, _ in product &* 5 }
      for _ in 0..<200 {
        let odd = (random.next() >> 10) | 1 | 1 << 53
        if exponent < 0 {
          wrong += [mismatch("\(odd * power)e\(exponent)")].compactMap { $0 }
        } else if exponent <= 22 {
          let digits = (odd / power) | 1
          if (digits * power) >> 53 == 1 { ties += 1 }
          wrong += [mismatch("\(digits)e\(exponent)")].compactMap { $0 }
        }
      }
    }
    expect(ties, isAbove: 3000)
    expect(Double(numeral: "9007199254740993"), equals: 9007199254740992)
    expect(Double(numeral: "9007199254740993.00000000000000000000000001"), equals: 9007199254740994)
    expect(Double(numeral: "9007199254740995"), equals: 9007199254740996)
    expect(wrong, equals: [])
  }

  @Test func textsOfHundredsOfDigits() {
    var random = TestGenerator(state: 4)
    var wrong: [String] = []
    for exponent in stride(from: -1100, through: 300, by: 7) {
      wrong += [mismatch("\(random.digits(800))e\(exponent - 500)")].compactMap { $0 }
      wrong += [mismatch("0.\(String(repeating: "0", count: 400))\(random.digits(400))e\(exponent + 400)")]
        .compactMap { $0 }
      wrong += [mismatch("1\(String(repeating: "0", count: 800))e\(exponent - 800)")].compactMap { $0 }
    }
    // Half the least subnormal is exactly the middle between it and 0; one digit more or less decides.
    let half = halfLeastSubnormal
    for text in [half, half + "0", half + "1", String(half.dropLast()) + "4"] {
      wrong += [mismatch(text)].compactMap { $0 }
    }
    expect(Double(numeral: half), equals: 0)
    expect(Double(numeral: half + "1"), equals: .leastNonzeroMagnitude)
    expect(wrong, equals: [])
  }

  /// 2⁻¹⁰⁷⁵ in full, by halving a decimal text.
  private var halfLeastSubnormal: String {
    var decimals: [UInt8] = []
    var carry: UInt8 = 1
    for _ in 0..<1075 {
      for index in decimals.indices {
        let value = carry * 10 + decimals[index]
        decimals[index] = value / 2
        carry = value % 2
      }
      if decimals.isEmpty || carry > 0 { decimals.append(carry * 10 / 2) }
      carry = 0
    }
    return "0." + String(decoding: decimals.map { $0 + 48 }, as: UTF8.self)
  }

  @Test func overflowIsInfiniteAndUnderflowIsZero() {
    for text in ["1e309", "1.7976931348623159e308", "1e99999999999999999999", "123456789012345678901e300"] {
      expect(Double(numeral: text), equals: .infinity)
      expect(Double(numeral: "-" + text), equals: -.infinity)
    }
    for text in ["0", "0e5", "1e-400", "2.4703282292062327e-324", "0.0000000000000000000000000", "1e-999999999999999"] {
      expect(Double(numeral: text)?.bitPattern, equals: 0)
      expect(Double(numeral: "-" + text)?.bitPattern, equals: 1 << 63)
    }
  }

  @Test(arguments: [
    ("12.5", 4), ("+1", 2), ("-1", 2), (".5", 2), ("5.", 2), ("5.e1", 4), ("5e", 1), ("5e+", 1), ("5e-x", 1),
    ("1.2.3", 3), ("1,2", 1), ("1 ", 1), ("0x10", 1), ("1e5.5", 3), ("00012", 5), ("1E+05", 5), ("1-2", 1),
  ])
  func stopsAtTheFirstOtherByte(text: String, end: Int) throws {
    let (numeral, position) = scan(text)
    expect(position, equals: end)
    let value = try #require(numeral).double
    var prefix = String(text.prefix(end))
    if prefix.hasSuffix(".") { prefix += "0" }
    expect(value, equals: Double(prefix.replacing(".e", with: ".0e")))
    if end < text.utf8.count { #expect(Double(numeral: text) == nil) }
  }

  @Test(arguments: ["", "-", "+", ".", "-.", "e5", ".e5", "x", "--1", "+-1", " 1", "inf", "nan"])
  func textsWithoutANumeral(text: String) {
    let (numeral, position) = scan(text)
    #expect(numeral == nil)
    expect(position, equals: 0)
    #expect(Double(numeral: text) == nil)
  }

  /// Decimals are read four at a time: every byte is tested in each of the four places.
  @Test func onlyDigitsAreDigits() {
    var wrong: [String] = []
    for byte in UInt8.min ... .max where byte | 0x20 != UInt8(ascii: "e") {
      for place in 0..<4 {
        var text = Array("1.2345678".utf8)
        text[2 + place] = byte
        var position = 0
        let numeral = text.withUnsafeBufferPointer { Numeral.scan($0, at: &position) }
        let isDigit = (48...57).contains(byte)
        let read = String(decoding: text[..<position], as: UTF8.self)
        let value = Double(read.hasSuffix(".") ? read + "0" : read)
        if position != (isDigit ? 9 : 2 + place) || numeral?.double != value { wrong.append("\(byte) at \(place)") }
      }
    }
    expect(wrong, equals: [])
  }

  @Test func scansInTheMiddleOfAText() {
    let text = Array("lat=-12.25;lon=7e1".utf8)
    var position = 4
    text.withUnsafeBufferPointer { bytes in
      expect(Numeral.scan(bytes, at: &position)?.double, equals: -12.25)
      expect(position, equals: 10)
      #expect(Numeral.scan(bytes, at: &position) == nil)
      expect(position, equals: 10)
      position = 15
      expect(Numeral.scan(bytes, at: &position)?.double, equals: 70)
      expect(position, equals: 18)
      #expect(Numeral.scan(bytes, at: &position) == nil)
    }
    expect(Double(numeral: "a1.5b".dropFirst().dropLast()), equals: 1.5)
  }

  @Test func aNumeralKeepsItsNotation() {
    let plain = scan("-120").numeral
    #expect(plain?.isNegative == true && plain?.digits == 120 && plain?.exponent == 0)
    #expect(plain?.hasPoint == false && plain?.hasExponent == false)
    let full = scan("1.250e-3").numeral
    #expect(full?.digits == 1250 && full?.exponent == -6 && full?.decimals == 3)
    #expect(full?.hasPoint == true && full?.hasExponent == true)
    let long = scan("0.00012345678901234567895").numeral
    #expect(long?.digits == 1_234_567_890_123_456_789 && long?.exponent == -22 && long?.tail == .half)
    expect(scan("123456789012345678950001").numeral?.tail, equals: .aboveHalf)
    expect(scan("123456789012345678940001").numeral?.tail, equals: .belowHalf)
    expect(scan("123456789012345678900000").numeral?.tail, equals: .zero)
    expect(scan("123456789012345678900001").numeral?.tail, equals: .belowHalf)
  }
}
