import Expectations
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
    expect(
      events,
      equals: [
        .beginObject, .key("a"), .beginArray, .bool(true), .null, .string("x"), .endArray, .key("b"), .beginObject,
        .endObject, .key("c"), .beginArray, .endArray, .endObject,
      ])
    var reader = try JSONReader("-12.50e1")
    guard case .number(let numeral) = try reader.next() else {
      Issue.record("no number")
      return
    }
    expect(numeral.double, equals: -125)
    try expect(reader.next(), equals: .end)
    try expect(reader.next(), equals: .end)
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("12", 12), ("-1.5", -1.5), ("0.1", 0.1), ("1e5", 1e5), ("1E+2", 100), ("1e-2", 0.01),
    ("-0.0e0", -0.0), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-999", 0), ("0e999", 0),
  ])
  func numbers(text: String, value: Double) throws {
    try expect(JSONValue(reading: text).double?.bitPattern, equals: value.bitPattern)
    try expect(JSONValue(reading: "[ \(text) ]")[0]?.double?.bitPattern, equals: value.bitPattern)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00!""#, "😀!"), (#""\uD834\uDD1E""#, "𝄞"), (#""größer 😀""#, "größer 😀"), (#""\u0000""#, "\0"),
    (#""a\nb\nc""#, "a\nb\nc"), ("\"\u{7f}\"", "\u{7f}"), (#""\uffff""#, "\u{ffff}"), (#""/""#, "/"),
    (#""\\u0041""#, #"\u0041"#),
  ])
  func strings(text: String, value: String) throws {
    let read = try JSONValue(reading: text).string
    expect(read.map { Array($0.utf8) }, equals: Array(value.utf8))
    try expect(JSONValue(reading: "{\(text):1}").object?.first?.name, equals: value)
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
    try expect(JSONValue(reading: "1e2").integer, equals: 100)
    #expect(try JSONValue(reading: "1.5").integer == nil)
    #expect(try JSONValue(reading: "1e300").integer == nil)
    try expect(JSONValue(reading: "-9.223372036854775808e18").integer, equals: .min)
    #expect(try JSONValue(reading: "9.223372036854775808e18").integer == nil)
  }

  private func isInteger(_ text: String, _ expected: Int64) throws -> Bool {
    if case .integer(let value) = try JSONValue(reading: text) { value == expected } else { false }
  }

  @Test func skippingAndReadingWholeValues() throws {
    var reader = try JSONReader(#"{"a":[1,{"b":[[]]}],"c":{"d":2},"e":3,"f":[4,5]}"#)
    try expect(reader.next(), equals: .beginObject)
    try expect(reader.next(), equals: .key("a"))
    try reader.skipValue()
    try expect(reader.next(), equals: .key("c"))
    try expect(reader.nextValue(), equals: ["d": 2])
    try expect(reader.next(), equals: .key("e"))
    try reader.skipValue()
    try expect(reader.next(), equals: .key("f"))
    expect(reader.position.column, equals: 39)
    try expect(reader.next(), equals: .beginArray)
    try reader.skipValue()
    try expect(reader.nextValue(), equals: 5)
    expect(reader.depth, equals: 2)
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
    expect(value["name"]?.string, equals: "Zürich")
    expect(value["at"]?[0]?.double, equals: 47.37)
    expect(value["at"]?[1]?.double, equals: 8)
    expect(value["at"]?[1]?.integer, equals: 8)
    #expect(value["at"]?[2] == nil)
    #expect(value["at"]?[-1] == nil)
    expect(value["open"]?.bool, equals: true)
    expect(value["none"]?.isNull, equals: true)
    expect(value["nested"]?["deep"]?[0]?["x"]?.integer, equals: 7)
    #expect(value["missing"] == nil)
    #expect(value["name"]?["x"] == nil)
    #expect(value["name"]?.double == nil && value["open"]?.integer == nil && value["at"]?.object == nil)
    expect(value.object?.map(\.name), equals: ["name", "at", "open", "none", "nested"])
  }

  @Test func equality() throws {
    try expect(JSONValue(reading: "12"), equals: JSONValue(reading: "12.0"))
    try expect(JSONValue(reading: "12"), differsFrom: JSONValue(reading: "12.5"))
    try expect(JSONValue(reading: "9007199254740993"), differsFrom: JSONValue(reading: "9007199254740992.0"))
    try expect(JSONValue(reading: #"{"a":1,"b":[2]}"#), equals: JSONValue(reading: #"{"b":[2.0],"a":1}"#))
    try expect(JSONValue(reading: #"{"a":1,"b":2}"#), differsFrom: JSONValue(reading: #"{"b":1,"a":2}"#))
    try expect(JSONValue(reading: #"{"a":1}"#), differsFrom: JSONValue(reading: #"{"a":1,"b":2}"#))
    try expect(JSONValue(reading: "[1,2]"), differsFrom: JSONValue(reading: "[2,1]"))
    try expect(JSONValue(reading: "null"), differsFrom: JSONValue(reading: "false"))
    // A difference at depth is found in one pass, not in 2^depth.
    let deep = { (inside: String) in
      String(repeating: #"{"a":"#, count: 200) + inside + String(repeating: "}", count: 200)
    }
    try expect(
      JSONValue(reading: deep("1"), maximumDepth: 200), differsFrom: JSONValue(reading: deep("2"), maximumDepth: 200))
  }

  @Test func manyMembers() throws {
    let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    try expect(JSONValue(reading: "{\(members)}")["k4999"]?.integer, equals: 4999)
    let doubled = "{\(members),\"k2500\":0}"
    let error = fault { () throws(JSONError) in try JSONValue(reading: doubled) }
    expect(error?.reason, equals: .duplicateName("k2500"))
    expect(error?.position.offset, equals: members.utf8.count + 2)
  }
}
