import Expectations
import Testing
import Text

/// Each refused text with the reason and the byte (or, if it starts a line, line and column) of the refusal.
@Suite struct JSONRefusing {
  private func fault(_ bytes: [UInt8], maximumDepth: Int = 32, maximumSize: Int = 4 << 20) -> JSONError? {
    do {
      _ = try JSONValue(reading: bytes, maximumDepth: maximumDepth, maximumSize: maximumSize)
      #expect(throws: Never.self) { try JSONOutline(bytes, maximumDepth: maximumDepth, maximumSize: maximumSize) }
      return nil
    } catch {
      #expect(throws: error) { try JSONOutline(bytes, maximumDepth: maximumDepth, maximumSize: maximumSize) }
      return error
    }
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
      ("[1,", .unexpectedEnd, 3), ("{", .unexpectedEnd, 1), (#"{"a""#, .unexpectedEnd, 4),
      (#"{"a":"#, .unexpectedEnd, 5),
      (#"{"a":1"#, .unexpectedEnd, 6), (#"{"a":1,"#, .unexpectedEnd, 7), (#""abc"#, .unexpectedEnd, 4),
      (#""abc\"#, .unexpectedEnd, 5), (#""\u00"#, .unexpectedEnd, 5), ("tru", .unexpectedEnd, 3),
      ("-", .unexpectedEnd, 1),
      ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3), ("[1.5e-", .unexpectedEnd, 6),
      (",", .expectedValue, 0), ("]", .expectedValue, 0), ("[,1]", .expectedValue, 1), ("[1,]", .expectedValue, 3),
      ("[1,,2]", .expectedValue, 3), ("True", .expectedValue, 0), ("nul!", .expectedValue, 0),
      ("'a'", .expectedValue, 0),
      ("+1", .expectedValue, 0), (".5", .expectedValue, 0), ("NaN", .expectedValue, 0), ("Infinity", .expectedValue, 0),
      ("\u{feff}1", .expectedValue, 0), ("\u{a0}1", .expectedValue, 0), ("// x\n1", .expectedValue, 0),
      (#"{"a":}"#, .expectedValue, 5), (#"{"a":,}"#, .expectedValue, 5), ("\u{c}1", .expectedValue, 0),
      ("{1:2}", .expectedNameOrBrace, 1), ("{a:1}", .expectedNameOrBrace, 1), ("{,}", .expectedNameOrBrace, 1),
      ("{]", .expectedNameOrBrace, 1), (#"{"a":1,}"#, .expectedName, 7), (#"{"a":1,,"b":2}"#, .expectedName, 7),
      (#"{"a":1,2}"#, .expectedName, 7), (#"{"a" 1}"#, .expectedColon, 5), (#"{"a",1}"#, .expectedColon, 4),
      (#"{"a"}"#, .expectedColon, 4), (#"{"a":1 "b":2}"#, .expectedCommaOrBrace, 7),
      (#"{"a":1]"#, .expectedCommaOrBrace, 6), (#"{"a"::1}"#, .expectedValue, 5), ("[1 2]", .expectedCommaOrBracket, 3),
      ("[1}", .expectedCommaOrBracket, 2), ("[1:2]", .expectedCommaOrBracket, 2),
      ("[truefalse]", .expectedCommaOrBracket, 5),
      ("1 2", .trailingContent, 2), ("{}}", .trailingContent, 2), ("[]x", .trailingContent, 2),
      ("1\0", .trailingContent, 1),
      (#""a"b"#, .trailingContent, 3), ("0x10", .trailingContent, 1), ("1.5.2", .trailingContent, 3),
      ("1-2", .trailingContent, 1), ("nullx", .trailingContent, 4),
      ("01", .leadingZero, 0), ("-01", .leadingZero, 1), ("00", .leadingZero, 0), ("[1,007]", .leadingZero, 3),
      ("-x", .expectedDigit, 1), ("--1", .expectedDigit, 1), ("1.x", .expectedDigit, 2), ("1.e5", .expectedDigit, 2),
      ("-.5", .expectedDigit, 1), ("1ex", .expectedDigit, 2), ("1e+x", .expectedDigit, 3), ("[1.]", .expectedDigit, 3),
      ("[-]", .expectedDigit, 2), ("1e--1", .expectedDigit, 3),
      ("1e309", .numberOutOfRange, 0), ("[-1e999999]", .numberOutOfRange, 1),
      ("17976931348623159" + String(repeating: "0", count: 292), .numberOutOfRange, 0),
      ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1), ("\"\0\"", .controlCharacter, 1),
      ("\"\u{1f}\"", .controlCharacter, 1), (#""\n"# + "\n\"", .controlCharacter, 3),
      (#""\x41""#, .unknownEscape, 1), (#""a\'""#, .unknownEscape, 2), (#""\U0041""#, .unknownEscape, 1),
      (#""\ ""#, .unknownEscape, 1), (#""\u00g0""#, .malformedUnicodeEscape, 5),
      (#""\u 041""#, .malformedUnicodeEscape, 3),
      (#""\u12""#, .malformedUnicodeEscape, 5), (#""\ud800\u00""#, .malformedUnicodeEscape, 11),
      (#""\ud800""#, .loneSurrogate, 1), (#""a\udc00""#, .loneSurrogate, 2), (#""\ud800\ud800""#, .loneSurrogate, 1),
      (#""\ud800x""#, .loneSurrogate, 1), (#""\ud800\n""#, .loneSurrogate, 1), (#""\ude00\ud83d""#, .loneSurrogate, 1),
      (#"{"a":1,"a":2}"#, .duplicateName("a"), 7), (#"{"a":1,"b":{"a":1,"\u0061":2}}"#, .duplicateName("a"), 18),
    ] as [(String, JSONError.Reason, Int)])
  func refusedWithReasonAndPlace(text: String, reason: JSONError.Reason, offset: Int) {
    let fault = fault(Array(text.utf8))
    expect(fault?.reason, equals: reason)
    expect(fault?.position.offset, equals: offset)
  }

  @Test(
    arguments: [
      ([0xff], 0), ([0x61, 0x80], 1), ([0xc0, 0xaf], 0), ([0xc1, 0xbf], 0), ([0xe0, 0x80, 0xaf], 0),
      ([0xed, 0xa0, 0x80], 0),
      ([0xf0, 0x80, 0x80, 0xaf], 0), ([0xf4, 0x90, 0x80, 0x80], 0), ([0xf5, 0x80, 0x80, 0x80], 0), ([0xe2, 0x82], 0),
      ([0xc3, 0xa9, 0xc3], 2), ([0xe2, 0x28, 0xa1], 0), ([0xf0, 0x9f, 0x98], 0), ([0x5c, 0x6e, 0xfe], 2),
    ] as [([UInt8], Int)])
  func malformedUTF8(content: [UInt8], place: Int) {
    let fault = fault([0x22] + content + [0x22])
    expect(fault?.reason, equals: .malformedUTF8)
    expect(fault?.position.offset, equals: place + 1)
  }

  @Test func messagesNameLineAndColumn() {
    let first = fault(Array("{\n  \"a\": 1,\n  \"bé\": true \"c\": 2\n}".utf8))
    expect(first?.description, equals: "line 3, column 14: expected ',' or '}' after a member")
    expect(first?.position, equals: TextPosition(line: 3, column: 14, offset: 26))
    let second = fault(Array("[\r\n\r\n  1,\r\n  x".utf8))
    expect(second?.description, equals: "line 4, column 3: expected a value")
    expect(fault(Array("[\n".utf8))?.description, equals: "line 2, column 1: the text ends before the value does")
    expect(fault(Array(#"{"a":1,"a":1}"#.utf8))?.description.hasSuffix(#"two members "a""#), equals: true)
  }

  @Test func depthIsBounded() {
    let nested = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(fault(nested(32)) == nil)
    expect(fault(nested(33))?.reason, equals: .tooDeep(limit: 32))
    expect(fault(nested(33))?.position.offset, equals: 32)
    expect(fault(nested(3), maximumDepth: 2)?.position.offset, equals: 2)
    #expect(fault(Array("1".utf8), maximumDepth: 0) == nil)
    expect(fault(Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.reason, equals: .tooDeep(limit: 32))
    let objects = String(repeating: #"{"a":"#, count: 500_000)
    expect(fault(Array(objects.utf8))?.reason, equals: .tooDeep(limit: 32))
  }

  @Test func sizeIsBounded() {
    #expect(fault(Array("[1,2]".utf8), maximumSize: 5) == nil)
    expect(fault(Array("[1,2] ".utf8), maximumSize: 5)?.reason, equals: .tooLarge(limit: 5))
    let large = Array(repeating: UInt8(ascii: " "), count: 4 << 20) + [UInt8(ascii: "1")]
    expect(fault(large)?.reason, equals: .tooLarge(limit: 4 << 20))
    #expect(fault(Array(large.dropFirst())) == nil)
  }

  /// Any bytes give an answer, never a crash, and the same answer from a second call.
  @Test func damagedTextsAreAnswered() throws {
    var random = TestGenerator(state: 31)
    let sound = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null],"b":{"c":"ü","d":[[],{}]},"e":0.125}"#.utf8)
    var refused = 0
    for _ in 0..<20_000 {
      var damaged = sound
      for _ in 0...random.next() % 3 {
        let index = Int(random.next() % UInt64(damaged.count))
        switch random.next() % 3 {
        case 0: damaged[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: damaged.remove(at: index)
        default: damaged.insert(sound[Int(random.next() % UInt64(sound.count))], at: index)
        }
      }
      if let fault = fault(damaged) {
        refused += 1
        expect(fault.position.offset, isAtMost: damaged.count)
      } else {
        // An accepted value is written and read again as itself.
        let value = try JSONValue(reading: damaged)
        try expect(JSONValue(reading: value.text), equals: value)
      }
    }
    #expect(refused > 10_000 && refused < 20_000)
  }
}
