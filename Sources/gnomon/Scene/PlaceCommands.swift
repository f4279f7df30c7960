import Formats
import GnomonClient
import Scenery
import Text
import Wire

/// `gnomon place add`: one place.
struct PlaceAddCommand: Command {
  let syntax = Syntax(
    name: "place add", summary: "add a place to the scene",
    operands: "LAT LON NAME", operandCount: 3...3,
    explanation: "It stands at the height of the wearer's eyes. An id that is known is replaced.",
    options: [
      .value("--id", "ID", "its id (one made of name and position)"),
      .value("--category", "WORD", "what it is"), DaemonCall.layer,
    ] + DaemonCall.options,
    examples: [("gnomon place add 60.1 24.9 Harbour --category pier", "a place of your own")])

  func run(_ arguments: Arguments) throws {
    let latitude = try Arguments.number(arguments.operands[0], "LAT", in: -90...90, syntax)
    let longitude = try Arguments.number(arguments.operands[1], "LON", in: -180...180, syntax)
    let name = arguments.operands[2]
    let place: JSONValue = [
      "id": .string(arguments.text("--id") ?? "\(name)@\(text(latitude, 6)),\(text(longitude, 6))"),
      "name": .string(name), "category": .string(arguments.text("--category") ?? ""),
      "latitude_deg": .number(latitude), "longitude_deg": .number(longitude),
    ]
    let parameters = JSONValue.object([JSONMember("places", [place])] + DaemonCall.layer(arguments))
    try DaemonCall.ask("org.gnomon.Scene.AddPlaces", parameters, arguments) { answer in
      if let refusal = answer["refusals"]?[0]?["reason"]?.string { return DaemonCall.lines(["not added: \(refusal)"]) }
      let verb = answer["added"]?.integer == 1 ? "added to" : "replaced in"
      return DaemonCall.lines(["\(verb) \(answer["layer"]?.string ?? "?")"])
    }
  }
}

/// `gnomon place list`.
struct PlaceListCommand: Command {
  let syntax = Syntax(
    name: "place list", summary: "list the places of the scene, and whether they are shown",
    operands: "", operandCount: 0...0, explanation: "In the order in which they were added; * marks favourites.",
    options: [
      DaemonCall.layer, .flag("--favourites", "favourites only"), .value("--count", "N", "so many (100)", short: "-n"),
    ] + DaemonCall.options,
    examples: [("gnomon place list --favourites", "what you like")])

  func run(_ arguments: Arguments) throws {
    let count = try arguments.whole("--count", in: 1...1000) ?? 100
    let parameters: [JSONMember] = [
      JSONMember("limit", .integer(Int64(count))), JSONMember("favourites_only", .bool(arguments.has("--favourites"))),
    ]
    let client = try DaemonCall.connect(arguments)
    let answer = try DaemonCall.attempt { () throws(ClientFault) in
      try client.call("org.gnomon.Scene.ListPlaces", .object(parameters + DaemonCall.layer(arguments)))
    }
    if arguments.has("--json") { return Terminal.print(answer, layout: .compact) }
    let places = try DaemonCall.places(answer)
    let total = answer["count"]?.integer ?? 0
    let rest = answer["next"]?.isNull == false ? ["… of \(total)"] : []
    Terminal.print(DaemonCall.lines(places.map(\.line) + rest))
  }
}

/// `gnomon place search`.
struct PlaceSearchCommand: Command {
  let syntax = Syntax(
    name: "place search", summary: "find places by their words",
    operands: "WORD…", operandCount: 1...16,
    explanation: "All words in name, tags or category, each from its beginning; accents and case do not matter.",
    options: [.value("--count", "N", "at most so many (20)", short: "-n")] + DaemonCall.options,
    examples: [("gnomon place search caf mun", "finds Café Münster")])

  func run(_ arguments: Arguments) throws {
    let count = try arguments.whole("--count", in: 1...1000) ?? 20
    let client = try DaemonCall.connect(arguments)
    let answer = try DaemonCall.attempt { () throws(ClientFault) in
      try client.call(
        "org.gnomon.Scene.FindPlaces",
        ["text": .string(arguments.operands.joined(separator: " ")), "limit": .integer(Int64(count))])
    }
    if arguments.has("--json") { return Terminal.print(answer, layout: .compact) }
    let places = try DaemonCall.places(answer)
    if places.isEmpty { throw Failure.data("no place has these words") }
    Terminal.print(DaemonCall.lines(places.map(\.line)))
  }
}

/// `gnomon place remove`.
struct PlaceRemoveCommand: Command {
  let syntax = Syntax(
    name: "place remove", summary: "remove places from the scene",
    operands: "[ID…]", operandCount: 0...1000,
    explanation: "Those of these ids, or with --all the whole layer.",
    options: [
      DaemonCall.layer, .flag("--all", "all of the layer"), .flag("--keep-favourites", "but not the favourites"),
    ] + DaemonCall.options,
    examples: [("gnomon place remove --layer osm --all --keep-favourites", "before a new import")])

  func run(_ arguments: Arguments) throws {
    var parameters = DaemonCall.layer(arguments)
    if arguments.has("--all") {
      parameters += [
        JSONMember("all", true), JSONMember("keep_favourites", .bool(arguments.has("--keep-favourites"))),
      ]
    } else {
      guard !arguments.operands.isEmpty else { throw Failure.usage("either ids, or --all", syntax) }
      parameters.append(JSONMember("ids", .array(arguments.operands.map { .string($0) })))
    }
    try DaemonCall.ask("org.gnomon.Scene.RemovePlaces", .object(parameters), arguments) {
      "removed \($0["removed"]?.integer ?? 0)\n"
    }
  }
}

/// `gnomon place favourite`.
struct PlaceFavouriteCommand: Command {
  let syntax = Syntax(
    name: "place favourite", summary: "mark a place as a favourite, or no longer",
    operands: "ID", operandCount: 1...1, explanation: "A favourite stays one when its place is imported again.",
    options: [DaemonCall.layer, .flag("--not", "no longer")] + DaemonCall.options,
    examples: [("gnomon place favourite osm:node/1 --layer osm", "a favourite of yours")])

  func run(_ arguments: Arguments) throws {
    let isFavourite = !arguments.has("--not")
    try DaemonCall.ask(
      "org.gnomon.Scene.SetFavourite",
      [
        "layer": .string(arguments.text("--layer") ?? "mine"), "id": .string(arguments.operands[0]),
        "is_favourite": .bool(isFavourite),
      ], arguments
    ) { _ in isFavourite ? "a favourite\n" : "no favourite any more\n" }
  }
}

/// `gnomon place import`: a file of places.
struct PlaceImportCommand: Command {
  let syntax = Syntax(
    name: "place import", summary: "add the places of a file: GeoJSON, GPX, a table, or an Overpass answer",
    operands: "FILE", operandCount: 1...1,
    explanation: "Ids that are known are replaced and stay favourites. What cannot be read is said and counted.",
    options: [DaemonCall.layer] + DaemonCall.options,
    examples: [("gnomon place import cafes.geojson --layer osm", "an extract of OpenStreetMap")])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let client = try DaemonCall.connect(arguments)
    var reader: PlaceReader
    let bytes = Array(try SceneFile.text(path).utf8)
    do throws(PlaceFault) { reader = try PlaceReader(bytes) } catch {
      throw Failure.data("\(path): \(error)")
    }
    var batch: [JSONValue] = [], counts = [0, 0, 0] as [Int64], refusals: [String] = [], layer = ""
    func send() throws(Failure) {
      guard !batch.isEmpty else { return }
      let parameters = JSONValue.object([JSONMember("places", .array(batch))] + DaemonCall.layer(arguments))
      let answer = try DaemonCall.attempt { () throws(ClientFault) in
        try client.call("org.gnomon.Scene.AddPlaces", parameters)
      }
      for (index, name) in ["added", "updated", "refused"].enumerated() {
        counts[index] += answer[name]?.integer ?? 0
      }
      layer = answer["layer"]?.string ?? layer
      refusals += (answer["refusals"]?.array ?? []).map { "\($0["id"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
      batch.removeAll(keepingCapacity: true)
    }
    while true {
      let next: Place?
      do throws(PlaceFault) { next = try reader.next() } catch { throw Failure.data("\(path): \(error)") }
      guard let place = next else { break }
      batch.append(PlaceMessage(place).json)
      if batch.count == Limits.places { try send() }
    }
    try send()
    let report = reader.report
    if arguments.has("--json") {
      return Terminal.print(
        [
          "layer": .string(layer), "added": .integer(counts[0]), "updated": .integer(counts[1]),
          "refused": .integer(counts[2] + Int64(report.refused)), "notes": .array(report.notes.map { .string($0) }),
        ], layout: .compact)
    }
    var lines = ["\(counts[0]) added, \(counts[1]) replaced in \(layer.isEmpty ? "no layer" : layer)"]
    lines += report.notes + report.refusals.map { "  \($0)" }
    if counts[2] > 0 { lines.append("\(counts[2]) not kept") }
    lines += refusals.prefix(20).map { "  \($0)" }
    Terminal.print(DaemonCall.lines(lines))
  }
}

/// `gnomon place export`: a file of places.
struct PlaceExportCommand: Command {
  let syntax = Syntax(
    name: "place export", summary: "write the places to a file: GeoJSON, GPX or a table",
    operands: "[FILE]", operandCount: 0...1,
    explanation: "Without a file to standard output. `gnomon place import` reads it back as the same places.",
    options: [
      DaemonCall.layer, .value("--format", "FORMAT", "geojson, gpx or csv (by the file's ending, else geojson)"),
    ]
      + DaemonCall.options,
    examples: [("gnomon place export mine.gpx --layer mine", "for another device")])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands.first ?? "-"
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    let name = arguments.text("--format") ?? (PlaceFormat(rawValue: ending) == nil ? "geojson" : ending)
    guard let format = PlaceFormat(rawValue: name) else {
      throw Failure.unknown("format", name, among: PlaceFormat.allCases.map(\.rawValue))
    }
    var export: PlaceExport
    do throws(PlaceFault) { export = try PlaceExport(format) } catch { throw Failure.data("\(error)") }
    let client = try DaemonCall.connect(arguments)
    var file = try OutputFile(path: path), cursor: JSONValue = .null
    export.begin(&file.text)
    repeat {
      let parameters = JSONValue.object(
        [JSONMember("limit", 1000), JSONMember("cursor", cursor)] + DaemonCall.layer(arguments))
      let answer = try DaemonCall.attempt { () throws(ClientFault) in
        try client.call("org.gnomon.Scene.ListPlaces", parameters)
      }
      for place in try DaemonCall.places(answer) { export.append(place.place, to: &file.text) }
      cursor = answer["next"] ?? .null
    } while !cursor.isNull
    export.end(&file.text)
    try file.close()
  }
}
