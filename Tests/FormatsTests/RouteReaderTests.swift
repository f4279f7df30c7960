import Expectations
import Formats
import Geodesy
import Geometry
import Scenery
import TestData
import Text
import Testing

private typealias Fixture = RouteFixture

private func read(_ text: String, name: String = "", wearer: Geodetic? = nil) throws(RouteFault) -> RouteReading {
  try RouteReader.read(Array(text.utf8), name: name, wearer: wearer)
}

private func fault(_ text: String, wearer: Geodetic? = nil) -> RouteFault? {
  do {
    _ = try read(text, wearer: wearer)
    return nil
  } catch { return error }
}

@Suite struct RouteReaderTests {
  static let shapes: [(RouteFormat, String)] = {
    let all = Fixture.points
    let halves = [Array(all[...4]), Array(all[4...])]
    let multi =
      #"{"type":"MultiLineString","coordinates":[\#(halves.map { Fixture.coordinates($0) }.joined(separator: ","))]}"#
    let segments = halves.map { "<trkseg>\(Fixture.gpxPoints("trkpt", $0))</trkseg>" }.joined()
    return [
      (.geoJSON, Fixture.lineString(all)), (.geoJSON, Fixture.feature), (.geoJSON, multi),
      (.geoJSON, #"{"type":"FeatureCollection","features":[\#(Fixture.feature)]}"#),
      (.geoJSON, #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},\#(multi)]}"#),
      (.gpx, Fixture.gpx("<trk><name>Peetri</name>\(segments)</trk>")),
      (.gpx, Fixture.gpx("<rte><name>Peetri</name>\(Fixture.gpxPoints("rtept", all))</rte>")),
      (.polyline, Fixture.polyline(all, precision: 5)), (.polyline, Fixture.polyline(all, precision: 6) + "\n"),
      (.polyline, Fixture.quoted(Fixture.polyline(all, precision: 5))),
      (.osrm, Fixture.osrm { Fixture.quoted(Fixture.polyline($0, precision: 5)) }),
      (.osrm, Fixture.osrm { Fixture.quoted(Fixture.polyline($0, precision: 6)) }),
      (.osrm, Fixture.osrm { Fixture.lineString($0) }),
      (.osrm, Fixture.osrm(withSteps: false) { Fixture.lineString($0) }),
      (.osrm, Fixture.osrm(geometry: false) { Fixture.quoted(Fixture.polyline($0, precision: 6)) }),
      (.valhalla, Fixture.valhalla), (.google, Fixture.google()), (.google, Fixture.google(withSteps: false)),
      (.googleRoutes, Fixture.googleRoutes()), (.googleRoutes, Fixture.googleRoutes(withSteps: false)),
      (.googleRoutes, Fixture.googleRoutes(geoJSON: true)),
      (.graphHopper, Fixture.graphHopper()), (.graphHopper, Fixture.graphHopper(multiplier: 1_000_000)),
      (.graphHopper, Fixture.graphHopper(multiplier: nil)),
      (.openRouteService, Fixture.openRouteService()), (.openRouteService, Fixture.openRouteService(geoJSON: true)),
    ]
  }()

  @Test(arguments: shapes.indices) func everyFormatGivesTheSameRoute(_ index: Int) throws {
    let (format, text) = Self.shapes[index]
    let reading = try read(text)
    expect(reading.format, equals: format)
    let points = reading.route.points
    try #require(points.count == Fixture.points.count)
    for (point, known) in zip(points, Fixture.points) {
      expect((point.latitude.value - known.latitude).magnitude, isAtMost: 1e-5)
      expect((point.longitude.value - known.longitude).magnitude, isAtMost: 1e-5)
    }
    #expect(!reading.notes.contains { if case .duplicates = $0 { true } else { false } })
    // Answers of these services do not name the destination.
    let isNamed = ![.polyline, .googleRoutes, .graphHopper, .openRouteService].contains(format)
    if isNamed && index > 0 && index != 2 && index != 4 { expect(reading.route.name, equals: "Peetri") }
  }

  // Not in the attribute: Swift 6.0 crashes on a closure there.
  static let withManoeuvres = [
    Fixture.osrm { Fixture.quoted(Fixture.polyline($0, precision: 6)) }, Fixture.valhalla, Fixture.google(),
    Fixture.googleRoutes(), Fixture.googleRoutes(geoJSON: true), Fixture.graphHopper(),
    Fixture.graphHopper(multiplier: nil),
    Fixture.openRouteService(), Fixture.openRouteService(geoJSON: true),
  ]

  static let heights = [Fixture.graphHopper(box: "1,2,3,4,5,6"), Fixture.openRouteService(box: "1,2,3,4,5,6")]

  /// A polyline with heights has three numbers a point: read with two it would be another route.
  @Test(arguments: heights) func aPolylineWithHeightsIsRefused(_ text: String) {
    #expect { try read(text) } throws: { "\($0)".contains("a polyline with heights") }
  }

  @Test func answersOfServicesThatRefuse() {
    #expect { try read(#"{"error":{"code":403,"message":"No key","status":"PERMISSION_DENIED"}}"#) } throws: {
      $0 as? RouteFault == .refused(code: "PERMISSION_DENIED", message: "No key")
    }
    #expect { try read(#"{"error":{"code":2010,"message":"Too far"}}"#) } throws: {
      $0 as? RouteFault == .refused(code: "2010", message: "Too far")
    }
    let outside = Fixture.graphHopper().replacing("\"interval\":[6,", with: "\"interval\":[66,")
    #expect { try read(outside) } throws: { "\($0)".contains("paths[0].instructions[2].interval") }
  }

  @Test(arguments: withManoeuvres)
  func manoeuvresStandAtTheirPoints(_ text: String) throws {
    let route = try read(text).route
    let turns = route.manoeuvres.filter { $0.kind != .arrive }
    expect(turns.map(\.kind), equals: [.depart, .right, .sharpLeft])
    expect(turns.map(\.index), equals: [0, 4, 6])
    expect(route.statedDuration, equals: .seconds(400))
    let stated = try #require(route.statedLength)
    expect((stated.value - Fixture.length).magnitude, isBelow: 1e-6)
  }

  /// Without geometries of the steps the maneuvers are assigned by their places.
  @Test func manoeuvresAreFoundByTheirPlaces() throws {
    let all = Fixture.points
    let text = Fixture.osrm { Fixture.lineString($0) }.replacing(
      try Regex(#"\{"geometry":\{[^}]*\},"name""#), with: #"{"name""#)
    let route = try read(text).route
    expect(route.points.count, equals: all.count)
    expect(route.manoeuvres.map(\.index), equals: [0, 4, 6, 8])
  }

  @Test func theNameGivenByTheUserCounts() throws {
    try expect(
      read(Fixture.feature, name: "  home\u{1b}[31m\u{202e} <b>sweet</b> home\n").route.name,
      equals: "home [31m sweet home")
  }

  @Test func instructionsAreSpokenText() throws {
    let manoeuvre = try read(Fixture.google()).route.manoeuvres[1]
    expect(manoeuvre.instruction, equals: "Turn right onto Kauka. Toll & fee")
    let name =
      #"{"type":"Feature","properties":{"name":"a <script src=x>b</script> &lt;i&gt;c 1 < 2\u0000\u0007"},"geometry":"#
    try expect(read(name + Fixture.lineString(Fixture.points) + "}").route.name, equals: "a b c 1 < 2")
    let long = String(repeating: "<", count: 100_000) + "b"
    let reading = try read(
      #"{"type":"Feature","properties":{"name":"\#(long)"},"geometry":\#(Fixture.lineString(Fixture.points))}"#)
    expect(reading.route.name.unicodeScalars.count, equals: 300)
  }
}

@Suite struct RoutePrecisionTests {
  /// Near the equator both precisions give places on Earth, ten times as far from 0, 0 and from each other.
  private let walk: [(latitude: Double, longitude: Double)] = (0..<40).map { (0.3 + Double($0) * 2e-4, 6.7) }

  @Test(arguments: [5, 6]) func theStatedLengthDecides(_ precision: Int) throws {
    let length = 40 * 2e-4 * 110_574.0 * 39 / 40
    let text =
      #"{"code":"Ok","routes":[{"distance":\#(length),"geometry":\#(Fixture.quoted(Fixture.polyline(walk, precision: precision)))}]}"#
    let reading = try read(text)
    expect(reading.notes, equals: [.precision(precision, .statedLength)])
    expect((reading.route.points[39].latitude.value - 0.3078).magnitude, isBelow: 1e-9)
  }

  @Test(arguments: [5, 6]) func theWearerDecides(_ precision: Int) throws {
    let here = Geodetic(latitude: Degrees(0.31), longitude: Degrees(6.71))
    let reading = try read(Fixture.polyline(walk, precision: precision), wearer: here)
    expect(reading.notes, equals: [.precision(precision, .wearer)])
    expect((reading.route.points[0].longitude.value - 6.7).magnitude, isBelow: 1e-9)
  }

  @Test func anUndecidedPrecisionIsNotedAsAssumed() throws {
    try expect(read(Fixture.polyline(walk, precision: 5)).notes, equals: [.precision(5, .assumed)])
    try expect(read(Fixture.polyline(Fixture.points, precision: 6)).notes, equals: [.precision(6, .range)])
    // Google's own example.
    let points = try read("_p~iF~ps|U_ulLnnqC_mqNvxq`@").route.points
    expect(points.map(\.latitude.value), equals: [38.5, 40.7, 43.252])
    expect(points.map(\.longitude.value), equals: [-120.2, -120.95, -126.453])
  }
}

@Suite struct RouteSanityTests {
  private func line(_ coordinates: String) -> String { #"{"type":"LineString","coordinates":\#(coordinates)}"# }

  @Test func exchangedNumbersAreNamed() {
    expect(
      fault(line("[[-33.8,151.2],[-33.9,151.3]]")),
      equals: .exchanged(path: "coordinates[0]", latitude: 151.2, longitude: -33.8))
    // 48.2° north, 16.37° east, in the wrong order: still on Earth, but in the Gulf of Aden.
    let vienna = Geodetic(latitude: Degrees(48.21), longitude: Degrees(16.37))
    let swapped = line("[[48.2,16.37],[48.201,16.37]]")
    expect(fault(swapped, wearer: vienna), equals: .exchanged(path: "coordinates[0]", latitude: 16.37, longitude: 48.2))
    #expect(fault(swapped) == nil)
    #expect(fault(line("[[16.37,48.2],[16.37,48.201]]"), wearer: vienna) == nil)
  }

  @Test func pointsHaveToBePlaces() {
    expect(
      fault(line("[[1,2],[1,200],[300,1]]")), equals: .notAPlace(path: "coordinates[1]", latitude: 200, longitude: 1))
    expect(fault("[[48.2,16.3],[48.3,16.4]]"), equals: .bareArray)
    expect(fault(line("[[1,2]]"))?.description.contains("one point"), equals: true)
    let nan = Fixture.gpx(#"<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="nan" lon="1"/></trkseg></trk>"#)
    guard case .notAPlace("trk.trkseg[0].trkpt[1]", let latitude, 1)? = fault(nan) else {
      Issue.record("\(String(describing: fault(nan)))")
      return
    }
    #expect(latitude.isNaN)
    expect(
      fault(Fixture.gpx(#"<rte><rtept lat="1" lon="1"/><rtept lat="2"/></rte>"#)),
      equals: .shape(path: "rte.rtept[1]", expected: "the attributes lat and lon", found: "not both"))
  }

  @Test func aRouteNeedsTwoPointsAndNotTooMany() throws {
    expect(fault(line("[]")), equals: .tooFewPoints(distinct: 0, given: 0))
    expect(fault(line("[[1,2],[1,2],[1,2]]")), equals: .tooFewPoints(distinct: 1, given: 3))
    // At a pole every longitude is one point.
    expect(fault(line("[[1,90],[77,90]]")), equals: .tooFewPoints(distinct: 1, given: 2))
    let many = (0...100_000).map { (latitude: Double($0) * 1e-4, longitude: 5.0) }
    expect(fault(Fixture.polyline(many, precision: 5)), equals: .tooManyPoints(limit: 100_000))
    expect(fault(Fixture.lineString(many)), equals: .tooManyPoints(limit: 100_000))
    expect(
      fault(Fixture.gpx("<trk><trkseg>\(Fixture.gpxPoints("trkpt", many))</trkseg></trk>")),
      equals: .tooManyPoints(limit: 100_000))
    try expect(read(Fixture.lineString(many.dropLast())).route.points.count, equals: 100_000)
    try expect(read(line("[[1,2],[1.00001,2]]")).route.points.count, equals: 2)
  }

  @Test func repeatedPointsAreCounted() throws {
    let reading = try read(line("[[1,2],[1,2],[1.001,2],[1.001,2],[1.001,2],[1,2]]"))
    expect(reading.route.points.count, equals: 3)
    expect(reading.notes, equals: [.duplicates(3)])
  }

  @Test func lengthsAreCompared() throws {
    func answer(_ factor: Double) -> String {
      Fixture.osrm(length: Fixture.length * factor) { Fixture.lineString($0) }
    }
    try expect(read(answer(1.04)).notes, equals: [])
    guard case .lengthDiffers(let stated, let computed)? = try read(answer(1.4)).notes.first else {
      Issue.record("no note")
      return
    }
    expect((stated.value - 1.4 * Fixture.length).magnitude, isBelow: 1e-6)
    expect((computed.value - Fixture.length).magnitude, isBelow: 0.01)
    guard case .wrongLength? = fault(answer(3)) else {
      Issue.record("no fault")
      return
    }
  }

  @Test func gapsAndJumpsAreNoted() throws {
    let parts = try read(#"{"type":"MultiLineString","coordinates":[[[1,2],[1.001,2]],[[1.002,2],[1.003,2]]]}"#)
    expect(parts.route.points.count, equals: 4)
    guard case .joined(2, let gap)? = parts.notes.first else {
      Issue.record("\(parts.notes)")
      return
    }
    expect((gap.value - 111.25).magnitude, isBelow: 0.1)  // a thousandth of a degree of longitude at 2° north
    let wearer = Geodetic(latitude: Degrees(3), longitude: Degrees(1))
    guard case .farFromWearer(let far)? = try read(line("[[1,2],[1.001,2]]"), wearer: wearer).notes.first else {
      Issue.record("no note")
      return
    }
    expect((far.value - 110_580).magnitude, isBelow: 700)
    guard case .longSegment(after: 1, _)? = try read(line("[[1,2],[1.001,2],[7,2]]")).notes.first else {
      Issue.record("no note")
      return
    }
  }

  @Test func malformedTextIsRefusedWithItsPlace() {
    let good = Fixture.polyline(Fixture.points, precision: 5)
    let cut = String(good.dropLast())
    guard case .polyline("", let offset, .ends)? = fault(cut) else {
      Issue.record("\(String(describing: fault(cut)))")
      return
    }
    expect(offset, equals: cut.utf8.count)
    expect(fault(good + "!"), equals: .polyline(path: "", offset: good.utf8.count, reason: .character(33)))
    expect(fault("_p~iF~~~~~~~~~~~"), equals: .polyline(path: "", offset: 12, reason: .tooLong))
    let answer = #"{"code":"Ok","routes":[{"geometry":"_p~iF 1"}]}"#
    expect(fault(answer), equals: .polyline(path: "routes[0].geometry", offset: 5, reason: .character(32)))
    expect(
      fault(answer)?.description,
      equals: "routes[0].geometry: at character 6: the byte 32 does not occur in an encoded polyline")
    expect(fault("we walk home"), equals: .unrecognised(offset: 2))
    expect(fault(" \n"), equals: .empty)
  }

  @Test(arguments: [
    (#"{"code":"Ok"}"#, "routes: expected an array of routes, found nothing"),
    (#"{"code":"Ok","routes":[]}"#, "routes: expected a route, found an empty array"),
    (#"{"code":"Ok","routes":{}}"#, "routes: expected an array, found an object"),
    (
      #"{"code":"Ok","routes":[{"geometry":5}]}"#,
      "routes[0].geometry: expected a polyline or a GeoJSON LineString, found a number"
    ),
    (#"{"code":"Ok","routes":[{"distance":"far"}]}"#, "routes[0].distance: expected a number, found a string"),
    (#"{"type":"Point","coordinates":[1,2]}"#, "the Point: expected a LineString, found none"),
    (#"{"type":"Kangaroo"}"#, #"type: expected a type of GeoJSON, found "Kangaroo""#),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3]]}}]}"#,
      "features[0].geometry.coordinates[1]: expected a position [longitude, latitude], found an array of 1"
    ),
    (#"{"trip":{"legs":[{"shape":7}]}}"#, "trip.legs[0].shape: expected a string, found a number"),
    (
      #"{"trip":{"legs":[{"shape":"_p~iF~ps|U_ulLnnqC","maneuvers":[{"begin_shape_index":2}]}]}}"#,
      "trip.legs[0].maneuvers[0].begin_shape_index: expected the index of one of the 2 points of the shape, found a number"
    ),
    (#"{"status":"OK","routes":[{"legs":[]}]}"#, "routes[0].overview_polyline: expected a polyline, found nothing"),
    ("{}", "the answer: expected a GeoJSON type, or routes, or a trip, found an object with no members"),
    ("[1, 2]", "the answer: expected an object, found an array"),
    (
      #"{"code":"NoRoute","message":"Impossible <b>route</b>"}"#, "the server found no route: NoRoute: Impossible route"
    ),
    (
      #"{"error_code":171,"error":"No suitable edges near location"}"#,
      "the server found no route: 171: No suitable edges near location"
    ),
    (#"{"trip":{"status":442,"status_message":"No path"}}"#, "the server found no route: 442: No path"),
    (#"{"status":"ZERO_RESULTS","routes":[]}"#, "the server found no route: ZERO_RESULTS"),
    ("<kml/>", "the XML: expected <gpx>, found another element"),
    (
      "<gpx><wpt lat='1' lon='2'/></gpx>",
      "the GPX file has neither a track nor a route, only 1 way-points: import them as places"
    ),
    (#"{"type": "#, "not JSON: line 1, column 10: the text ends before the value does"),
  ])
  func theFaultStatesThePlaceAndTheReason(_ text: String, _ words: String) {
    expect(fault(text)?.description, equals: words)
  }

  /// Texts that are cut off or damaged give an answer or a fault, never a trap.
  @Test func damagedRoutesGiveAnAnswerOrAFault() {
    var generator = Generator(seed: 5)
    for (_, text) in RouteReaderTests.shapes {
      let bytes = Array(text.utf8)
      for _ in 0..<60 {
        var spoilt = bytes
        for _ in 0..<Int(generator.uniform(in: 1...4)) {
          spoilt[Int(generator.next() % UInt64(spoilt.count))] = UInt8(truncatingIfNeeded: generator.next())
        }
        if generator.uniform() < 0.3 { spoilt.removeLast(Int(generator.next() % UInt64(spoilt.count))) }
        if let reading = try? RouteReader.read(spoilt) {
          #expect(reading.route.points.allSatisfy { $0.isFinite && $0.latitude.value.magnitude <= 90 })
          #expect(reading.route.manoeuvres.allSatisfy { reading.route.points.indices.contains($0.index) })
        }
      }
    }
  }
}

@Suite struct RouteAnswerTests {
  /// Two real answers of Valhalla in OSRM's format, precision 6. The expectations of the first are in its text: 23 steps from an
  /// office to Peetri.
  @Test(.enabled(if: SharedData.has("data/routes"))) func realAnswersAreRead() throws {
    let walk = try read(SharedData.text("data/routes/valhalla_osrm_response.json"))
    expect(walk.format, equals: .osrm)
    #expect(walk.notes == [.precision(6, .range)] || walk.notes == [.precision(6, .statedLength)])
    expect(walk.route.name, equals: "Peetri")
    expect(walk.route.points.count, equals: 140)
    expect(walk.route.manoeuvres.count, equals: 23)
    let places = [
      Geodetic(latitude: Degrees(59.442643), longitude: Degrees(24.765368)),
      Geodetic(latitude: Degrees(59.452226), longitude: Degrees(24.730034)),
    ]
    let first = try #require(walk.route.points.first), last = try #require(walk.route.points.last)
    expect(Geodesic(from: first, to: places[0]).distance.value, isBelow: 1)
    expect(Geodesic(from: last, to: places[1]).distance.value, isBelow: 1)

    let text = try SharedData.text("data/routes/valhalla_osrm_with_roundabouts.json")
    let ride = try read(text)
    expect(ride.route.manoeuvres.filter { $0.kind == .roundabout }.count, equals: 2)
    expect(ride.route.manoeuvres.filter { $0.kind == .turnAround }.count, equals: 1)
    // The points of the steps are those of the whole.
    let json = try JSONValue(reading: text)
    let whole = try #require(json["routes"]?[0]?["geometry"]?.string)
    let drawn = try read(whole).route.points
    expect(drawn, equals: ride.route.points)
  }
}
