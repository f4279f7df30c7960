import Expectations
import Formats
import Geodesy
import Geometry
import Scenery
import Testing

/// Places in extracts of OpenStreetMap and in KML, and files that come in pieces.
@Suite struct PlaceExtractTests {
  private static func read(
    _ bytes: [UInt8], _ tags: [String] = [], piece: Int = 1 << 16, unpack: PlaceStream.Unpack? = nil
  ) throws(PlaceFault) -> (places: [Place], report: PlaceReport, format: PlaceFormat?) {
    var stream = PlaceStream(selection: try TagSelection(tags), unpack: unpack), places: [Place] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      stream.append(bytes[start..<min(start + piece, bytes.count)])
      while let place = try stream.next() { places.append(place) }
    }
    stream.finish()
    while let place = try stream.next() { places.append(place) }
    return (places, stream.report, stream.format)
  }

  private static func fault(_ bytes: [UInt8], unpack: PlaceStream.Unpack? = nil) -> String? {
    do throws(PlaceFault) {
      _ = try read(bytes, unpack: unpack)
      return nil
    } catch { return error.description }
  }

  private static func geodetic(_ latitude: Double, _ longitude: Double) -> Geodetic {
    Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
  }

  private static let xml = """
    <?xml version='1.0' encoding='UTF-8'?>
    <osm version="0.6">
      <bounds minlat="48" minlon="16" maxlat="49" maxlon="17"/>
      <node id="1" lat="48.2082" lon="16.3738"><tag k="amenity" v="cafe"/><tag k="name" v="Café"/>
        <tag k="wheelchair" v="yes"/><tag k="ele" v="171"/></node>
      <!-- <node> in a comment --><node id="2" lat="48.21" lon="16.38"/>
      <node id="17" lat="-33.8688001" lon="-151.2093"><tag k="amenity" v="school"/><tag k="name" v="M"/></node>
      <node id="9" lat="1" lon="2"><tag k="amenity" v="cafe"/></node>
      <node id="5" lat="48.25" lon="16.5"><tag k="tourism" v="museum"/><tag k="name" v="M"/></node>
      <way id="7"><nd ref="1"/><tag k="amenity" v="school"/><tag k="name" v="Café"/></way>
      <way id="8"><tag k="highway" v="yes"/></way>
      <relation id="3"><tag k="amenity" v="school"/><tag k="name" v="Café"/></relation>
    </osm>
    """

  /// The same extract in both forms gives the same places, however its bytes are divided.
  @Test(arguments: [1, 3, 100, 1 << 16]) func anExtractGivesItsTaggedNodes(piece: Int) throws {
    for bytes in [Array(Self.xml.utf8), PBFFile.sample] {
      let (places, report, format) = try Self.read(bytes, piece: piece)
      expect(
        places,
        equals: [
          Place(
            id: "osm:node/1", name: "Café", category: "cafe", position: Self.geodetic(48.2082, 16.3738),
            height: .seaLevel(.metres(171)), tags: ["wheelchair"],
            payload: #"{"amenity":"cafe","name":"Café","wheelchair":"yes","ele":"171"}"#),
          Place(
            id: "osm:node/17", name: "M", category: "school", position: Self.geodetic(-33.868_800_1, -151.2093),
            payload: #"{"amenity":"school","name":"M"}"#),
          Place(
            id: "osm:node/5", name: "M", category: "museum", position: Self.geodetic(48.25, 16.5),
            payload: #"{"tourism":"museum","name":"M"}"#),
        ])
      #expect(report.read == 3 && report.refused == 0 && report.notPoints == 2, "\(report)")
      #expect(report.notes.contains { $0.hasPrefix("2 ways or relations") })
      expect(format?.hasSelection, equals: true)
      // By tags, places need no name.
      try expect(
        Self.read(bytes, ["amenity=cafe"], piece: piece).places.map(\.id), equals: ["osm:node/1", "osm:node/9"])
      let kinds = try Self.read(bytes, ["tourism", "amenity=school"], piece: piece)
      #expect(kinds.places.map(\.id) == ["osm:node/17", "osm:node/5"] && kinds.report.notPoints == 2)
      try expect(Self.read(bytes, ["amenity=*"], piece: piece).places.count, equals: 3)
    }
  }

  @Test func malformedTagsAreRefused() {
    for word in ["", "=cafe", "amenity="] { #expect(throws: PlaceFault.self) { try TagSelection([word]) } }
  }

  @Test func granularityAndOffsetsPlaceTheNodes() throws {
    let more =
      PBFFile.field(17, 1000) + PBFFile.field(19, 5_000_000_000) + PBFFile.field(20, UInt64(bitPattern: -1_000_000_000))
    let block = PBFFile.block(["shop", "yes"], [PBFFile.dense([(1, 1_000_000, 2_000_000, [1, 2])])], more)
    let (places, _, _) = try Self.read(PBFFile.header() + PBFFile.data(block), ["shop"])
    #expect(places.map(\.position) == [Self.geodetic(6, 1)] && places.first?.category == "shop")
  }

  @Test func packedBlobsAreUnpackedWithinTheirStatedSize() throws {
    let block = PBFFile.block(["shop", "yes"], [PBFFile.dense([(1, 1, 2, [1, 2])])])
    func file(_ size: Int) -> [UInt8] {
      PBFFile.header() + PBFFile.file("OSMData", PBFFile.field(2, UInt64(size)) + PBFFile.field(3, [1, 2, 3]))
    }
    let unpack: PlaceStream.Unpack = { packed, size in Array(packed) == [1, 2, 3] && size == block.count ? block : nil }
    try expect(Self.read(file(block.count), ["shop"], unpack: unpack).places.count, equals: 1)
    expect(Self.fault(file(block.count + 1), unpack: unpack)?.contains("zlib data is damaged"), equals: true)
    expect(Self.fault(file(33 << 20), unpack: unpack)?.contains("more than the format's 32 MiB"), equals: true)
    let zstd = PBFFile.header() + PBFFile.file("OSMData", PBFFile.field(2, 3) + PBFFile.field(7, [1]))
    expect(Self.fault(zstd)?.contains("packed with zstd"), equals: true)
  }

  /// A file cut anywhere but between two blobs is a fault that says where.
  @Test func cutFilesAreRefusedWithTheirEnd() throws {
    let whole = PBFFile.sample, header = PBFFile.header().count
    for count in 1..<whole.count where count != header {
      let fault = Self.fault(Array(whole[..<count]))
      expect(
        fault?.contains("cut off: the block at byte \(count < header ? 0 : header) needs"), equals: true,
        "\(count): \(fault ?? "")")
    }
    let xml = Array(Self.xml.utf8)
    for count in stride(from: 40, to: xml.count - 8, by: 11) {
      let fault = Self.fault(Array(xml[..<count])), lines = xml[..<count].reduce(1) { $1 == 0x0a ? $0 + 1 : $0 }
      expect(fault?.hasPrefix("line "), equals: true, "\(count): \(fault ?? "no fault"), \(lines)")
    }
  }

  @Test func damagedBlocksAreRefused() {
    func data(_ block: [UInt8]) -> [UInt8] { PBFFile.header() + PBFFile.data(block) }
    let cases: [(bytes: [UInt8], words: String)] = [
      (PBFFile.header(["OsmSchema-V0.6", "HistoricalInformation"]), "'HistoricalInformation', which is not supported"),
      (PBFFile.data([]), "does not begin with an OSMHeader"),
      ([0, 2, 0, 0] + [UInt8](repeating: 0, count: 20), "1 to 65536 are valid"),
      ([0, 0, 0, 0] + [UInt8](repeating: 0, count: 20), "1 to 65536 are valid"),
      (PBFFile.file("OSMHeader", []), "has no content"),
      ([0, 0, 0, 16] + PBFFile.field(1, "OSMHeader") + PBFFile.field(3, 1 << 26), "more than the format's 32 MiB"),
      (data([0x0a]), "a number is cut off at byte 1 of its content"),
      (data([0x0a, 0x05, 1]), "a field of 5 bytes is cut off"),
      (data([UInt8](repeating: 0xff, count: 12)), "more than 10 bytes"),
      (data([0x0b]), "unknown type 3"), (data([0x00, 0x00]), "no valid number"),
      (data(PBFFile.block(["shop"], [PBFFile.dense([(1, 1, 1, [1, 7])])])), "string 7 of 2"),
      (data(PBFFile.block(["shop"], [PBFFile.node(1, 1, 1, [1, 1], [1])])), "a number is cut off"),
      (
        data(
          PBFFile.block(
            ["shop"], [PBFFile.field(2, PBFFile.field(1, [2, 2]) + PBFFile.field(8, [2]) + PBFFile.field(9, [2]))])),
        "cut off"
      ),
      (
        data(
          PBFFile.block(
            ["shop"], [PBFFile.field(2, PBFFile.field(1, [2]) + PBFFile.field(8, [2, 2]) + PBFFile.field(9, [2]))])),
        "fewer ids"
      ),
    ]
    for (bytes, words) in cases {
      expect(Self.fault(bytes)?.contains(words), equals: true, "\(words): \(Self.fault(bytes) ?? "none")")
    }
  }

  @Test func nodesThatCannotBePlacedAreRefusedAndTheRestIsRead() throws {
    let far = PBFFile.block(
      ["shop", "yes"], [PBFFile.dense([(1, 910_000_000, 0, [1, 2]), (2, 0, 0, [1, 2, 1, 2]), (3, 1, 1, [1, 2])])])
    let (places, report, _) = try Self.read(PBFFile.header() + PBFFile.data(far), ["shop"])
    #expect(places.map(\.id) == ["osm:node/3"] && report.refused == 2)
    expect(report.refusals.map(\.location), equals: ["node 1", "node 2"])
    expect(report.refusals[1].reason, equals: "two tags have the same key")
  }

  @Test(arguments: [1, 7, 1 << 16]) func placemarksOfKMLBecomePlaces(piece: Int) throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>no place</name><Style id="s"><IconStyle/></Style><Folder>
      <Placemark id="t1"><name>Tower</name><description><![CDATA[<b>old</b>]]></description><styleUrl>#s</styleUrl>
        <ExtendedData><Data name="category"><displayName>c</displayName><value>sight</value></Data>
        <Data name="tags"><value>old;high</value></Data>
        <SchemaData><SimpleData name="floors">3</SimpleData></SchemaData></ExtendedData>
        <Point><altitudeMode>absolute</altitudeMode><coordinates> 11.5,48.1,560.5 </coordinates></Point></Placemark>
      <Placemark><name>Mast</name><Point><altitudeMode>relativeToGround</altitudeMode>
        <coordinates>11.6,48.2,12</coordinates></Point></Placemark>
      <Placemark><name>Flag</name><Point><coordinates>11.7,48.3,99</coordinates></Point></Placemark>
      <Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>10,40 20,40 20,50
        10,50 10,40</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>Nowhere</name></Placemark>
      <Placemark><name>Text</name><Point><coordinates>east,north</coordinates></Point></Placemark>
      </Folder></Document></kml>
      """
    let (places, report, format) = try Self.read(Array(text.utf8), piece: piece)
    expect(format, equals: .kml)
    expect(
      places,
      equals: [
        Place(
          id: "t1", name: "Tower", category: "sight", position: Self.geodetic(48.1, 11.5),
          height: .seaLevel(.metres(560.5)), tags: ["old", "high"],
          payload: #"{"description":"<b>old</b>","floors":"3"}"#),
        Place(
          id: "Mast@48.2,11.6", name: "Mast", position: Self.geodetic(48.2, 11.6), height: .ground(.metres(12)),
          payload: nil),
        Place(id: "Flag@48.3,11.7", name: "Flag", position: Self.geodetic(48.3, 11.7)),
        Place(id: "Park@45,15", name: "Park", position: Self.geodetic(45, 15)),
      ])
    #expect(
      report.centred == 1
        && report.refusals.map(\.reason) == [
          "it has no coordinates", "its coordinates are not longitude,latitude,height",
        ])
    expect(report.refusals.first?.location, equals: "placemark 5 (up to line 13)")
  }

  /// However the bytes are divided, the places, the notes and the faults of a text are the same.
  @Test func jsonIsReadPieceByPiece() throws {
    let list = (0..<40).map {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#($0),1]},"properties":{"name":"a]\"{,\#($0)"}}"#
    }
    let texts = [
      "\u{feff}{\"type\":\"FeatureCollection\", \"features\" : [\n\(list.joined(separator: " ,\n"))\n], \"name\":\"features\",\"crs\":{\"features\":[1]}}",
      "{\"features\":[\n{\"type\": oops}]}", "{\"features\":[1,]}", "{\"features\":[1 2]}", "{\"features\":[{\"a\":",
      "{\"features\":[1",
      "{\"features\":[],\n\"x\":[}", "{\"features\":[\n{}\n],\n\"x\":tru}", "{\"features\":[,1]}", "[1,2]", "{",
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"features":[{"a":1}]}}"#,
      "{\"\\u0066eatures\":[1]}",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let whole = try? Self.read(bytes), complaint = Self.fault(bytes)
      for piece in [1, 2, 5, 50] {
        var again: (places: [Place], report: PlaceReport, format: PlaceFormat?)?, fault: String?
        do throws(PlaceFault) { again = try Self.read(bytes, piece: piece) } catch { fault = error.description }
        #expect(again?.places == whole?.places && again?.report == whole?.report && fault == complaint, "\(text)")
      }
    }
    try expect(Self.read(Array(texts[0].utf8)).places.count, equals: 40)
    expect(
      Self.fault(Array(texts[7].utf8))?.hasPrefix("line 4, column 5"), equals: true,
      "\(Self.fault(Array(texts[7].utf8)) ?? "")")
  }

  @Test func otherFilesAreNamed() {
    expect(Self.fault([0x50, 0x4b, 3, 4] + [UInt8](repeating: 1, count: 30))?.contains("ZIP archive"), equals: true)
    expect(Self.fault(Array("BZh91AY&SY".utf8) + [UInt8](repeating: 1, count: 30))?.contains("bunzip2"), equals: true)
    expect(Self.fault(Array("<osmChange><create/></osmChange>".utf8))?.contains("'osmChange'"), equals: true)
    expect(
      Self.fault(Array("<!DOCTYPE osm [<!ENTITY a 'b'>]><osm></osm>".utf8))?.contains("document type"), equals: true)
    expect(
      Self.fault(Array("<?xml version='1.0' encoding='latin1'?><osm></osm>".utf8))?.contains("latin1"), equals: true)
  }

  /// An element without an end does not fill the memory.
  @Test func endlessElementsAreRefused() throws {
    for (start, part) in [
      ("<osm><node id=\"1\">", "<tag k=\"a\" v=\"b\"/>"), ("{\"features\":[\"", "aaaaaaaa"), ("{\"x\":\"", "aaaaaaaa"),
    ] {
      var stream = PlaceStream()
      stream.append(Array(start.utf8)[...])
      let piece = Array(String(repeating: part, count: (1 << 20) / part.utf8.count).utf8)
      #expect(throws: PlaceFault.self) {
        for _ in 0..<20 {
          stream.append(piece[...])
          while try stream.next() != nil {}
        }
      }
    }
  }
}
