import Formats

// The route of the fixtures in the forms that services document.
extension RouteFixture {
  static func googleRoutes(withSteps: Bool = true, geoJSON: Bool = false) -> String {
    let words = ["DEPART", "TURN_RIGHT", "TURN_SHARP_LEFT"]
    func line(_ part: some Sequence<(latitude: Double, longitude: Double)>) -> String {
      geoJSON
        ? #"{"geoJsonLinestring":\#(lineString(part))}"#
        : #"{"encodedPolyline":\#(quoted(polyline(part, precision: 5)))}"#
    }
    let steps = (0..<3).map { index in
      #"{"polyline":\#(line(points[Self.steps[index]...Self.steps[index + 1]])),"navigationInstruction":{"maneuver":"\#(words[index])","instructions":"Go."}}"#
    }
    let list = withSteps ? #","steps":[\#(steps.joined(separator: ","))]"# : ""
    return
      #"{"routes":[{"legs":[{"polyline":\#(line(points))\#(list)}],"distanceMeters":\#(length),"duration":"400s"}]}"#
  }

  static func graphHopper(multiplier: Int? = 100_000, box: String = "1,2,3,4") -> String {
    let instructions = zip([0, 2, -3, 4], [(0, 4), (4, 6), (6, 8), (8, 8)]).map {
      #"{"sign":\#($0),"interval":[\#($1.0),\#($1.1)],"text":"Go.","street_name":"Kauka"}"#
    }
    let line = multiplier.map {
      #""points_encoded":true,"points_encoded_multiplier":\#($0),"points":"#
        + quoted(polyline(points, precision: $0 == 100_000 ? 5 : 6))
    }
    return
      #"{"paths":[{"distance":\#(length),"time":400000,"bbox":[\#(box)],\#(line ?? #""points":"# + lineString(points)),"instructions":[\#(instructions.joined(separator: ","))]}]}"#
  }

  static func openRouteService(geoJSON: Bool = false, box: String = "1,2,3,4") -> String {
    let steps = zip([11, 1, 2, 10], [(0, 4), (4, 6), (6, 8), (8, 8)]).map {
      #"{"type":\#($0),"instruction":"Go.","name":"-","way_points":[\#($1.0),\#($1.1)]}"#
    }
    let facts =
      #""summary":{"distance":\#(length),"duration":400},"segments":[{"steps":[\#(steps.joined(separator: ","))]}]"#
    if geoJSON {
      return
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(facts)},"geometry":\#(lineString(points))}]}"#
    }
    return #"{"routes":[{\#(facts),"bbox":[\#(box)],"geometry":\#(quoted(polyline(points, precision: 5)))}]}"#
  }
}
