import Formats
import Recordings
import Scenery
import Text

/// Formats of places that are only read: however the bytes are divided, the places and the fault are the same; every place is on
/// Earth, and the same after writing and reading it as GeoJSON.
enum PlacePieces {
  private static let unpack: PlaceStream.Unpack = { unpackedZlib($0, size: $1) }

  static func check(_ bytes: [UInt8], _ format: PlaceFormat) throws(Finding) {
    for words in [[], ["shop", "amenity=cafe"]] {
      guard let selection = try? TagSelection(words) else { continue }
      let whole = read(bytes, format, selection, piece: bytes.count)
      for place in whole.places { try require(Routes.isOnEarth(place.position), "\(place.id) is not on Earth") }
      let divided = read(bytes, format, selection, piece: 1 + bytes.count / 40)
      try require(divided.places == whole.places, "the places differ when the bytes come in pieces")
      try require(
        divided.fault == whole.fault, "\(divided.fault ?? "no fault") in pieces, \(whole.fault ?? "none") at once")
    }
    guard let places = try? PlaceReader.read(bytes, format: format, unpack: unpack).places,
      var export = try? PlaceExport(.geoJSON)
    else { return }
    var buffer = TextBuffer()
    export.start(&buffer)
    for place in places { export.append(place, to: &buffer) }
    export.end(&buffer)
    let again = try? PlaceReader.read(buffer.bytes, format: .geoJSON).places
    try require(again == places, "as GeoJSON the places differ:\n\(places)\n\(again ?? [])")
  }

  private static func read(
    _ bytes: [UInt8], _ format: PlaceFormat, _ selection: TagSelection, piece: Int
  ) -> (places: [Place], fault: String?) {
    var stream = PlaceStream(format: format, selection: selection, unpack: unpack), places: [Place] = []
    do throws(PlaceFault) {
      for start in stride(from: 0, to: bytes.count, by: max(1, piece)) {
        stream.append(bytes[start..<min(start + max(1, piece), bytes.count)])
        while let place = try stream.next() { places.append(place) }
      }
      stream.finish()
      while let place = try stream.next() { places.append(place) }
      return (places, nil)
    } catch { return (places, error.description) }
  }
}
