import Bridge
import CommandParts
import Formats
import GnomonClient
import Scenery
import Text
import Wire

/// `gnomon place import`: adds the places of a file.
struct PlaceImportCommand: Command {
  let syntax = Syntax(
    name: "place import",
    summary: "add the places of a file: GeoJSON, GPX, KML, a table, an OpenStreetMap extract, or an Overpass answer",
    operands: "FILE", operandCount: 1...1,
    operandKinds: [.file(["geojson", "json", "gpx", "kml", "csv", "tsv", "osm", "pbf"])],
    explanation: """
      Files have any length; gzip is unpacked, and - is standard input. Places with known ids are replaced and stay favourites.
      Entries that cannot be read are counted and printed with their line; the others are added. An interrupted import says how
      to continue. docs/places.md describes how members of a file become members of a place.
      """,
    options: [
      DaemonCall.layer,
      .value(
        "--tag", "KEY[=VALUE]",
        "of an OpenStreetMap extract the nodes with this tag; repeatable (named ones of the usual keys)"),
      .flag("--resume", "continue an unfinished import of this file"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon place import cafes.geojson --layer osm", "an extract of OpenStreetMap"),
      ("gnomon place import city.osm.pbf --layer osm --tag amenity=cafe --tag shop", "cafés and shops of a city"),
    ])

  func run(_ arguments: Arguments) throws {
    var work = try PlaceImport(arguments.operands[0], DaemonCall.connect(arguments), arguments, syntax)
    try work.run()
  }
}

/// `gnomon place export`: writes places to a file.
struct PlaceExportCommand: Command {
  let syntax = Syntax(
    name: "place export", summary: "write the places to a file: GeoJSON, GPX or a table",
    operands: "[FILE]", operandCount: 0...1, operandKinds: [.file(["geojson", "gpx", "csv"])],
    explanation: "Without a file it writes to standard output. `gnomon place import` reads the same places back.",
    options: [
      DaemonCall.layer,
      .value(
        "--format", "FORMAT", "geojson, gpx or csv (default: by the file's ending, else geojson)",
        kind: .words(["geojson", "gpx", "csv"])),
    ] + DaemonCall.options,
    examples: [("gnomon place export mine.gpx --layer mine", "for another device")])

  private static let formats: [PlaceFormat] = [.geoJSON, .gpx, .csv]

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands.first ?? "-"
    if path == "-", arguments.has("--json") {
      throw Failure.usage("the places and --json cannot both write to standard output; name a file", syntax)
    }
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    let names = Self.formats.map(\.rawValue)
    let name = arguments.text("--format") ?? (names.contains(ending) ? ending : "geojson")
    guard let format = PlaceFormat(rawValue: name), Self.formats.contains(format) else {
      throw Failure.unknown("output format", name, among: names)
    }
    var export: PlaceExport
    do throws(PlaceFault) { export = try PlaceExport(format) } catch { throw Failure.data("\(error)") }
    let client = try DaemonCall.connect(arguments)
    func page(_ cursor: String?) throws(Failure) -> ListPlacesReply {
      try DaemonCall.attempt { () throws(ClientFault) in
        try client.scene.listPlaces(layer: arguments.text("--layer"), cursor: cursor, limit: Limits.page)
      }
    }
    // The first page is requested before the file is opened, because opening empties it.
    var next = try page(nil)
    var file = try OutputFile(path: path), count = 0, incomplete = 0
    export.start(&file.text)
    while true {
      count += next.places.count
      for message in next.places {
        let place = try DaemonCall.understood { () throws(MessageFault) in try message.place() }
        if !export.isComplete(for: place) { incomplete += 1 }
        export.append(place, to: &file.text)
      }
      guard let cursor = next.next else { break }
      next = try page(cursor)
    }
    export.end(&file.text)
    try file.close()
    if incomplete > 0 {
      Terminal.inform(
        "\(incomplete) with a radius, a level or a polygon, which \(name) does not have: --format geojson keeps them")
    }
    if arguments.has("--json") {
      Terminal.print(["file": .string(path), "format": .string(name), "places": .integer(Int64(count))])
    } else if path != "-" {
      Terminal.inform("\(path): \(count) \(count == 1 ? "place" : "places")")
    }
  }
}
