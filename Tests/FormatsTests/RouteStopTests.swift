import Expectations
import Formats
import Geometry
import Scenery
import Testing
import Text

/// Stops on the way: the end of a leg that is not the last, in each format that has legs.
@Suite struct RouteStopTests {
  private typealias Fixture = RouteFixture

  /// The line of the fixture from one of its points to another.
  private static func part(_ range: ClosedRange<Int>) -> String {
    Fixture.quoted(Fixture.polyline(Fixture.points[range], precision: 5))
  }
  private static func place(_ index: Int, _ names: (String, String)) -> String {
    "{\"\(names.0)\":\(Fixture.points[index].latitude),\"\(names.1)\":\(Fixture.points[index].longitude)}"
  }

  private static func osrm(withSteps: Bool) -> String {
    func step(_ range: ClosedRange<Int>, _ type: String) -> String {
      #"{"geometry":\#(part(range)),"name":"Kauka","maneuver":{"type":"\#(type)"}}"#
    }
    func leg(_ a: Int, _ b: Int) -> String {
      withSteps ? #"{"steps":[\#(step(a...b, "depart")),\#(step(b...b, "arrive"))]}"# : "{}"
    }
    func way(_ name: String, _ index: Int) -> String {
      #"{"name":"\#(name)","location":[\#(Fixture.points[index].longitude),\#(Fixture.points[index].latitude)]}"#
    }
    return
      #"{"code":"Ok","routes":[{"distance":\#(Fixture.length),"geometry":\#(part(0...8)),"legs":[\#(leg(0, 4)),\#(leg(4, 8))]}],"waypoints":[\#(way("a", 0)),\#(way("Bakery", 4)),\#(way("Peetri", 8))]}"#
  }

  private static func google(withSteps: Bool) -> String {
    func leg(_ a: Int, _ b: Int, _ name: String) -> String {
      let steps =
        withSteps
        ? #"{"polyline":{"points":\#(part(a...b))},"html_instructions":"Head <b>north</b> on <b>Kauka</b>"}"# : ""
      return
        #"{"end_address":"\#(name)","start_location":\#(place(a, ("lat", "lng"))),"steps":[\#(steps)]}"#
    }
    return
      #"{"status":"OK","routes":[{"overview_polyline":{"points":\#(part(0...8))},"legs":[\#(leg(0, 4, "Bakery")),\#(leg(4, 8, "Peetri"))]}]}"#
  }

  private static func googleRoutes(withSteps: Bool) -> String {
    func leg(_ a: Int, _ b: Int) -> String {
      let steps = withSteps ? #"{"polyline":{"encodedPolyline":\#(part(a...b))}}"# : ""
      return
        #"{"polyline":{"encodedPolyline":\#(part(a...b))},"startLocation":{"latLng":\#(place(a, ("latitude", "longitude")))},"steps":[\#(steps)]}"#
    }
    return #"{"routes":[{"distanceMeters":\#(Fixture.length),"legs":[\#(leg(0, 4)),\#(leg(4, 8))]}]}"#
  }

  private static var valhalla: String {
    func leg(_ a: Int, _ b: Int) -> String {
      let line = Fixture.quoted(Fixture.polyline(Fixture.points[a...b], precision: 6))
      return
        #"{"shape":\#(line),"maneuvers":[{"type":1,"begin_shape_index":0},{"type":4,"begin_shape_index":\#(b - a)}]}"#
    }
    let places =
      #"{"type":"break"},{"type":"through","name":"x"},{"type":"break","name":"Bakery"},{"type":"break","name":"Peetri"}"#
    return #"{"trip":{"status":0,"locations":[\#(places)],"legs":[\#(leg(0, 4)),\#(leg(4, 8))]}}"#
  }

  private static var graphHopper: String {
    let instructions = zip([0, 5, 0, 4], [(0, 4), (4, 4), (4, 8), (8, 8)]).map {
      #"{"sign":\#($0),"interval":[\#($1.0),\#($1.1)],"text":"Go.","street_name":"Kauka"}"#
    }
    return
      #"{"paths":[{"distance":\#(Fixture.length),"points":\#(part(0...8)),"instructions":[\#(instructions.joined(separator: ","))]}]}"#
  }

  private static var openRouteService: String {
    func segment(_ a: Int, _ b: Int) -> String {
      #"{"steps":[{"type":11,"name":"-","way_points":[\#(a),\#(b)]},{"type":10,"name":"-","way_points":[\#(b),\#(b)]}]}"#
    }
    return #"{"routes":[{"segments":[\#(segment(0, 4)),\#(segment(4, 8))],"geometry":\#(part(0...8))}]}"#
  }

  // Not in the attribute: Swift 6.0 crashes on a closure there.
  private static let answers: [(text: String, name: String)] = [
    (osrm(withSteps: true), "Bakery"), (osrm(withSteps: false), "Bakery"), (google(withSteps: true), "Bakery"),
    (google(withSteps: false), "Bakery"), (googleRoutes(withSteps: true), ""), (googleRoutes(withSteps: false), ""),
    (valhalla, "Bakery"), (graphHopper, ""), (openRouteService, ""),
  ]

  @Test(arguments: 0..<9) func theEndOfALegIsAStop(_ index: Int) throws {
    let answer = Self.answers[index], route = try RouteReader.read(Array(answer.text.utf8)).route
    expect(route.stops, equals: [Route.Stop(answer.name, at: 4)], "\(index): \(route.stops)")
    expect(route.points.count, equals: Fixture.points.count)
    let track = try #require(RouteTrack(route))
    // No bare arrival stands in the middle.
    #expect(
      track.steps.count { $0.kind == .arrive } == 1 && track.steps.count { $0.kind == .stop } == 1,
      "\(track.steps.map(\.kind))")
  }

  @Test func aStopBesideTheLineIsLeftOutWithANote() throws {
    let text = Self.osrm(withSteps: false).replacing("24.7638,59.4436", with: "24.7738,59.4436")
    let reading = try RouteReader.read(Array(text.utf8))
    #expect(reading.route.stops.isEmpty)
    #expect(reading.notes.contains { if case .stopBeside(0, _) = $0 { true } else { false } }, "\(reading.notes)")
  }

  /// The instruction has the street in bold type.
  @Test func googlesStreetsHaveNames() throws {
    func street(_ html: String, _ maneuver: String = "turn-left") throws -> String {
      let text = Self.google(withSteps: true).replacing(
        "\"html_instructions\":\"Head <b>north</b> on <b>Kauka</b>\"",
        with: "\"maneuver\":\"\(maneuver)\",\"html_instructions\":\(JSONValue.string(html).text)")
      return try #require(try RouteReader.read(Array(text.utf8)).route.manoeuvres.first).street
    }
    try expect(street("Turn <b>left</b> onto <b>Main St</b>"), equals: "Main St")
    try expect(
      street("Turn <b>left</b> onto <b>C street</b><div>Destination will be on the left</div>"), equals: "C street")
    try expect(street("Head <b>north</b> on <b>Main St</b> toward <b>2nd Ave</b>"), equals: "Main St")
    try expect(
      street("At the roundabout, take the <b>2nd</b> exit onto <b>Ring Rd</b>", "roundabout-left"), equals: "Ring Rd")
    try expect(street("Continue onto <b>Main St</b>", "straight"), equals: "Main St")
    try expect(street("Turn <b>left</b>"), equals: "")
    try expect(street("Turn <b>left</b> at <b>the church</b>"), equals: "")
    try expect(street("Biegen Sie <b>links</b> in die <b>Hafengasse</b> ab"), equals: "Hafengasse")
    try expect(street("Weiter auf <b>Ring</b>", "straight"), equals: "Ring")
    try expect(street("<b>"), equals: "")
  }
}
