import Testing
import Text

@Suite struct JSONReading {
  private func events(_ text: String) throws(JSONError) -> [JSONReader.Event] {
    var reader = try JSONReader(text)
    var events: [JSONReader.Event] = []
    while true {
      let event = try reader.next()
      if event == .end { return events }
      events.append(event)
    }
  }

  @Test func eventsComeInOrder() throws {
    let events = try events(" { \"a\" : [ true , null , \"x\" ] ,\r\n\t\"b\":{},\"c\":[]} ")
    #expect(
      events == [
        .beginObject, .key("a"), .beginArray, .bool(true), .null, .string("x"), .endArray, .key("b"), .beginObject,
        .endObject, .key("c"), .beginArray, .endArray, .endObject,
      ])
    var reader = try JSONReader("-12.50e1")
    guard case .number(let numeral) = try reader.next() else {
      Issue.record("no number")
      return
    }
    #expect(numeral.double == -125)
    #expect(try reader.next() == .end)
    #expect(try reader.next() == .end)
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("12", 12), ("-1.5", -1.5), ("0.1", 0.1), ("1e5", 1e5), ("1E+2", 100), ("1e-2", 0.01),
    ("-0.0e0", -0.0), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-999", 0), ("0e999", 0),
  ])
  func numbers(text: String, value: Double) throws {
    #expect(try JSONValue(reading: text).double?.bitPattern == value.bitPattern)
    #expect(try JSONValue(reading: "[ \(text) ]")[0]?.double?.bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00!""#, "😀!"), (#""\uD834\uDD1E""#, "𝄞"), (#""größer 😀""#, "größer 😀"), (#""\u0000""#, "\0"),
    (#""a\nb\nc""#, "a\nb\nc"), ("\"\u{7f}\"", "\u{7f}"), (#""\uffff""#, "\u{ffff}"), (#""/""#, "/"),
    (#""\\u0041""#, #"\u0041"#),
  ])
  func strings(text: String, value: String) throws {
    let read = try JSONValue(reading: text).string
    #expect(read.map { Array($0.utf8) } == Array(value.utf8))
    #expect(try JSONValue(reading: "{\(text):1}").object?.first?.name == value)
  }

  @Test func integersStayExact() throws {
    #expect(try isInteger("1700000000123456789", 1_700_000_000_123_456_789))
    #expect(try isInteger("9223372036854775807", .max))
    #expect(try isInteger("-9223372036854775808", .min))
    #expect(try isInteger("0", 0))
    for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e0", "-0", "1E2"] {
      if case .number = try JSONValue(reading: text) { continue }
      Issue.record("\(text) became an integer")
    }
    #expect(try JSONValue(reading: "1e2").integer == 100)
    #expect(try JSONValue(reading: "1.5").integer == nil)
    #expect(try JSONValue(reading: "1e300").integer == nil)
    #expect(try JSONValue(reading: "-9.223372036854775808e18").integer == .min)
    #expect(try JSONValue(reading: "9.223372036854775808e18").integer == nil)
  }

  private func isInteger(_ text: String, _ expected: Int64) throws -> Bool {
    if case .integer(let value) = try JSONValue(reading: text) { value == expected } else { false }
  }

  @Test func skippingAndReadingWholeValues() throws {
    var reader = try JSONReader(#"{"a":[1,{"b":[[]]}],"c":{"d":2},"e":3,"f":[4,5]}"#)
    #expect(try reader.next() == .beginObject)
    #expect(try reader.next() == .key("a"))
    try reader.skipValue()
    #expect(try reader.next() == .key("c"))
    #expect(try reader.nextValue() == ["d": 2])
    #expect(try reader.next() == .key("e"))
    try reader.skipValue()
    #expect(try reader.next() == .key("f"))
    #expect(reader.position.column == 39)
    #expect(try reader.next() == .beginArray)
    try reader.skipValue()
    #expect(try reader.nextValue() == 5)
    #expect(reader.depth == 2)
    #expect(throws: JSONError(.expectedValue, at: TextPosition(line: 1, column: 47, offset: 46))) {
      try reader.skipValue()
    }
    #expect(throws: JSONError(.expectedValue, at: TextPosition(line: 1, column: 47, offset: 46))) {
      try reader.next()
    }
  }

  @Test func valuesHaveAccessors() throws {
    let value = try JSONValue(
      reading: #"{"name":"Zürich","at":[47.37,8],"open":true,"none":null,"nested":{"deep":[{"x":7}]}}"#)
    #expect(value["name"]?.string == "Zürich")
    #expect(value["at"]?[0]?.double == 47.37)
    #expect(value["at"]?[1]?.double == 8)
    #expect(value["at"]?[1]?.integer == 8)
    #expect(value["at"]?[2] == nil)
    #expect(value["at"]?[-1] == nil)
    #expect(value["open"]?.bool == true)
    #expect(value["none"]?.isNull == true)
    #expect(value["nested"]?["deep"]?[0]?["x"]?.integer == 7)
    #expect(value["missing"] == nil)
    #expect(value["name"]?["x"] == nil)
    #expect(value["name"]?.double == nil && value["open"]?.integer == nil && value["at"]?.object == nil)
    #expect(value.object?.map(\.name) == ["name", "at", "open", "none", "nested"])
  }

  @Test func equality() throws {
    #expect(try JSONValue(reading: "12") == JSONValue(reading: "12.0"))
    #expect(try JSONValue(reading: "12") != JSONValue(reading: "12.5"))
    #expect(try JSONValue(reading: "9007199254740993") != JSONValue(reading: "9007199254740992.0"))
    #expect(try JSONValue(reading: #"{"a":1,"b":[2]}"#) == JSONValue(reading: #"{"b":[2.0],"a":1}"#))
    #expect(try JSONValue(reading: #"{"a":1,"b":2}"#) != JSONValue(reading: #"{"b":1,"a":2}"#))
    #expect(try JSONValue(reading: #"{"a":1}"#) != JSONValue(reading: #"{"a":1,"b":2}"#))
    #expect(try JSONValue(reading: "[1,2]") != JSONValue(reading: "[2,1]"))
    #expect(try JSONValue(reading: "null") != JSONValue(reading: "false"))
    // A difference at depth is found in one pass, not in 2^depth.
    let deep = { (inside: String) in
      String(repeating: #"{"a":"#, count: 200) + inside + String(repeating: "}", count: 200)
    }
    #expect(try JSONValue(reading: deep("1"), maximumDepth: 200) != JSONValue(reading: deep("2"), maximumDepth: 200))
  }

  @Test func manyMembers() throws {
    let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSONValue(reading: "{\(members)}")["k4999"]?.integer == 4999)
    let doubled = "{\(members),\"k2500\":0}"
    let error = fault { () throws(JSONError) in try JSONValue(reading: doubled) }
    #expect(error?.reason == .duplicateName("k2500"))
    #expect(error?.position.offset == members.utf8.count + 2)
  }
}
