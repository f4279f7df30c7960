import Geodesy
import Geometry
import Text

extension TrackExport {
  /// Writes KML 2.2: a folder for each track, with a `gx:Track` for each segment, whose `gx:angles` are the heading, or a
  /// `LineString` if the time of day is not known. Coordinates are longitude, latitude, height above the sea; where that height
  /// is not known, the line lies on the ground.
  func writeKML(_ tracks: [Track], _ buffer: inout TextBuffer) {
    buffer.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>\(escaped(name))</name>

      """)
    for track in tracks {
      // aabbggrr
      let (color, width) =
        switch track.kind {
        case .fused: ("ffd47f1f", 4)
        case .drawn: ("ff4fa64f", 2)
        case .fixes: ("ff2020d0", 2)
        }
      buffer.append(
        """
        <Style id="\(track.kind.rawValue)"><IconStyle><color>\(color)</color><scale>0.5</scale></IconStyle>\
        <LineStyle><color>\(color)</color><width>\(width)</width></LineStyle></Style>

        """)
    }
    buffer.append("<Schema id=\"point\">" as StaticString)
    for (name, title, _, _) in Self.fields {
      buffer.append(
        "<gx:SimpleArrayField name=\"\(name)\" type=\"float\"><displayName>\(title)</displayName></gx:SimpleArrayField>"
      )
    }
    buffer.append("</Schema>\n" as StaticString)
    for track in tracks {
      buffer.append("<Folder><name>\(track.kind.title)</name>\n")
      for segment in track.segments { appendKML(segment, track.kind, &buffer) }
      buffer.append("</Folder>\n" as StaticString)
    }
    buffer.append("</Document></kml>\n" as StaticString)
  }

  private typealias Field = (name: String, title: String, value: (Track.Point) -> Double?, decimals: Int)
  private static var fields: [Field] {
    [
      ("horizontal_accuracy", "Horizontal accuracy, 68 % (m)", { $0.horizontalAccuracy?.value }, TrackDecimals.metres),
      ("vertical_accuracy", "Vertical accuracy, 68 % (m)", { $0.verticalAccuracy?.value }, TrackDecimals.metres),
      ("speed", "Speed (m/s)", { $0.speed?.value }, TrackDecimals.speed),
      ("heading", "Heading (°)", { $0.heading?.azimuth.degrees }, TrackDecimals.angle),
    ]
  }

  private func appendKML(_ segment: [Track.Point], _ kind: Track.Kind, _ buffer: inout TextBuffer) {
    let isAbsolute = segment.allSatisfy { $0.seaLevel != nil }
    let altitudeMode = isAbsolute ? "absolute" : "clampToGround"
    func coordinates(_ point: Track.Point, _ separator: UInt8) {
      buffer.append(point.longitude, decimals: TrackDecimals.degrees)
      buffer.append(separator)
      buffer.append(point.place.latitude.value, decimals: TrackDecimals.degrees)
      buffer.append(separator)
      buffer.append(isAbsolute ? point.seaLevel?.value ?? 0 : 0, decimals: TrackDecimals.metres)
    }
    buffer.append("<Placemark><name>\(kind.title)</name><styleUrl>#\(kind.rawValue)</styleUrl>")
    guard segment.allSatisfy({ $0.utc != nil }) else {
      buffer.append("<LineString><altitudeMode>\(altitudeMode)</altitudeMode><coordinates>\n")
      // A line needs at least two points.
      for point in segment.count > 1 ? segment : segment + segment {
        coordinates(point, UInt8(ascii: ","))
        buffer.append(UInt8(ascii: "\n"))
      }
      buffer.append("</coordinates></LineString></Placemark>\n" as StaticString)
      return
    }
    buffer.append("<gx:Track><altitudeMode>\(altitudeMode)</altitudeMode>\n")
    for point in segment { if let utc = point.utc { buffer.append("<when>\(utc.milliseconds)</when>\n") } }
    for point in segment {
      buffer.append("<gx:coord>" as StaticString)
      coordinates(point, UInt8(ascii: " "))
      buffer.append("</gx:coord>\n" as StaticString)
    }
    if segment.contains(where: { $0.heading != nil }) {
      for point in segment {
        // An empty element means unknown (gx:angles); tilt and roll would turn an icon, not the wearer.
        buffer.append("<gx:angles>" as StaticString)
        if let heading = point.heading {
          buffer.append(heading.azimuth.degrees, decimals: TrackDecimals.angle)
          buffer.append(" 0 0" as StaticString)
        }
        buffer.append("</gx:angles>\n" as StaticString)
      }
    }
    buffer.append("<ExtendedData><SchemaData schemaUrl=\"#point\">\n" as StaticString)
    for (name, _, value, decimals) in Self.fields where segment.contains(where: { value($0) != nil }) {
      buffer.append("<gx:SimpleArrayData name=\"\(name)\">")
      for point in segment {
        buffer.append("<gx:value>" as StaticString)
        if let value = value(point) { buffer.append(value, decimals: decimals) }
        buffer.append("</gx:value>" as StaticString)
      }
      buffer.append("</gx:SimpleArrayData>\n" as StaticString)
    }
    buffer.append("</SchemaData></ExtendedData></gx:Track></Placemark>\n" as StaticString)
  }
}
