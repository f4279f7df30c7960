import Expectations
import Testing
import Text

@Suite struct JSONWriting {
  @Test func streaming() {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("type")
    writer.value("pose")
    writer.key("time_boot_ns")
    writer.value(1_700_000_000_123_456_789)
    writer.key("at")
    writer.beginArray()
    writer.value(0.5)
    writer.value(-0.0)
    writer.value(12.34567, decimals: 3)
    writer.value(fixed: -1, decimals: 9)
    writer.value(orNull: .nan)
    writer.value(orNull: 1.25)
    writer.value(orNull: nil, decimals: 2)
    writer.value(orNull: 1.256, decimals: 2)
    writer.endArray()
    writer.key("empty")
    writer.beginObject()
    writer.endObject()
    writer.key(text: "quo\"te")
    writer.value(text: "static\n")
    var part = TextBuffer()
    part.append(2.5)
    writer.key("parts")
    writer.value(unescaped: { text in
      text.append("1&" as StaticString)
      text.append(part)
    })
    writer.key("flags")
    writer.beginArray()
    writer.value(true)
    writer.value(false)
    writer.null()
    writer.beginArray()
    writer.endArray()
    writer.value(["x": [1, 2.5, "y", .null]])
    writer.endArray()
    writer.endObject()
    writer.finish(with: 0x0a)
    writer.value(7)
    writer.finish(with: 0)
    let expected = #"""
      {"type":"pose","time_boot_ns":1700000000123456789,"at":[0.5,-0,12.346,-0.000000001,null,1.25,null,1.26],\#
      "empty":{},"quo\"te":"static\n","parts":"1&2.5","flags":[true,false,null,[],{"x":[1,2.5,"y",null]}]}
      7
      """#
    expect(writer.buffer.string, equals: expected + "\0")
    writer.removeAll()
    writer.beginArray()
    writer.endArray()
    expect(writer.buffer.string, equals: "[]")
  }

  @Test func aGrownBufferAllocatesNothing() {
    var writer = JSONWriter(capacity: 1024)
    let address = writer.buffer.withBytes { $0.baseAddress }
    for round in 0..<100 {
      writer.removeAll()
      writer.beginArray()
      for value in 0..<20 { writer.value(Double(value) + Double(round) / 7) }
      writer.endArray()
    }
    expect(writer.buffer.withBytes { $0.baseAddress }, equals: address)
    expect(writer.buffer.count, isAbove: 300)
  }

  @Test(arguments: [
    ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#),
    ("é€😀\u{7f}\u{2028}", "\"é€😀\u{7f}\u{2028}\""), ("\"", #""\"""#), ("x\n", #""x\n""#),
  ])
  func stringsAreEscapedMinimally(text: String, json: String) throws {
    expect(JSONValue.string(text).text, equals: json)
    try expect(JSONValue(reading: json).string, equals: text)
  }

  @Test func layouts() throws {
    let value: JSONValue = ["a": [1, [], ["b": .null]], "c": [:], "d": true, "e": -0.0, "f": 1e300]
    expect(value.text, equals: #"{"a":[1,[],{"b":null}],"c":{},"d":true,"e":-0,"f":1e300}"#)
    var buffer = TextBuffer()
    value.write(to: &buffer, layout: .indented)
    let expected = """
      {
        "a": [
          1,
          [],
          {
            "b": null
          }
        ],
        "c": {},
        "d": true,
        "e": -0,
        "f": 1e300
      }
      """
    expect(buffer.string, equals: expected)
    try expect(JSONValue(reading: buffer.bytes), equals: value)
    try expect(JSONValue(reading: value.text)["e"]?.double?.sign, equals: .minus)
  }

  @Test func randomValuesRoundTrip() throws {
    var random = TestGenerator(state: 41)
    var buffer = TextBuffer()
    var wrong: [String] = []
    for _ in 0..<3000 {
      let value = randomValue(&random, depth: 0)
      for layout in [JSONValue.Layout.compact, .indented] {
        buffer.removeAll()
        value.write(to: &buffer, layout: layout)
        let read = try JSONValue(reading: buffer.bytes)
        if read != value || read.text != value.text { wrong.append(value.text) }
      }
    }
    expect(wrong, equals: [])
  }

  private func randomValue(_ random: inout TestGenerator, depth: Int) -> JSONValue {
    switch random.next() % (depth < 6 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(random.next() & 1 == 0)
    case 2: return .integer(Int64(bitPattern: random.next()) >> Int64(random.next() % 64))
    case 3: return .number(random.finite())
    case 4: return .number(Double(Int64(bitPattern: random.next()) >> 40) / 1000)
    case 5: return .string(randomText(&random))
    case 6: return .array((0..<random.next() % 5).map { _ in randomValue(&random, depth: depth + 1) })
    default:
      let count = random.next() % 12
      return .object(
        (0..<count).map { JSONMember("\($0)" + randomText(&random), randomValue(&random, depth: depth + 1)) })
    }
  }

  private func randomText(_ random: inout TestGenerator) -> String {
    var text = ""
    for _ in 0..<random.next() % 12 {
      let bound: UInt64 = [0x80, 0x800, 0x10000, 0x110000][Int(random.next() % 4)]
      if let scalar = Unicode.Scalar(UInt32(random.next() % bound)) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
