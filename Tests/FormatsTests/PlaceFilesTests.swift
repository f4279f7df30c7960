import Expectations
import Formats
import Geodesy
import Geometry
import Scenery
import Testing
import Text

private func read(_ text: String, _ format: PlaceFormat? = nil) throws -> (places: [Place], report: PlaceReport) {
  try PlaceReader.read(Array(text.utf8), format: format)
}

private func fault(_ text: String, _ format: PlaceFormat? = nil) -> String? {
  do throws(PlaceFault) {
    _ = try PlaceReader.read(Array(text.utf8), format: format)
    return nil
  } catch { return error.description }
}

private func geodetic(_ latitude: Double, _ longitude: Double) -> Geodetic {
  Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
}

/// Places in files of other programs are read with their content.
@Suite struct PlaceFilesTests {
  @Test func featuresOfGeoJSONBecomePlaces() throws {
    let text = """
      {"type": "FeatureCollection", "name": "a list", "features": [
        {"type": "Feature", "id": 17, "geometry": {"type": "Point", "coordinates": [11.5, 48.1, 560.5]},
         "properties": {"name": "Tower", "category": "sight", "tags": ["old", "high"], "floors": 3}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [11.6, 48.2]},
         "properties": {"@id": "node/5", "title": "Mill", "amenity": "cafe", "ele": "519", "tags": "a; b,c"}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-0.00001, 0]}, "properties": null}
      ], "crs": null}
      """
    let (places, report) = try read(text)
    expect(
      places,
      equals: [
        Place(
          id: "17", name: "Tower", category: "sight", position: geodetic(48.1, 11.5),
          height: .ellipsoid(.metres(560.5)),
          tags: ["old", "high"], payload: #"{"floors":3}"#),
        Place(
          id: "osm:node/5", name: "Mill", category: "cafe", position: geodetic(48.2, 11.6),
          height: .seaLevel(.metres(519)), tags: ["a", "b,c"], payload: #"{"amenity":"cafe"}"#),
        Place(id: "@0,-0.00001", name: "", position: geodetic(0, -0.00001)),
      ])
    #expect(report.read == 3 && report.refused == 0 && report.unnamed == 1)
  }

  @Test func linesAndAreasBecomeTheirMiddleWithANote() throws {
    func feature(_ geometry: String) -> String { #"{"type":"Feature","geometry":\#(geometry),"properties":{}}"# }
    let geometries = [
      (#"{"type":"Polygon","coordinates":[[[10,40],[20,40],[20,50],[10,50],[10,40]]]}"#, geodetic(45, 15)),
      (#"{"type":"LineString","coordinates":[[0,0],[2,1]]}"#, geodetic(0.5, 1)),
      (#"{"type":"MultiPoint","coordinates":[[4,0],[2,1],[3,7]]}"#, geodetic(3.5, 3)),
      // Across the date line.
      (
        #"{"type":"MultiPolygon","coordinates":[[[[179,-17],[-179,-17],[-179,-16],[179,-16],[179,-17]]]]}"#,
        geodetic(-16.5, 180)
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[3,4]}]}"#,
        geodetic(3, 2)
      ),
    ]
    for (geometry, middle) in geometries {
      for text in [feature(geometry), geometry] {
        let (places, report) = try read(text)
        #expect(places.count == 1 && report.centred == 1)
        expect(places.first?.position.latitude, equals: middle.latitude)
        expect(places.first?.position.longitude.magnitude, equals: middle.longitude.magnitude)
        #expect(report.notes.contains { $0.contains("middle") })
      }
    }
  }

  @Test func badFeaturesAreRefusedWithTheirReasonAndTheRestIsRead() throws {
    let bad = [
      (#"{"type":"Feature","geometry":null}"#, "no geometry"),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[11]}}"#, "[longitude, latitude]"),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":["11","48"]}}"#, "[longitude, latitude]"),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[48,111]}}"#, "exchanged"),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[400,48]}}"#, "longitude"),
      (#"{"type":"Feature","geometry":{"type":"Circle","coordinates":[1,2]}}"#, "Circle"),
      (#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}"#, "empty"),
      (#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[1,2]}}"#, "not nested"),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"heightKind":"x"}}"#,
        "kind of height"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"heightKind":"ground"}}"#,
        "no height"
      ),
      ("17", "not a feature"), ("[]", "not a feature"), ("{}", "not a feature"),
    ]
    let good = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
    let list = bad.map(\.0) + [good]
    let (places, report) = try read("{\"features\":[\n\(list.joined(separator: ",\n"))\n]}")
    expect(places.map(\.position), equals: [geodetic(2, 1)])
    #expect(report.refused == bad.count && report.read == 1)
    for (index, (_, reason)) in bad.enumerated() {
      expect(report.refusals[index].location, equals: "feature \(index + 1) (up to line \(index + 2))")
      #expect(report.refusals[index].reason.contains(reason), "\(report.refusals[index])")
    }
  }

  @Test func anAnswerOfOverpassBecomesPlaces() throws {
    let text = """
      {"version": 0.6, "generator": "Overpass API", "elements": [
        {"type": "node", "id": 123, "lat": 48.1, "lon": 11.5, "tags":
          {"amenity": "cafe", "name": "Café", "cuisine": "cake;coffee", "wheelchair": "yes", "ele": "520"}},
        {"type": "way", "id": 9, "center": {"lat": 48.2, "lon": 11.6}, "nodes": [1, 2], "tags": {"shop": "yes", "brand": "B"}},
        {"type": "relation", "id": 4, "bounds": {"minlat": 1, "maxlat": 3, "minlon": 179, "maxlon": -177}, "tags": {"name": "R"}},
        {"type": "node", "id": 1, "lat": 48, "lon": 11},
        {"type": "way", "id": 2, "tags": {"name": "W"}},
        {"type": "count", "id": 0, "tags": {"total": "3"}}
      ], "remark": "runtime error: Query timed out"}
      """
    for format in [nil, PlaceFormat.overpass] {
      let (places, report) = try read(text, format)
      expect(places.map(\.id), equals: ["osm:node/123", "osm:way/9", "osm:relation/4"])
      expect(places.map(\.name), equals: ["Café", "B", "R"])
      expect(places.map(\.category), equals: ["cafe", "shop", ""])
      expect(places[0].tags, equals: ["wheelchair", "cake", "coffee"])
      expect(places[0].height, equals: .seaLevel(.metres(520)))
      expect(places[0].payload?.contains(#""cuisine":"cake;coffee""#), equals: true)
      expect(places[2].position, equals: geodetic(2, -179))
      #expect(report.centred == 2 && report.refused == 3)
      #expect(report.refusals[1].reason.contains("out center"))
      #expect(report.notes.contains { $0.contains("timed out") })
    }
  }

  @Test func wayPointsOfGPXBecomePlaces() throws {
    let text = """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><name>not a place</name></metadata>
        <wpt lat="48.1" lon=" 11.5 "><ele>519.5</ele><name>Bell &amp; Tower</name><desc>A <![CDATA[<b>]]></desc>
          <link href="https://example.org/a"><text>t</text></link><sym>Flag</sym></wpt>
        <wpt lat="48.2" lon="11.6"><sym>Flag</sym><type>camp</type></wpt>
        <wpt lat="x" lon="11.6"/>
        <wpt lat="48.2"><ele>high</ele></wpt>
        <rte><rtept lat="1" lon="2"/></rte><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
      </gpx>
      """
    let (places, report) = try read(text)
    expect(places.count, equals: 2)
    #expect(places[0].name == "Bell & Tower" && places[0].category == "Flag")
    expect(places[0].height, equals: .seaLevel(.metres(519.5)))
    expect(places[0].payload, equals: #"{"desc":"A <b>","link":"https://example.org/a"}"#)
    #expect(places[1].category == "camp" && places[1].payload == #"{"sym":"Flag"}"#)
    #expect(report.refused == 2 && report.ways == 2)
    expect(report.refusals[0].location, equals: "way-point 3 (up to line 7)")
    #expect(report.notes.contains { $0.contains("gnomon route load") })
  }

  @Test(arguments: [",", ";", "\t"])
  func tablesAreReadWithEverySeparator(_ separator: String) throws {
    let decimal = separator == ";" ? "48,5" : "48.5"
    let rows = [
      ["Name", "LAT", "lng", "Category", "tags", "Opening hours", "height"],
      ["\"Bell \"\"Tower\"\"\"", decimal, "11", "sight", "\"a;b\"", "\"8\n-\r\n9\"", "3"],
      ["Mill", "-5e-1", "+180", "", "", "", ""],
    ]
    let text = "\u{feff}" + rows.map { $0.joined(separator: separator) }.joined(separator: "\r\n")
    for ending in ["", "\n", "\r\n\r\n"] {
      let (places, report) = try read(text + ending)
      expect(report.refusals, equals: [])
      expect(
        places,
        equals: [
          Place(
            id: "Bell \"Tower\"@48.5,11", name: "Bell \"Tower\"", category: "sight", position: geodetic(48.5, 11),
            height: .ground(.metres(3)), tags: ["a", "b"], payload: #"{"Opening hours":"8\n-\r\n9"}"#),
          Place(id: "Mill@-0.5,180", name: "Mill", position: geodetic(-0.5, 180)),
        ])
    }
  }

  @Test func badRowsAreRefusedWithTheirLine() throws {
    let text = """
      id,name,lat,lon
      a,A,48,11
      b,B,,11
      c,C,north,11
      d,D,48
      e,"E
      e",48,11

      f,F,91,11
      a,A again,49,11
      """
    let (places, report) = try read(text)
    expect(places.map(\.id), equals: ["a", "e"])
    expect(places[0].name, equals: "A again")
    expect(report.duplicates, equals: 1)
    expect(report.refusals.map(\.location), equals: ["line 3", "line 4", "line 5", "line 9"])
    expect(report.refusals[1].reason, equals: "the latitude 'north' is not a number")
    var bytes = Array("lat,lon,name\n1,2,".utf8)
    bytes += [0xff, 0x0a] + Array("1,2,ok".utf8)
    let other = try PlaceReader.read(bytes)
    #expect(other.places.map(\.name) == ["ok"] && other.report.refusals.first?.reason == "a field is not UTF-8")
  }

  @Test func unreadableFilesAreRefusedWithPlaceAndReason() {
    expect(fault("")?.contains("empty"), equals: true)
    expect(
      fault("name,city\nA,B"),
      equals: "line 1: none of the columns is called lat or latitude; the first line names the columns")
    expect(fault("lat,lon,latitude\n1,2,3")?.contains("two columns"), equals: true)
    expect(fault("lat,lon,name\n1,2,\"open\n3,4,x")?.hasPrefix("line 2: a quote does not end"), equals: true)
    expect(fault("{\"features\":[\n{\"type\": oops}]}")?.hasPrefix("line 2, column 10: "), equals: true)
    expect(fault("{\"routes\": []}")?.contains("neither GeoJSON"), equals: true)
    expect(fault("{\"features\": {}}")?.contains("not a list"), equals: true)
    expect(fault("[1]")?.contains("neither GeoJSON"), equals: true)
    expect(fault("{\"features\": []} x")?.contains("unexpected text after the value"), equals: true)
    expect(fault("<html><body/></html>")?.contains("not GPX"), equals: true)
    expect(fault("<gpx><wpt></gpx>")?.hasPrefix("line 1, column"), equals: true)
    #expect(fault("name,lat", .gpx) != nil)
    #expect(fault(String(repeating: "[", count: 100)) != nil)
  }

  @Test func floorsAndFencesAreReadAndWritten() throws {
    let square = "[[16.37,48.2],[16.371,48.2],[16.371,48.201],[16.37,48.201],[16.37,48.2]]"
    func feature(_ properties: String, _ geometry: String) -> String {
      #"{"type":"Feature","id":"a","properties":{"name":"A",\#(properties)},"geometry":\#(geometry)}"#
    }
    let polygon = #"{"type":"Polygon","coordinates":[\#(square)]}"#
    let fence = try PlaceReader.read(Array(feature(#""fence":true,"level":2,"radius":30"#, polygon).utf8)).places
    let place = try #require(fence.first)
    #expect(place.polygon.count == 4 && place.level == 2 && place.radius == .metres(30) && place.payload == nil)
    // Other programs' members of these names are theirs, and so is a status of GeoJSON.
    let foreign = feature(#""radius":0.5,"level":"mezzanine""#, polygon).replacing(
      #"{"type":"Feature","#, with: #"{"type":"Feature","status":"draft","#)
    let theirs = try #require(try PlaceReader.read(Array(foreign.utf8)).places.first)
    #expect(theirs.radius == nil && theirs.level == nil && theirs.payload?.contains("mezzanine") == true)
    // The outline of a building is none.
    let building = try PlaceReader.read(Array(feature(#""level":"-1""#, polygon).utf8)).places
    #expect(building.first?.polygon.isEmpty == true && building.first?.level == -1)
    let wide = polygon.replacing("16.371", with: "16.39")
    let refused = try PlaceReader.read(Array(feature(#""fence":true"#, wide).utf8)).report
    expect(refused.refusals.first?.reason.contains("within 500 m"), equals: true, "\(refused)")

    var export = try PlaceExport(.geoJSON), buffer = TextBuffer()
    export.start(&buffer)
    export.append(place, to: &buffer)
    export.end(&buffer)
    let again = try #require(try PlaceReader.read(Array(buffer.string.utf8)).places.first)
    expect(again, equals: place)
    #expect(
      try !PlaceExport(.csv).isComplete(for: place)
        && PlaceExport(.csv).isComplete(
          for: Place(
            id: "x", name: "x", position: place.position))
    )
    let osm =
      #"{"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"Shop","shop":"books","level":"1"}},"#
      + #"{"type":"node","id":2,"lat":1,"lon":2,"tags":{"name":"Stairs","level":"0;1"}}]}"#
    try expect(PlaceReader.read(Array(osm.utf8)).places.map(\.level), equals: [1, nil])
  }

  /// Both forms of Google's Places API, by its documentation.
  @Test func googlesPlacesAreRead() throws {
    let older =
      #"{"html_attributions":[],"results":[{"geometry":{"location":{"lat":48.2082,"lng":16.3738},"viewport":{}},"name":"Café Mozart","#
      + #""place_id":"ChIJ1","types":["cafe","food","point_of_interest","establishment"],"vicinity":"Ring 1","rating":4.2},"#
      + #"{"name":"Nowhere","place_id":"x"}],"status":"OK","next_page_token":"more"}"#
    let (places, report) = try PlaceReader.read(Array(older.utf8))
    let place = try #require(places.first)
    #expect(places.count == 1 && place.id == "google:ChIJ1" && place.name == "Café Mozart" && place.category == "cafe")
    #expect(
      place.tags == ["food"] && place.position.longitude.value == 16.3738 && place.payload?.contains("Ring 1") == true)
    #expect(report.refused == 1 && report.refusals[0].reason.contains("no location"))
    #expect(report.notes.contains("the server remarks: there is another page of places"))

    let newer =
      #"{"places":[{"id":"ChIJ2","types":["museum","tourist_attraction"],"location":{"latitude":48.2,"longitude":-16.4},"#
      + #""displayName":{"text":"Museum","languageCode":"de"},"primaryType":"art_museum"}]}"#
    let other = try PlaceReader.read(Array(newer.utf8)).places
    #expect(other.map(\.name) == ["Museum"] && other[0].category == "art_museum" && other[0].id == "google:ChIJ2")
    #expect(other[0].tags == ["museum", "tourist_attraction"] && other[0].position.longitude.value == -16.4)

    let refused = try PlaceReader.read(
      Array(#"{"results":[],"status":"REQUEST_DENIED","error_message":"No key"}"#.utf8))
    #expect(refused.places.isEmpty && refused.report.remark == "REQUEST_DENIED: No key")
    #expect(try PlaceReader.read(Array(#"{"results":[],"status":"ZERO_RESULTS"}"#.utf8)).report.remark == nil)
    let denied = try PlaceReader.read(
      Array(#"{"error":{"code":403,"message":"No key","status":"PERMISSION_DENIED"}}"#.utf8))
    expect(denied.report.remark, equals: "No key")
  }

  /// However the bytes are divided, the places are the same.
  @Test func aTableIsReadPieceByPiece() throws {
    var text = "name;lat;lon;note\r\n"
    for index in 0..<300 { text += "\"Plaça \(index)\n\";48,\(index);11;\"a \"\"b\"\" ;\"\r\n" }
    let bytes = Array(text.utf8), whole = try PlaceReader.read(bytes).places
    expect(whole.count, equals: 300)
    for step in [1, 7, 64, 5000] {
      var table = PlaceTable(), places: [Place] = []
      for start in stride(from: 0, to: bytes.count, by: step) {
        table.append(bytes[start..<min(start + step, bytes.count)])
        while let place = try table.next() { places.append(place) }
      }
      table.finish()
      while let place = try table.next() { places.append(place) }
      expect(places, equals: whole)
    }
    // A quote without an end does not fill the memory.
    var table = PlaceTable()
    table.append(Array("lat,lon\n1,\"".utf8)[...])
    #expect(throws: PlaceFault.self) {
      for _ in 0..<200 {
        table.append(ArraySlice(repeating: 0x61, count: 1 << 14))
        while try table.next() != nil {}
      }
    }
  }

  @Test(arguments: [PlaceFormat.geoJSON, .gpx, .csv])
  func writtenPlacesAreReadBackUnchanged(_ format: PlaceFormat) throws {
    let places = [
      Place(id: "a", name: "Plain", position: geodetic(48.137_154_321, 11.575_490_123)),
      Place(
        id: "osm:node/1", name: "A \"quoted\", <b>&amp;</b>; 東京 'x' ]]>", category: "a,b",
        position: geodetic(-90, -180),
        height: .ground(.metres(2.25)), tags: ["a b", "c,d"], payload: #"{"k":[1,null,"<&>\n"],"n":0.1}"#,
        isFavourite: true),
      Place(
        id: "c,\"d\"", name: "line\nfeed", position: geodetic(1e-9, 0), height: .ellipsoid(.metres(-0.1)),
        tags: ["one,two"]),
      Place(id: "d", name: "", position: geodetic(0, 179.999_999_9), height: .seaLevel(.metres(8848.86))),
    ]
    var export = try PlaceExport(format), buffer = TextBuffer()
    export.start(&buffer)
    for place in places { export.append(place, to: &buffer) }
    export.end(&buffer)
    let (again, report) = try PlaceReader.read(buffer.bytes)
    expect(again, equals: places)
    #expect(report.refused == 0 && report.omitted == 0)
  }

  /// Bytes changed, left out and repeated: the result is an answer or a declared fault, and every place that is read can be
  /// stored.
  @Test(arguments: [PlaceFormat.geoJSON, .gpx, .csv])
  func damagedFilesGiveAnAnswerOrAFault(_ format: PlaceFormat) throws {
    var export = try PlaceExport(format), buffer = TextBuffer(), generator = Generator(seed: 11)
    export.start(&buffer)
    for index in 0..<5 {
      export.append(
        Place(
          id: "\(index)", name: "é<\(index)>\"", position: geodetic(48.5, -11.25), height: .ground(.metres(2)),
          tags: ["a", "b"],
          payload: "[1]"), to: &buffer)
    }
    export.end(&buffer)
    let sound = buffer.bytes
    for _ in 0..<3000 {
      var bytes = sound
      for _ in 0...Int(generator.uniform() * 3) {
        let start = Int(generator.uniform() * Double(bytes.count - 20)), end = start + Int(generator.uniform() * 20)
        switch Int(generator.uniform() * 3) {
        case 0: bytes[start] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.removeSubrange(start..<end)
        default: bytes.insert(contentsOf: bytes[start..<end], at: start)
        }
      }
      for format in [nil, format, .overpass] {
        guard let (places, _) = try? PlaceReader.read(bytes, format: format) else { continue }
        #expect(
          places.allSatisfy { $0.position.isFinite && $0.position.latitude.magnitude <= Degrees(90) && !$0.id.isEmpty })
      }
    }
  }

  @Test(arguments: [PlaceFormat.geoJSON, .gpx, .csv])
  func aFileWithoutPlacesIsValid(_ format: PlaceFormat) throws {
    let export = try PlaceExport(format)
    var buffer = TextBuffer()
    export.start(&buffer)
    export.end(&buffer)
    try expect(PlaceReader.read(buffer.bytes).places, equals: [])
  }

  @Test func answersOfOverpassAreNotWritten() {
    #expect(throws: PlaceFault.self) { try PlaceExport(.overpass) }
  }
}
