import Expectations
import Testing
import Text

@Suite struct XMLRefusing {
  private func fault(_ bytes: [UInt8], maximumDepth: Int = 64, maximumSize: Int = 64 << 20) -> XMLError? {
    do {
      var reader = try XMLReader(bytes, maximumDepth: maximumDepth, maximumSize: maximumSize)
      while try reader.next() != .end {}
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", .noRoot, 0), (" \n", .noRoot, 2), ("<!-- x -->", .noRoot, 10), ("<?xml version='1.0'?>", .noRoot, 21),
      ("x", .textOutsideRoot, 0), ("<r/>x", .textOutsideRoot, 4), ("&amp;<r/>", .textOutsideRoot, 0),
      ("<![CDATA[x]]><r/>", .textOutsideRoot, 0), ("<r/><s/>", .secondRoot, 4), ("<r></r><r/>", .secondRoot, 7),
      ("<r>", .unclosedElement("r"), 3), ("<r><s></s>", .unclosedElement("r"), 10),
      ("<r>text", .unclosedElement("r"), 7),
      ("<r></s>", .mismatchedTag(expected: "r", found: "s"), 3),
      ("<r><s></r>", .mismatchedTag(expected: "s", found: "r"), 6),
      ("<r></R>", .mismatchedTag(expected: "r", found: "R"), 3), ("</r>", .unexpectedEndTag("r"), 0),
      ("<r/></r>", .unexpectedEndTag("r"), 4), ("<", .expectedName, 1), ("< r/>", .expectedName, 1),
      ("<1/>", .expectedName, 1),
      ("<-r/>", .expectedName, 1), ("<r></>", .expectedName, 5), ("<r></ r>", .expectedName, 5),
      ("<r =''/>", .expectedName, 3),
      ("<r ×='1'/>", .expectedName, 3), ("<? x?><r/>", .expectedName, 2), ("<r a/>", .expectedEquals, 4),
      ("<r a b='1'/>", .expectedEquals, 5), ("<r a=1/>", .expectedQuote, 5), ("<r a=/>", .expectedQuote, 5),
      ("<r a='1'b='2'/>", .expectedSpace, 8), ("<r/ >", .expectedTagEnd, 3), ("<r></r x>", .expectedTagEnd, 7),
      ("<r/r>", .expectedTagEnd, 3), ("<r a='<'/>", .lessThanInAttribute, 6),
      ("<r a='1' a='2'/>", .duplicateAttribute("a"), 9),
      ("<r a='1", .unterminated(.attributeValue), 5), ("<r", .unterminated(.tag), 0), ("<r a", .unterminated(.tag), 0),
      ("<r a=", .unterminated(.tag), 0), ("<r a=''", .unterminated(.tag), 0), ("<r/", .unterminated(.tag), 0),
      ("<r></r", .unterminated(.tag), 3), ("<r><!-- x", .unterminated(.comment), 3),
      ("<!-- x --", .unterminated(.comment), 0),
      ("<r><![CDATA[x]]", .unterminated(.section), 3), ("<?p x", .unterminated(.instruction), 0),
      ("<?p", .unterminated(.instruction), 0), ("<?p/ ?><r/>", .expectedSpace, 3),
      ("<r><!-- a -- b --></r>", .doubleHyphenInComment, 10), ("<r><!-- a ---></r>", .doubleHyphenInComment, 10),
      ("<r>&nbsp;</r>", .unknownEntity("nbsp"), 3), ("<r a='&x;'/>", .unknownEntity("x"), 6),
      ("<r>&</r>", .malformedReference, 3), ("<r>a & b</r>", .malformedReference, 5),
      ("<r>&lt</r>", .malformedReference, 3),
      ("<r>&#;</r>", .malformedReference, 3), ("<r>&#x;</r>", .malformedReference, 3),
      ("<r>&#1a;</r>", .malformedReference, 3),
      ("<r>&#xg;</r>", .malformedReference, 3), ("<r>&#X41;</r>", .malformedReference, 3),
      ("<r>&#65", .malformedReference, 3),
      ("<r>&#0;</r>", .forbiddenCharacter, 3), ("<r>&#xD800;</r>", .forbiddenCharacter, 3),
      ("<r>&#x110000;</r>", .forbiddenCharacter, 3), ("<r>&#99999999999999999999;</r>", .forbiddenCharacter, 3),
      ("<r>&#xFFFE;</r>", .forbiddenCharacter, 3), ("<r>&#8;</r>", .forbiddenCharacter, 3),
      ("<r>\u{8}</r>", .forbiddenCharacter, 3),
      ("<r>\0</r>", .forbiddenCharacter, 3), ("<r a='\u{ffff}'/>", .forbiddenCharacter, 6),
      ("<r>]]></r>", .sectionEndInText, 3), ("<r><![CDATA[<&]]>]]></r>", .sectionEndInText, 17),
      ("<r>a]]]>b</r>", .sectionEndInText, 5), ("<!DOCTYPE r><r/>", .documentType, 0),
      ("<!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>", .documentType, 0), ("<r><!DOCTYPE r></r>", .documentType, 3),
      ("<!doctype r><r/>", .unknownMarkup, 0), ("<r><!ELEMENT r></r>", .unknownMarkup, 3),
      ("<r><![cdata[x]]></r>", .unknownMarkup, 3),
      ("<!- x --><r/>", .unknownMarkup, 0), (" <?xml version='1.0'?><r/>", .misplacedDeclaration, 1),
      ("<r><?xml version='1.0'?></r>", .misplacedDeclaration, 3),
      ("<?XML version='1.0'?><r/>", .misplacedDeclaration, 0),
      ("<?xml?><r/>", .misplacedDeclaration, 0), ("<?xml encoding='UTF-8'?><r/>", .malformedDeclaration, 5),
      ("<?xml version=1.0?><r/>", .malformedDeclaration, 14), ("<?xml version='1.0'", .malformedDeclaration, 19),
      ("<?xml version='1.0><r/>", .malformedDeclaration, 14),
      ("<?xml version='1.0' standalone='maybe'?><r/>", .malformedDeclaration, 32),
      ("<?xml version='1.0' standalone='no' encoding='UTF-8'?><r/>", .malformedDeclaration, 36),
      ("<?xml version='1.0' x='y'?><r/>", .malformedDeclaration, 20),
      ("<?xml version='2.0'?><r/>", .unsupportedVersion("2.0"), 15),
      ("<?xml version='1.0' encoding='ISO-8859-1'?><r/>", .unsupportedEncoding("ISO-8859-1"), 30),
      ("<?xml version='1.0' encoding='UTF-16'?><r/>", .unsupportedEncoding("UTF-16"), 30),
    ] as [(String, XMLError.Reason, Int)])
  func refusedWithReasonAndPlace(text: String, reason: XMLError.Reason, offset: Int) {
    let fault = fault(Array(text.utf8))
    expect(fault?.reason, equals: reason)
    expect(fault?.position.offset, equals: offset)
  }

  @Test func encodings() {
    expect(fault([0xff, 0xfe, 0x3c, 0]), equals: XMLError(.unsupportedEncoding("UTF-16"), at: place(1, 1, 0)))
    expect(fault([0xfe, 0xff, 0, 0x3c])?.reason, equals: .unsupportedEncoding("UTF-16"))
    expect(
      fault(Array("<r>\n".utf8) + [0xe4] + Array("</r>".utf8)), equals: XMLError(.malformedUTF8, at: place(2, 1, 4)))
    #expect(fault(Array("\u{feff}<?xml version='1.0' encoding='Utf-8'?><r/>".utf8)) == nil)
    expect(fault(Array("\u{feff}<r>x".utf8))?.position, equals: place(1, 5, 7))
    #expect(fault(Array("<r>\u{feff}</r>".utf8)) == nil)
  }

  private func place(_ line: Int, _ column: Int, _ offset: Int) -> TextPosition {
    TextPosition(line: line, column: column, offset: offset)
  }

  @Test func messagesNameLineAndColumn() {
    let fault = fault(Array("<gpx>\n  <é></wpt>\n</gpx>".utf8))
    expect(fault?.description, equals: "line 2, column 6: expected </é> and found </wpt>")
    expect(
      self.fault(Array("<r>\n<!--".utf8))?.description,
      equals: "line 2, column 1: the comment that begins here does not end")
    let value = self.fault(Array("<r a='".utf8))
    expect(value?.description, equals: "line 1, column 6: the attribute value that begins here does not end")
  }

  @Test func depthAndSizeAreBounded() {
    let nested = { (depth: Int) in
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    #expect(fault(nested(64)) == nil)
    expect(fault(nested(65)), equals: XMLError(.tooDeep(limit: 64), at: place(1, 193, 192)))
    expect(fault(nested(300_000))?.reason, equals: .tooDeep(limit: 64))
    expect(fault(nested(2), maximumDepth: 1)?.position.offset, equals: 3)
    #expect(fault(nested(1), maximumSize: 7) == nil)
    expect(fault(nested(1), maximumSize: 6)?.reason, equals: .tooLarge(limit: 6))
  }

  @Test func theFirstErrorStays() throws {
    var reader = try XMLReader("<r></s><t/></r>")
    try expect(reader.next(), equals: .startElement("r", []))
    let error = XMLError(.mismatchedTag(expected: "r", found: "s"), at: place(1, 4, 3))
    #expect(throws: error) { try reader.next() }
    #expect(throws: error) { try reader.next() }
  }

  @Test func damagedDocumentsAreAnswered() {
    var random = TestGenerator(state: 51)
    let sound = Array("<?xml version='1.0'?><r a=\"1\" b='&amp;'><!-- c --><s>x&#65;é<![CDATA[<]]></s><t/></r>".utf8)
    #expect(fault(sound) == nil)
    var refused = 0
    for _ in 0..<20_000 {
      var damaged = sound
      for _ in 0...random.next() % 2 {
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
      }
    }
    #expect(refused > 8000 && refused < 20_000)
  }
}
