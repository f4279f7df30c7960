import Expectations
import Testing
import Text

@Suite struct XMLReading {
  private func events(_ text: String) throws(XMLError) -> [XMLReader.Event] {
    var reader = try XMLReader(text)
    var events: [XMLReader.Event] = []
    while true {
      let event = try reader.next()
      if event == .end { return events }
      events.append(event)
    }
  }

  /// Returns the events inside the root element `<r>`.
  private func content(_ text: String) throws -> [XMLReader.Event] {
    try Array(events("<r>\(text)</r>").dropFirst().dropLast())
  }

  @Test func trackPoint() throws {
    let document = """
      \u{feff}<?xml version='1.0' encoding="utf-8" standalone="no" ?>
      <!-- a comment - with hyphens -->
      <?pi some > thing?>
      <gpx version="1.1"
           xmlns:gpxtpx = 'http://example.org/v1'>
        <trkpt lat="47.37" lon="8.54"><ele>408.5</ele><gpxtpx:hr>61</gpxtpx:hr></trkpt>
      </gpx>
      <!-- the end -->\n
      """
    let space: (Int) -> XMLReader.Event = { .text("\n" + String(repeating: " ", count: $0)) }
    let events = try events(document)
    expect(
      events,
      equals: [
        .startElement(
          "gpx", [XMLAttribute("version", "1.1"), XMLAttribute("xmlns:gpxtpx", "http://example.org/v1")]),
        space(2), .startElement("trkpt", [XMLAttribute("lat", "47.37"), XMLAttribute("lon", "8.54")]),
        .startElement("ele", []), .text("408.5"), .endElement("ele"), .startElement("gpxtpx:hr", []), .text("61"),
        .endElement("gpxtpx:hr"), .endElement("trkpt"), space(0), .endElement("gpx"),
      ])
  }

  @Test func names() {
    let name: XMLName = "gpxtpx:hr"
    #expect(name.localName == "hr" && name.prefix == "gpxtpx" && name.text == "gpxtpx:hr")
    let plain: XMLName = "ele"
    #expect(plain.localName == "ele" && plain.prefix == nil)
  }

  @Test(arguments: [
    ("a&lt;b&gt;&amp;&quot;&apos;", "a<b>&\"'"), ("&#65;&#x42;&#x1F600;&#228;", "AB😀ä"),
    ("<![CDATA[a<b&c]]>", "a<b&c"), ("x<![CDATA[]]>y", "xy"), ("x<!-- c -->y<?p i?>z", "xyz"),
    ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("&#13;", "\r"), ("<![CDATA[a\r\nb\r]]>", "a\nb\n"), ("ü€😀", "ü€😀"), ("]] >", "]] >"), ("]>", "]>"),
    ("<![CDATA[]]]]>", "]]"), ("&#x10ffff;\u{1fffe}", "\u{10ffff}\u{1fffe}"), ("<?p?>x", "x"), ("x<!---->", "x"),
  ])
  func text(source: String, text: String) throws {
    try expect(content(source), equals: [.text(text)])
  }

  @Test(arguments: [
    (#"a="1""#, ["1"]), (#"a='"' b="'""#, ["\"", "'"]), (#"a="&lt;&#10;&amp;""#, ["<\n&"]),
    ("a=\"x\ty\r\nz\rw\n\"", ["x y z w "]),
    ("a = \"1\"\n\tb\n=\n'2' ", ["1", "2"]), (#"a="" é="ü>""#, ["", "ü>"]), (#"_a-1.b="1""#, ["1"]),
  ])
  func attributes(source: String, values: [String]) throws {
    for tag in ["<r \(source)/>", "<r \(source)></r>", "<r \(source) />"] {
      let events = try events(tag)
      guard case .startElement(let name, let attributes) = events[0] else {
        Issue.record("no start")
        return
      }
      expect(name, equals: "r")
      expect(attributes.map(\.value), equals: values)
      #expect(events.last == .endElement("r") && events.count == 2)
    }
  }

  @Test func attributesByName() throws {
    guard case .startElement(_, let attributes) = try events("<r lat='1' x:lon='2'/>")[0] else {
      Issue.record("no start")
      return
    }
    expect(attributes["lat"], equals: "1")
    expect(attributes["x:lon"], equals: "2")
    #expect(attributes["lon"] == nil)
  }

  @Test func elementTextAndSkipping() throws {
    var reader = try XMLReader("<r><a>1<b>no</b>2<c/></a><d><e>x</e></d><f/>t</r>")
    try expect(reader.next(), equals: .startElement("r", []))
    try expect(reader.next(), equals: .startElement("a", []))
    expect(reader.position.column, equals: 4)
    try expect(reader.elementText(), equals: "12")
    try expect(reader.next(), equals: .startElement("d", []))
    try reader.skipElement()
    try expect(reader.next(), equals: .startElement("f", []))
    try expect(reader.elementText(), equals: "")
    expect(reader.depth, equals: 1)
    try expect(reader.elementText(), equals: "t")
    try expect(reader.next(), equals: .end)
    try expect(reader.next(), equals: .end)
    #expect(throws: XMLError.self) { try reader.elementText() }
  }

  @Test func manyAttributes() throws {
    let many = (0..<3000).map { "a\($0)='\($0)'" }.joined(separator: " ")
    guard case .startElement(_, let attributes) = try events("<r \(many)/>")[0] else {
      Issue.record("no start")
      return
    }
    expect(attributes["a2999"], equals: "2999")
    let error = fault { () throws(XMLError) in try events("<r \(many) a1500=''/>") }
    expect(error?.reason, equals: .duplicateAttribute("a1500"))
  }
}
