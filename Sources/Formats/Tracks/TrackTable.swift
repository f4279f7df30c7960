import Geodesy
import Geometry
import Text

extension TrackExport {
  /// Writes a row for each point, one track after the other; docs/files.md describes the columns. Lines end in CR LF (RFC
  /// 4180).
  func writeTable(_ tracks: [Track], _ buffer: inout TextBuffer) {
    buffer.append(
      """
      track,segment,t,utc,latitude,longitude,height,separation,horizontal_accuracy,vertical_accuracy,heading,heading_accuracy,\
      speed,course,mode\r\n
      """ as StaticString)
    for track in tracks {
      for (number, segment) in track.segments.enumerated() {
        for point in segment { appendRow(point, track.kind, number + 1, &buffer) }
      }
    }
  }

  private func appendRow(_ point: Track.Point, _ kind: Track.Kind, _ segment: Int, _ buffer: inout TextBuffer) {
    func field(_ value: Double?, _ decimals: Int) {
      buffer.append(UInt8(ascii: ","))
      if let value { buffer.append(value, decimals: decimals) }
    }
    buffer.append(kind.rawValue)
    buffer.append(UInt8(ascii: ","))
    buffer.append(segment)
    buffer.append(UInt8(ascii: ","))
    buffer.append(fixed: point.time.nanoseconds, decimals: 9)
    buffer.append(UInt8(ascii: ","))
    if let utc = point.utc { buffer.append("\(utc.milliseconds)") }
    field(point.place.latitude.value, TrackDecimals.degrees)
    field(point.longitude, TrackDecimals.degrees)
    field(point.height?.value, TrackDecimals.metres)
    field(point.separation?.value, TrackDecimals.metres)
    field(point.horizontalAccuracy?.value, TrackDecimals.metres)
    field(point.verticalAccuracy?.value, TrackDecimals.metres)
    field(point.heading?.azimuth.degrees, TrackDecimals.angle)
    field(point.headingAccuracy?.degrees, TrackDecimals.angle)
    field(point.speed?.value, TrackDecimals.speed)
    field(point.course?.azimuth.degrees, TrackDecimals.angle)
    buffer.append(UInt8(ascii: ","))
    if let mode = point.mode { buffer.append(Int(mode.rawValue)) }
    buffer.append("\r\n" as StaticString)
  }
}
