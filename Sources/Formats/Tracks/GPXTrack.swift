import Geodesy
import Geometry
import Text

extension TrackExport {
  /// Writes GPX 1.1: a `trk` for each track, a `trkseg` for each segment. `ele` is above the sea and left out where that is not
  /// known; values without an element in GPX are in `extensions`, speed and course as Garmin's TrackPointExtension v2, the rest
  /// in a namespace of our own.
  func writeGPX(_ tracks: [Track], _ buffer: inout TextBuffer) {
    buffer.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="\(escaped(creator))" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:gnomon="urn:x-gnomon:track">

      """)
    buffer.append("<metadata><name>\(escaped(name))</name>")
    if let start = tracks.compactMap({ $0.points.first?.utc }).min() {
      buffer.append("<time>\(start.milliseconds)</time>")
    }
    buffer.append("</metadata>\n")
    for track in tracks {
      buffer.append("<trk><name>\(track.kind.title)</name><type>\(track.kind.rawValue)</type>\n")
      for segment in track.segments {
        buffer.append("<trkseg>\n" as StaticString)
        for point in segment { appendGPX(point, &buffer) }
        buffer.append("</trkseg>\n" as StaticString)
      }
      buffer.append("</trk>\n" as StaticString)
    }
    buffer.append("</gpx>\n" as StaticString)
  }

  /// Appends a point; the order of the elements is the schema's (wptType).
  private func appendGPX(_ point: Track.Point, _ buffer: inout TextBuffer) {
    func element(_ name: StaticString, _ value: Double?, _ decimals: Int) {
      guard let value else { return }
      buffer.append("<" as StaticString)
      buffer.append(name)
      buffer.append(">" as StaticString)
      buffer.append(value, decimals: decimals)
      buffer.append("</" as StaticString)
      buffer.append(name)
      buffer.append(">" as StaticString)
    }
    buffer.append("<trkpt lat=\"" as StaticString)
    buffer.append(point.place.latitude.value, decimals: TrackDecimals.degrees)
    buffer.append("\" lon=\"" as StaticString)
    buffer.append(point.longitude, decimals: TrackDecimals.degrees)
    buffer.append("\">" as StaticString)
    element("ele", point.seaLevel?.value, TrackDecimals.metres)
    if let utc = point.utc { buffer.append("<time>\(utc.milliseconds)</time>") }
    if point.hasHeight { element("geoidheight", point.separation?.value, TrackDecimals.metres) }
    if let mode = point.mode { buffer.append(mode == .threeDimensional ? "<fix>3d</fix>" : "<fix>2d</fix>") }

    buffer.append("<extensions>" as StaticString)
    if point.speed != nil || point.course != nil {
      buffer.append("<gpxtpx:TrackPointExtension>" as StaticString)
      element("gpxtpx:speed", point.speed?.value, TrackDecimals.speed)
      element("gpxtpx:course", point.course?.azimuth.degrees, TrackDecimals.angle)
      buffer.append("</gpxtpx:TrackPointExtension>" as StaticString)
    }
    element("gnomon:t", Double(point.time.nanoseconds) * 1e-9, 6)
    element("gnomon:ellipsoidHeight", point.height?.value, TrackDecimals.metres)
    element("gnomon:horizontalAccuracy", point.horizontalAccuracy?.value, TrackDecimals.metres)
    element("gnomon:verticalAccuracy", point.verticalAccuracy?.value, TrackDecimals.metres)
    element("gnomon:heading", point.heading?.azimuth.degrees, TrackDecimals.angle)
    element("gnomon:headingAccuracy", point.headingAccuracy?.degrees, TrackDecimals.angle)
    buffer.append("</extensions></trkpt>\n" as StaticString)
  }

  func escaped(_ text: String) -> String {
    var buffer = TextBuffer()
    buffer.append(xml: text)
    return String(buffer.string.map { $0 == "\"" ? "'" : $0 })
  }
}
