import Expectations
import Formats
import Foundation
import Geodesy
import Geometry
import Samples
import Testing
import Text

/// Tracks for other programs, point by point.
@Suite struct TrackExportTests {
  private func point(_ seconds: Double, _ latitude: Double, _ longitude: Double, utc: Bool = true) -> Track.Point {
    let time = BootInstant(seconds: seconds)
    let nanoseconds = 1_780_000_000_000_000_000 + time.nanoseconds
    return Track.Point(
      time: time, utc: utc ? UTC(nanosecondsSince1970: nanoseconds) : nil,
      place: Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: .metres(213.5)))
  }

  private func written(_ format: TrackFormat, _ tracks: [Track]) -> String {
    var buffer = TextBuffer()
    TrackExport(format, name: "a \"<walk>\" & back", creator: "gnomon").write(tracks, to: &buffer)
    return buffer.string
  }

  private var walk: Track {
    var track = Track(.fused)
    for index in 0..<3 {
      var point = point(Double(index), 48.12345678, 16 + Double(index) * 1e-5)
      point.separation = .metres(43)
      point.horizontalAccuracy = .metres(3.25)
      point.heading = .degrees(-10)
      point.headingAccuracy = .degrees(4)
      point.speed = Speed(1.25)
      point.course = .degrees(350)
      track.append(point, isBroken: index == 0)
    }
    return track
  }

  @Test func gpxIsInTheOrderOfItsSchema() {
    let text = written(.gpx, [walk])
    #expect(text.contains("<name>a '&lt;walk&gt;' &amp; back</name>"))
    let point = [
      "<trkpt lat=\"48.12345678\" lon=\"16.00001\"><ele>170.5</ele><time>2026-05-28T20:26:41Z</time>",
      "<geoidheight>43</geoidheight><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>1.25</gpxtpx:speed>",
      "<gpxtpx:course>350</gpxtpx:course></gpxtpx:TrackPointExtension><gnomon:t>1</gnomon:t>",
      "<gnomon:ellipsoidHeight>213.5</gnomon:ellipsoidHeight><gnomon:horizontalAccuracy>3.25</gnomon:horizontalAccuracy>",
      "<gnomon:heading>350</gnomon:heading><gnomon:headingAccuracy>4</gnomon:headingAccuracy></extensions></trkpt>",
    ]
    #expect(text.contains(point.joined()))
  }

  /// GPX and KML have only heights above the sea: without a separation there is no height.
  @Test func withoutASeparationOrATime() throws {
    var track = Track(.fixes)
    track.append(point(0, 48, 16, utc: false), isBroken: true)
    let gpx = written(.gpx, [track]), kml = written(.kml, [track])
    #expect(!gpx.contains("<ele>") && !gpx.contains("<time>") && gpx.contains("<gnomon:ellipsoidHeight>213.5<"))
    #expect(kml.contains("<LineString><altitudeMode>clampToGround</altitudeMode><coordinates>\n16,48,0\n16,48,0\n<"))
    let json = written(.geoJSON, [track])
    #expect(json.contains(#""coordinates":[16,48,213.5]},"properties":{"track":"fixes","t_s":0}"#))
    #expect(written(.csv, [track]).contains("\r\nfixes,1,0,,48,16,213.5,,,,,,,,\r\n"))
  }

  @Test func linesDoNotGoRoundTheEarth() throws {
    var track = Track(.fused)
    for (index, longitude) in [179.9, 179.99, 180.02, -179.9].enumerated() {
      track.append(point(Double(index), -17, longitude), isBroken: index == 0)
    }
    expect(track.segments.map(\.count), equals: [2, 2])
    let object = try JSONSerialization.jsonObject(with: Data(written(.geoJSON, [track]).utf8)) as? [String: Any]
    let features = try #require(object?["features"] as? [[String: Any]])
    let longitudes = features.compactMap {
      (($0["geometry"] as? [String: Any])?["coordinates"] as? [[Double]])?.map { $0[0] }
    }
    expect(longitudes, equals: [[179.9, 179.99], [-179.98, -179.9]])
  }

  @Test func aLaterTimeOffsetAppliesToEarlierPoints() {
    var track = Track(.fused)
    for second in 0..<4 { track.append(point(Double(second), 48, 16, utc: false), isBroken: false) }
    track.complete { UTC(nanosecondsSince1970: $0.nanoseconds + 5) }
    track.complete(separations: [(BootInstant(seconds: 1), .metres(40)), (BootInstant(seconds: 3), .metres(41))])
    expect(
      track.points.map { $0.utc?.nanosecondsSince1970 ?? 0 }, equals: [5, 1_000_000_005, 2_000_000_005, 3_000_000_005])
    expect(track.points.map { $0.separation?.value ?? 0 }, equals: [40, 40, 40, 41])
  }
}
