import CommandParts
import Formats
import Geodesy
import Geometry
import GnomonClient
import Scenery
import Text

/// `gnomon place fetch`: places of OpenStreetMap around the wearer, from an Overpass server.
struct PlaceFetchCommand: Command {
  let syntax = Syntax(
    name: "place fetch", summary: "get places of OpenStreetMap from an Overpass server, and add them",
    operands: "", operandCount: 0...0,
    explanation: """
      Gets named places of some categories around you, around --at, or in a box. The area is sent to the server; before that,
      the name of the server is printed on standard error. You have to name the server: --overpass, or GNOMON_OVERPASS. Places
      with known ids are replaced and stay favourites. With --query you write the question in Overpass QL; {{bbox}} in it is
      replaced by the box.
      """,
    options: [
      .value("--overpass", "URL", "the server (GNOMON_OVERPASS)"),
      .value("--category", "WORD", "cafe, amenity=cafe or amenity=*; repeatable (all known ones)"),
      .value("--query", "TEXT", "a question in Overpass QL, or @FILE, instead of categories"),
      .value("--radius", "M", "radius of the area (500)"),
      .value("--at", "LAT,LON", "centre of the area (the wearer's place)"),
      .value("--box", "S,W,N,E", "a box instead of a radius, in degrees"),
      DaemonCall.layer,
      .value("--timeout", "SECONDS", "longest time for the answer (90)"),
      .flag("--dry-run", "print the question, and send nothing"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon place fetch --overpass https://overpass-api.de --category cafe --layer osm", "cafés within 500 m"),
      ("gnomon place fetch --box 48.20,16.36,48.22,16.39 --dry-run", "print the question only"),
    ])

  private static let mostBytes = 64 << 20

  func run(_ arguments: Arguments) throws {
    let isDry = arguments.has("--dry-run")
    // A dry run needs no server.
    let address =
      isDry && arguments.text("--overpass") == nil
      ? nil : try RemoteServer.address("--overpass", "GNOMON_OVERPASS", "https://overpass-api.de", arguments, syntax)
    let timeout = try arguments.number("--timeout", in: 0.1...600) ?? 90
    let box = try givenBox(arguments), own = try ownQuestion(arguments)
    let needsPlace = box == nil && own?.contains(Self.mark) != false
    // A dry run needs the daemon only for the wearer's place.
    let client = isDry && !needsPlace ? nil : try DaemonCall.connect(arguments)
    var area = box
    if needsPlace, let client {
      area = GeodeticBox(around: try DaemonCall.wearer(client, instead: "--at"), radius: try radius(arguments))
    }
    let question = try question(area, own, arguments, timeout)
    guard !isDry, let address, let client else {
      return Terminal.print(
        arguments.has("--json") ? JSONValue.object([JSONMember("query", .string(question))]).text + "\n" : question)
    }

    let path = address.path.isEmpty ? "/api/interpreter" : ""
    var request = WebRequest(
      url: address.appending(path), server: address.shown, body: .form(name: "data", value: question),
      timeout: timeout, mostBytes: Self.mostBytes, howToGetLess: "give a smaller --radius or --box, or fewer categories"
    )
    if address.path.hasSuffix("/api") { request.url = address.appending("/interpreter") }
    Terminal.inform("gnomon: sending the area of interest to \(address.shown)")
    var waiting = Waiting("asking \(address.shown)")
    let answer: WebRequest.Answer
    do throws(Failure) { answer = try request.answer { waiting.show(bytes: $0) } } catch {
      waiting.end()
      throw error
    }
    waiting.end()
    try RemoteServer.accept(answer, from: address.shown)
    let hint =
      "; the answer may be incomplete: check that the URL is that of an Overpass server, and that a --query begins with [out:json]"
    var reader: PlaceReader
    do throws(PlaceFault) { reader = try PlaceReader(answer.bytes, format: .overpass) } catch {
      throw Failure.data(DaemonCall.plain("\(address.shown): \(error)\(hint)"))
    }
    var upload = PlaceUpload(client, arguments)
    try upload.add(all: &reader, named: address.shown, hint: hint)
    upload.printReport(reader.report, arguments)
    if let remark = reader.report.remark, upload.added + upload.updated == 0 {
      throw Failure.data("\(address.shown): \(DaemonCall.plain(remark)): request less, or give a longer --timeout")
    }
  }

  private func radius(_ arguments: Arguments) throws(Failure) -> Length {
    .metres(try arguments.number("--radius", in: 10...20_000) ?? 500)
  }

  /// Returns the area if it does not depend on the wearer's place.
  private func givenBox(_ arguments: Arguments) throws(Failure) -> GeodeticBox? {
    if let text = arguments.text("--at") {
      guard let numbers = RemoteServer.position(text) else {
        throw .usage("--at must be LAT,LON, not '\(text)'", syntax)
      }
      guard arguments.text("--box") == nil else { throw .usage("give either --at or --box", syntax) }
      return GeodeticBox(around: try Destination.place(numbers, text, syntax), radius: try radius(arguments))
    }
    guard let text = arguments.text("--box") else { return nil }
    guard arguments.text("--radius") == nil else { throw .usage("give either --radius or --box", syntax) }
    let corners = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0.trimmed) }
    guard corners.count == 4, corners.allSatisfy(\.isFinite) else {
      throw .usage("--box must be S,W,N,E in degrees, not '\(text)'", syntax)
    }
    guard corners[0] < corners[2], corners[0] >= -90, corners[2] <= 90,
      corners[1].magnitude <= 180, corners[3].magnitude <= 180, corners[1] != corners[3]
    else {
      throw .usage("--box: south has to be less than north, both within ±90, and west and east within ±180", syntax)
    }
    return GeodeticBox(
      south: Degrees(corners[0]), north: Degrees(corners[2]), west: Degrees(corners[1]), east: Degrees(corners[3]))
  }

  /// Placeholder for the box in the user's own query, as in Overpass Turbo.
  private static let mark = "{{bbox}}"

  private func ownQuestion(_ arguments: Arguments) throws(Failure) -> String? {
    guard let query = arguments.text("--query") else { return nil }
    guard arguments.text("--category") == nil else { throw .usage("give either --category or --query", syntax) }
    return query.hasPrefix("@") ? try SceneFile.text(String(query.dropFirst()), limit: 1 << 20) : query
  }

  private func question(
    _ area: GeodeticBox?, _ own: String?, _ arguments: Arguments, _ timeout: Double
  ) throws(Failure) -> String {
    guard let area else { return own ?? "" }
    guard let own else {
      return OverpassQuery(
        area, categories: arguments.all("--category"), patience: max(1, Int(timeout)), mostBytes: Self.mostBytes
      ).text
    }
    let parts = own.split(separator: Self.mark, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return own }
    guard area.pieces.count == 1 else {
      throw .usage("the box crosses the date line, and \(Self.mark) is replaced by one box only", syntax)
    }
    let box = [area.south, area.west, area.north, area.east].map { text($0.value, 7) }.joined(separator: ",")
    return parts.joined(separator: box)
  }
}
