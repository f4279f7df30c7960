import Geodesy
import Geometry
import Text

extension TrackExport {
  /// Writes GeoJSON (RFC 7946): a `LineString` for each segment, with the values of its points as lists of the same length in
  /// `coordinateProperties`, and a `Point` for each fix. Positions are [longitude, latitude, height above the ellipsoid].
  func writeGeoJSON(_ tracks: [Track], _ buffer: inout TextBuffer) {
    var writer = JSONWriter(capacity: 1 << 16)
    writer.beginObject()
    writer.key("type")
    writer.value(text: "FeatureCollection")
    writer.key("name")
    writer.value(name)
    writer.key("features")
    writer.beginArray()
    for track in tracks {
      for segment in track.segments {
        if track.kind != .fixes, segment.count > 1 {
          appendLine(segment, track.kind, &writer)
        } else {
          for point in segment { appendPoint(point, track.kind, &writer) }
        }
      }
    }
    writer.endArray()
    writer.endObject()
    writer.finish(with: UInt8(ascii: "\n"))
    buffer.append(writer.buffer)
  }

  private typealias Member = (name: StaticString, value: (Track.Point) -> Double?, decimals: Int)
  private static var members: [Member] {
    [
      ("t_s", { Double($0.time.nanoseconds) * 1e-9 }, 6),
      ("geoid_separation_m", { $0.separation?.value }, TrackDecimals.metres),
      ("horizontal_accuracy_m", { $0.horizontalAccuracy?.value }, TrackDecimals.metres),
      ("vertical_accuracy_m", { $0.verticalAccuracy?.value }, TrackDecimals.metres),
      ("heading_deg", { $0.heading?.azimuth.degrees }, TrackDecimals.angle),
      ("heading_accuracy_deg", { $0.headingAccuracy?.degrees }, TrackDecimals.angle),
      ("speed_m_s", { $0.speed?.value }, TrackDecimals.speed),
      ("course_deg", { $0.course?.azimuth.degrees }, TrackDecimals.angle),
    ]
  }

  private func beginFeature(_ type: StaticString, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.value(text: "Feature")
    writer.key("geometry")
    writer.beginObject()
    writer.key("type")
    writer.value(text: type)
    writer.key("coordinates")
  }

  private func append(_ point: Track.Point, withHeight: Bool, _ writer: inout JSONWriter) {
    writer.beginArray()
    writer.value(point.longitude, decimals: TrackDecimals.degrees)
    writer.value(point.place.latitude.value, decimals: TrackDecimals.degrees)
    if withHeight { writer.value(point.place.height.value, decimals: TrackDecimals.metres) }
    writer.endArray()
  }

  private func appendLine(_ segment: [Track.Point], _ kind: Track.Kind, _ writer: inout JSONWriter) {
    beginFeature("LineString", &writer)
    writer.beginArray()
    let hasHeights = segment.allSatisfy(\.hasHeight)
    for point in segment { append(point, withHeight: hasHeights, &writer) }
    writer.endArray()
    writer.endObject()
    writer.key("properties")
    writer.beginObject()
    writer.key("track")
    writer.value(kind.rawValue)
    writer.key("coordinateProperties")
    writer.beginObject()
    if segment.contains(where: { $0.utc != nil }) {
      writer.key("times")
      writer.beginArray()
      for point in segment {
        if let utc = point.utc { writer.value("\(utc.milliseconds)") } else { writer.null() }
      }
      writer.endArray()
    }
    for (name, value, decimals) in Self.members where segment.contains(where: { value($0) != nil }) {
      writer.key(name)
      writer.beginArray()
      for point in segment { writer.value(orNull: value(point), decimals: decimals) }
      writer.endArray()
    }
    writer.endObject()
    writer.endObject()
    writer.endObject()
  }

  private func appendPoint(_ point: Track.Point, _ kind: Track.Kind, _ writer: inout JSONWriter) {
    beginFeature("Point", &writer)
    append(point, withHeight: point.hasHeight, &writer)
    writer.endObject()
    writer.key("properties")
    writer.beginObject()
    writer.key("track")
    writer.value(kind.rawValue)
    if let utc = point.utc {
      writer.key("time")
      writer.value("\(utc.milliseconds)")
    }
    if let mode = point.mode {
      writer.key("mode")
      writer.value(Int(mode.rawValue))
    }
    for (name, value, decimals) in Self.members {
      guard let value = value(point) else { continue }
      writer.key(name)
      writer.value(value, decimals: decimals)
    }
    writer.endObject()
    writer.endObject()
  }
}
