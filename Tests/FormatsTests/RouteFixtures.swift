import Formats
import Geodesy
import Geometry
import Testing

/// One route through Tallinn, written in every format. Each digit beyond the fifth is zero, so every format can represent it
/// exactly.
enum RouteFixture {
  static let points: [(latitude: Double, longitude: Double)] = [
    (59.44264, 24.76537), (59.44280, 24.76560), (59.44310, 24.76510), (59.44350, 24.76400), (59.44360, 24.76380),
    (59.44400, 24.76480), (59.44450, 24.76600), (59.44460, 24.76590), (59.44500, 24.76350),
  ]
  /// Indices of the points where the three steps begin, and of the end.
  static let steps = [0, 4, 6, 8]

  /// The length by Karney's geodesics.
  static let length: Double = zip(points, points.dropFirst()).reduce(0) { sum, pair in
    sum + Geodesic(from: place(pair.0), to: place(pair.1)).distance.value
  }

  static func place(_ point: (latitude: Double, longitude: Double)) -> Geodetic {
    Geodetic(latitude: Degrees(point.latitude), longitude: Degrees(point.longitude))
  }

  /// Google's description of the format, implemented step by step.
  static func polyline(_ points: some Sequence<(latitude: Double, longitude: Double)>, precision: Int) -> String {
    var text = ""
    var last = (0, 0)
    let unit = precision == 5 ? 1e5 : 1e6
    for point in points {
      let next = (Int((point.latitude * unit).rounded()), Int((point.longitude * unit).rounded()))
      for difference in [next.0 - last.0, next.1 - last.1] {
        var bits = difference << 1
        if difference < 0 { bits = ~bits }
        while bits >= 0x20 {
          text.unicodeScalars.append(Unicode.Scalar(UInt8((bits & 0x1f | 0x20) + 63)))
          bits >>= 5
        }
        text.unicodeScalars.append(Unicode.Scalar(UInt8(bits + 63)))
      }
      last = next
    }
    return text
  }

  static func quoted(_ text: String) -> String { "\"" + text.replacing("\\", with: "\\\\") + "\"" }

  static func coordinates(_ points: some Sequence<(latitude: Double, longitude: Double)>) -> String {
    "[" + points.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",") + "]"
  }

  static func lineString(_ points: some Sequence<(latitude: Double, longitude: Double)>) -> String {
    #"{"type":"LineString","coordinates":"# + coordinates(points) + "}"
  }

  static var feature: String {
    #"{"type":"Feature","properties":{"name":"Peetri"},"geometry":"# + lineString(points) + "}"
  }

  static func gpx(_ body: String) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="hand" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>Peetri</name></metadata><wpt lat="1" lon="2"/>
      \(body)
    </gpx>
    """
  }

  static func gpxPoints(_ tag: String, _ points: some Sequence<(latitude: Double, longitude: Double)>) -> String {
    points.map { #"<\#(tag) lat="\#($0.latitude)" lon="\#($0.longitude)"><ele>12</ele></\#(tag)>"# }
      .joined(separator: "\n")
  }

  /// An answer of OSRM, whose geometries are written by `write`.
  static func osrm(
    withSteps: Bool = true, geometry: Bool = true, length: Double = length,
    _ write: ([(latitude: Double, longitude: Double)]) -> String
  ) -> String {
    let kinds = [(#""depart""#, "null"), (#""turn""#, #""right""#), (#""turn""#, #""sharp left""#)]
    var steps = (0..<3).map { index in
      let part = Array(points[Self.steps[index]...Self.steps[index + 1]])
      return
        #"{"geometry":\#(write(part)),"name":"Kauka","maneuver":{"type":\#(kinds[index].0),"modifier":\#(kinds[index].1),"location":[\#(part[0].longitude),\#(part[0].latitude)],"instruction":"Go."}}"#
    }
    let end = points[8]
    steps.append(
      #"{"geometry":\#(write([end, end])),"name":"","maneuver":{"type":"arrive","location":[\#(end.longitude),\#(end.latitude)]}}"#
    )
    let legs = withSteps ? #","legs":[{"steps":[\#(steps.joined(separator: ","))]}]"# : ""
    let whole = geometry ? #","geometry":\#(write(points))"# : ""
    return
      #"{"code":"Ok","routes":[{"distance":\#(length),"duration":400\#(whole)\#(legs)}],"waypoints":[{"name":"a"},{"name":"Peetri"}]}"#
  }

  static var valhalla: String {
    let shape = quoted(polyline(points, precision: 6))
    let maneuvers = [(1, 0), (10, 4), (14, 6), (4, 8)].map {
      #"{"type":\#($0.0),"instruction":"Go.","street_names":["Kauka"],"begin_shape_index":\#($0.1)}"#
    }
    return
      #"{"trip":{"status":0,"units":"kilometers","locations":[{},{"name":"Peetri"}],"legs":[{"shape":\#(shape),"maneuvers":[\#(maneuvers.joined(separator: ","))]}],"summary":{"length":\#(length / 1000),"time":400}}}"#
  }

  static func google(withSteps: Bool = true) -> String {
    let words = ["", #""maneuver":"turn-right","#, #""maneuver":"turn-sharp-left","#]
    let steps = (0..<3).map { index in
      let part = points[Self.steps[index]...Self.steps[index + 1]]
      return
        #"{\#(words[index])"polyline":{"points":\#(quoted(polyline(part, precision: 5)))},"html_instructions":"Turn <b>right</b> onto <b>Kauka</b><div style=\"x\">Toll &amp; fee</div>"}"#
    }
    let overview = quoted(polyline(points, precision: 5))
    return
      #"{"status":"OK","routes":[{"overview_polyline":{"points":\#(overview)},"legs":[{"distance":{"value":\#(length)},"duration":{"value":400},"end_address":"Peetri","steps":[\#(withSteps ? steps.joined(separator: ",") : "")]}]}]}"#
  }
}
