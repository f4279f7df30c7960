import Expectations
import Testing
import Text

/// An outline has the same content as the value that is read from the same text, and refuses the same texts.
@Suite struct JSONOutlineTests {
  @Test(arguments: [
    "1", "-0.5e3", "9007199254740993", "\"a\\u0041\\n\"", "true", "false", "null", "[]", "{}", " [ ] ", "[[],{},[1]]",
    #"{"a":1,"b":[1,2,{"c":"d"}],"":null,"\u0061b":[[[]]],"e":{}}"#,
    #"[1,"two",[3.5,[true,null]],{"four":{"five":[5,{"six":6}]}},-7]"#,
    #"{"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8,"j":9}"#,
  ])
  func theOutlineHasTheValuesOfTheText(text: String) throws {
    let outline = try JSONOutline(Array(text.utf8)), expected = try JSONValue(reading: text)
    expect(value(outline.root), equals: expected)
  }

  @Test func aPartHasItsPlaceInTheText() throws {
    let root = try JSONOutline(Array(#"{"routes":[{"legs":[1,{"x":[]}]}, 2]}"#.utf8)).root
    expect(root.path, equals: "")
    let routes = try #require(root["routes"])
    #expect(routes.path == "routes" && routes.count == 2 && routes[1]?.integer == 2 && routes[2] == nil)
    expect(routes[0]?["legs"]?[1]?["x"]?.path, equals: "routes[0].legs[1].x")
    #expect(root["legs"] == nil && routes["legs"] == nil && root[0] == nil)
  }

  @Test func namesAreThereOnceAndNotTooMany() {
    func reason(_ text: String) -> JSONError.Reason? {
      do throws(JSONError) { _ = try JSONOutline(Array(text.utf8)) } catch { return error.reason }
      return nil
    }
    func object(_ names: some Sequence<Int>) -> String {
      "{" + names.map { "\"n\($0)\":0" }.joined(separator: ",") + "}"
    }
    #expect(reason(object(0..<4096)) == nil)
    expect(reason(object(0..<4097)), equals: .tooMany(limit: 4096))
    expect(reason(object(Array(0..<100) + [3])), equals: .duplicateName("n3"))
    expect(reason(object([1, 1])), equals: .duplicateName("n1"))
  }

  @Test func valuesAreBounded() throws {
    let ones = Array(("[" + String(repeating: "[1],", count: 999) + "[1]]").utf8)
    try expect(JSONOutline(ones, maximumValues: 2001).root.count, equals: 1000)
    #expect(throws: JSONError.self) { _ = try JSONOutline(ones, maximumValues: 2000) }
  }

  private func value(_ part: JSONPart) -> JSONValue {
    if part.isObject { return .object(zip(part.names, part.members).map { JSONMember($0, value($1)) }) }
    if part.isArray { return .array(part.elements.map(value)) }
    if let text = part.string { return .string(text) }
    if part.isNull { return .null }
    if let integer = part.integer { return .integer(integer) }
    if let bool = part.bool { return .bool(bool) }
    return part.double.map { .number($0) } ?? "nothing that JSON has"
  }
}
