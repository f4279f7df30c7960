import Expectations
import Formats
import Geometry
import Scenery
import Testing

/// Named points of a route's file.
@Suite struct RouteMarkTests {
  private func read(_ text: String) throws -> RouteReading { try RouteReader.read(Array(text.utf8)) }

  @Test func pointsOfARouteInGPXHaveNames() throws {
    let points = [("48.2", "Start"), ("48.201", "Fountain"), ("48.202", ""), ("48.203", "Gate")]
    let list = points.map { #"<rtept lat="\#($0)" lon="16.3">\#($1.isEmpty ? "" : "<name>\($1)</name>")</rtept>"# }
      .joined()
    let route = try read(#"<gpx version="1.1"><rte>\#(list)</rte></gpx>"#).route
    expect(route.marks, equals: [Route.Mark("Start", at: 0), Route.Mark("Fountain", at: 1)])
    // The last point is the destination; a name of the route itself comes first.
    expect(route.name, equals: "Gate")
    try expect(read(#"<gpx version="1.1"><rte><name>Home</name>\#(list)</rte></gpx>"#).route.name, equals: "Home")
  }

  @Test func pointsBesideALineOfGeoJSONAreMarks() throws {
    func point(_ longitude: Double, _ latitude: Double, _ name: String) -> String {
      #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
    }
    let line =
      #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[16.3,48.2],[16.3,48.201],[16.3,48.203]]}}"#
    let features = [
      point(16.3001, 48.201, "Oak"), line, point(16.3, 48.2, "Well"), point(16.4, 48.2, "Far"), point(16.3, 48.2, ""),
    ]
    let reading = try read(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    expect(reading.route.marks, equals: [Route.Mark("Well", at: 0), Route.Mark("Oak", at: 1)])
    #expect(reading.notes.contains(.marksBeside(1)))
  }
}
