import Expectations
import Formats
import Geodesy
import Geometry
import Testing

@Suite struct PlaceOverpassTests {
  private let box = GeodeticBox(
    south: Degrees(48.1), north: Degrees(48.2), west: Degrees(11.5), east: Degrees(11.625))

  @Test func aQuestionNamesTheBoxAndTheCategories() {
    expect(
      OverpassQuery(box, categories: ["tourism=museum", "historic=*"]).text,
      equals: """
        [out:json][timeout:60][maxsize:67108864];
        (
          nwr["tourism"="museum"]["name"](48.1,11.5,48.2,11.625);
          nwr["historic"]["name"](48.1,11.5,48.2,11.625);
        );
        (._; node(w)["entrance"];);
        out center;

        """)
    // A bare value is requested under every key that is a category.
    let cafes = OverpassQuery(box, categories: ["cafe"]).text
    #expect(cafes.contains(#"nwr["amenity"="cafe"]["name"]"#) && cafes.contains(#"nwr["shop"="cafe"]["name"]"#))
    #expect(OverpassQuery(box).text.contains(#"nwr["leisure"]["name"]"#))
  }

  /// The entrances of a building come before it, and are no places of their own.
  @Test func aBuildingHasTheEntranceAmongItsNodes() throws {
    let answer = """
      {"elements": [
        {"type": "node", "id": 1, "lat": 48.1001, "lon": 11.5, "tags": {"entrance": "yes"}},
        {"type": "node", "id": 2, "lat": 48.1002, "lon": 11.5, "tags": {"entrance": "main"}},
        {"type": "node", "id": 3, "lat": 48.1003, "lon": 11.5, "tags": {"entrance": "emergency"}},
        {"type": "node", "id": 4, "lat": 48.2, "lon": 11.6, "tags": {"entrance": "yes"}},
        {"type": "way", "id": 7, "nodes": [9, 3, 1, 2], "center": {"lat": 48.1, "lon": 11.5}, "tags": {"name": "Library", "amenity": "library"}},
        {"type": "way", "id": 8, "nodes": [3, 4], "center": {"lat": 48.1, "lon": 11.5}, "tags": {"name": "Far", "amenity": "library"}}
      ]}
      """
    let (places, report) = try PlaceReader.read(Array(answer.utf8))
    #expect(places.map(\.name) == ["Library", "Far"] && report.refused == 0, "\(places)")
    #expect(places.first?.entrance?.latitude == Degrees(48.1002) && places.last?.entrance == nil)
  }

  @Test func acrossTheDateLineTwoBoxesAreAskedFor() {
    let around = GeodeticBox(
      around: Geodetic(latitude: Degrees(-16.8), longitude: Degrees(180)), radius: .metres(1000))
    let lines = OverpassQuery(around, categories: ["amenity=cafe"]).text.split(separator: "\n").filter {
      $0.contains("nwr")
    }
    expect(lines.count, equals: 2)
    expect(lines.first?.hasSuffix(",180);"), equals: true)
    expect(lines.last?.contains(",-180,"), equals: true)
  }

  /// A category is a text for the server, whatever its characters.
  @Test func aCategoryCannotLeaveItsQuotes() {
    let text = OverpassQuery(box, categories: ["a=\"];out;\\\n"]).text
    #expect(text.contains(#"["a"="\"];out;\\"]"#))
  }
}
