import Formats
import Geodesy
import Geometry
import Recordings
import Scenery
import Text

/// Routes: GeoJSON, GPX, polylines, and the answers of OSRM, Valhalla and Google.
enum Routes {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    for wearer in [nil, Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.4))] {
      guard let reading = try? RouteReader.read(bytes, wearer: wearer) else { continue }
      let route = reading.route
      try require(route.points.count >= 2 && route.points.allSatisfy(isOnEarth), "a route with a point that is none")
      try require(
        route.manoeuvres.allSatisfy { route.points.indices.contains($0.index) },
        "a manoeuvre at a point that is not there")
      _ = reading.notes.map { "\($0)" }
    }
  }

  static func isOnEarth(_ place: Geodetic) -> Bool {
    place.isFinite && place.latitude.value.magnitude <= 90 && place.longitude.value.magnitude <= 360
  }
}

/// Files of places: the places that are read are written and read again as the same places, in each format.
///
/// The first byte chooses the format of the rest; 0 means that it is guessed.
enum PlaceFiles {
  static func check(_ input: [UInt8]) throws(Finding) {
    guard let choice = input.first else { return }
    let formats: [PlaceFormat?] = [nil, .geoJSON, .gpx, .csv, .overpass]
    let bytes = Array(input.dropFirst())
    guard let read = try? PlaceReader.read(bytes, format: formats[Int(choice) % formats.count]) else { return }
    for place in read.places { try require(Routes.isOnEarth(place.position), "\(place.id) is not on Earth") }
    for format in [PlaceFormat.geoJSON, .csv, .gpx] {
      let places = try rewritten(read.places, format)
      let again = try rewritten(places, format)
      try require(places == again, "as \(format) the places differ from one time to the next")
      guard format == .geoJSON else { continue }
      try require(places == read.places, "as \(format) the places differ:\n\(read.places)\n\(places)")
    }
  }

  private static func rewritten(_ places: [Place], _ format: PlaceFormat) throws(Finding) -> [Place] {
    var buffer = TextBuffer()
    guard var export = try? PlaceExport(format) else { return places }
    export.start(&buffer)
    for place in places { export.append(place, to: &buffer) }
    export.end(&buffer)
    guard let read = try? PlaceReader.read(buffer.bytes, format: format) else {
      throw Finding("as \(format) the places cannot be read: \(buffer.string)")
    }
    try require(read.report.refused == 0, "as \(format) a place is refused: \(read.report) of \(buffer.string)")
    return read.places
  }
}

/// ZIP archives: the content is as long as the directory states.
enum Archives {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    guard let archive = try? ZipArchive(bytes) else { return }
    for entry in archive.entries.prefix(16) {
      guard let content = try? archive.contents(of: entry, limit: 1 << 20) else { continue }
      try require(content.count == entry.size, "\(entry.name) is \(content.count) bytes, not \(entry.size)")
    }
  }
}
