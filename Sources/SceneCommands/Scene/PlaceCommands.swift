import CommandParts
import Geodesy
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon place add`: adds one place.
struct PlaceAddCommand: Command {
  let syntax = Syntax(
    name: "place add", summary: "add a place to the scene",
    operands: "LAT LON NAME | CODE NAME", operandCount: 2...3,
    explanation: """
      CODE is a plus code, whole or short. The place is at the height of the wearer's eyes, or with --height above the ground. A
      place with the same id is replaced.
      """,
    options: [
      .value("--id", "ID", "its id (default: made of name and position)"),
      .value("--category", "WORD", "its category"), .value("--tag", "WORD", "a tag; may be repeated"),
      .value("--height", "M", "above the ground"), .value("--level", "N", "its floor, 0 is the ground floor"),
      .value("--radius", "M", "the wearer is at the place within this distance, 1 to 10000"),
      .value("--entrance", "LAT,LON", "its door, to which routes lead, within 100 m"),
      .value("--payload", "JSON", "an object for the programs that draw it"), DaemonCall.layer,
    ] + DaemonCall.options,
    examples: [("gnomon place add 60.1 24.9 Harbour --category pier", "add a place")])

  func run(_ arguments: Arguments) throws {
    let latitude: Double, longitude: Double
    if arguments.operands.count == 2 {
      guard let code = PlusCode(arguments.operands[0]) else {
        throw Failure.usage(
          "expected LAT LON NAME, or CODE NAME: '\(DaemonCall.plain(arguments.operands[0]))' is no plus code such as 8FWR6HXP+6V",
          syntax)
      }
      let center = code.isShort ? try DaemonCall.center(of: code, DaemonCall.connect(arguments)) : code.center
      (latitude, longitude) = (center.latitude.value, center.longitude.value)
    } else {
      latitude = try Arguments.number(arguments.operands[0], "LAT", in: -90...90, syntax)
      longitude = try Arguments.number(arguments.operands[1], "LON", in: -180...180, syntax)
    }
    let name = arguments.operands[arguments.operands.count - 1].trimmed
    guard !name.isEmpty else { throw Failure.usage("NAME is empty", syntax) }
    // An id has at most 255 bytes; a longer name is refused by its own limit.
    let suffix = "@\(text(latitude, 6)),\(text(longitude, 6))"
    var start = Substring(name)
    while start.utf8.count + suffix.utf8.count > 255 { start.removeLast() }
    var place = PlaceMessage(
      id: arguments.text("--id") ?? start + suffix, name: name, category: arguments.text("--category") ?? "",
      latitude: Degrees(latitude), longitude: Degrees(longitude), tags: arguments.all("--tag"),
      payload: try DaemonCall.payload(arguments, syntax)?.text,
      radius: try arguments.number("--radius", in: 1...10_000).map { Length($0) },
      level: try arguments.number("--level", in: -1000...1000))
    if let words = arguments.text("--entrance") {
      guard let point = RemoteServer.position(words) else {
        throw Failure.usage("--entrance must be LAT,LON, not '\(DaemonCall.plain(words))'", syntax)
      }
      place.entrance = try Destination.place(point, words, syntax)
    }
    if let height = try arguments.number("--height", in: -20_000...100_000) {
      (place.heightKind, place.height) = ("ground", Length(height))
    }
    let call = AddPlacesCall(places: [place.json], layer: arguments.text("--layer"))
    let client = try DaemonCall.connect(arguments)
    let answer = try DaemonCall.attempt { () throws(ClientFault) in try client.answer(SceneMethod.addPlaces, call) }
    let addition = try DaemonCall.understood { () throws(MessageFault) in try AddPlacesReply(json: answer) }
    if let refusal = addition.refusals.first { throw Failure.data("not added: \(DaemonCall.plain(refusal.reason))") }
    if arguments.has("--json") { return Terminal.print(answer, layout: .compact) }
    Terminal.print(DaemonCall.lines(["\(addition.added == 1 ? "added to" : "replaced in") \(addition.layer)"]))
    if let hint = Self.hint(latitude, longitude, client) { Terminal.inform(hint) }
  }

  /// A remark on a place that is far from the wearer; latitude and longitude are often exchanged.
  private static func hint(_ latitude: Double, _ longitude: Double, _ client: Client) -> String? {
    guard let answer = try? client.tracking.getPose(),
      let here = answer.geopose?["position"], let lat = here["lat"]?.double, let lon = here["lon"]?.double
    else { return nil }
    func distance(_ latitude: Double, _ longitude: Double) -> Length {
      Geodesic(
        from: Geodetic(latitude: Degrees(lat), longitude: Degrees(lon), height: .zero),
        to: Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude), height: .zero)
      ).distance
    }
    let far = distance(latitude, longitude)
    guard far > .metres(100_000) else { return nil }
    let isExchanged = latitude.magnitude <= 90 && longitude.magnitude <= 90 && distance(longitude, latitude) < far * 0.1
    return "note: it is \(distanceText(far)) from here\(isExchanged ? "; are latitude and longitude exchanged?" : "")"
  }
}

/// `gnomon place list`.
struct PlaceListCommand: Command {
  let syntax = Syntax(
    name: "place list", summary: "list the places of the scene, and whether they are shown",
    operands: "", operandCount: 0...0, explanation: "The places in order of addition; * marks favourites.",
    options: [
      DaemonCall.layer, .flag("--favourites", "favourites only"),
      .value("--count", "N", "at most this number (100)", short: "-n"),
    ] + DaemonCall.options,
    examples: [("gnomon place list --favourites", "your favourites")])

  func run(_ arguments: Arguments) throws {
    let call = ListPlacesCall(
      layer: arguments.text("--layer"), favouritesOnly: arguments.has("--favourites"),
      limit: try arguments.whole("--count", in: 1...1000) ?? 100)
    try DaemonCall.ask(SceneMethod.listPlaces, call, arguments) { (page: ListPlacesReply) in
      DaemonCall.lines(page.places.map(\.line) + (page.next == nil ? [] : ["… of \(page.count)"]))
    }
  }
}

/// `gnomon place search`.
struct PlaceSearchCommand: Command {
  let syntax = Syntax(
    name: "place search", summary: "find places by their words",
    operands: "WORD…", operandCount: 1...16,
    explanation:
      "Finds places whose name, tags or category have all WORDS, each at the beginning of a word; accents and case are ignored.",
    options: [.value("--count", "N", "at most this number (20)", short: "-n")] + DaemonCall.options,
    examples: [("gnomon place search caf mun", "finds Café Münster")])

  func run(_ arguments: Arguments) throws {
    let call = FindPlacesCall(
      text: arguments.operands.joined(separator: " "), limit: try arguments.whole("--count", in: 1...1000) ?? 20)
    try DaemonCall.ask(SceneMethod.findPlaces, call, arguments) { (page: FindPlacesReply) in
      if page.places.isEmpty { throw Failure.data("no place matches these words") }
      let rest = page.isComplete ? [] : ["… and more: give more words, or a larger --count"]
      return DaemonCall.lines(page.places.map(\.line) + rest)
    }
  }
}

/// `gnomon place remove`.
struct PlaceRemoveCommand: Command {
  let syntax = Syntax(
    name: "place remove", summary: "remove places from the scene",
    operands: "[ID…]", operandCount: 0...1000,
    explanation: """
      Removes the places with these ids, or with --all the whole layer. One name that only one place has will do.
      """,
    options: [
      DaemonCall.layer, .flag("--all", "all places of the layer"), .flag("--keep-favourites", "keep the favourites"),
    ] + DaemonCall.options,
    examples: [("gnomon place remove --layer osm --all --keep-favourites", "before a new import")])

  func run(_ arguments: Arguments) throws {
    var call = RemovePlacesCall(layer: arguments.text("--layer"))
    if arguments.has("--all") {
      (call.all, call.keepFavourites) = (true, arguments.has("--keep-favourites"))
    } else {
      guard !arguments.operands.isEmpty else { throw Failure.usage("give either ids or --all", syntax) }
      call.ids = arguments.operands
      if arguments.operands.count == 1, call.layer == nil,
        let named = DaemonCall.place(named: arguments.operands[0], try DaemonCall.connect(arguments))
      {
        (call.layer, call.ids) = (named.layer, [named.id])
      }
    }
    let removed = try DaemonCall.ask(SceneMethod.removePlaces, call, arguments) { (answer: RemovePlacesReply) in
      "removed \(answer.removed)\n"
    }.removed
    if removed == 0, !arguments.has("--all") {
      throw Failure.data("no place of this layer has such an id; 'gnomon place list --json' has the ids")
    }
  }
}

/// `gnomon place favourite`.
struct PlaceFavouriteCommand: Command {
  let syntax = Syntax(
    name: "place favourite", summary: "mark a place as a favourite, or remove the mark",
    operands: "ID", operandCount: 1...1, explanation: "A favourite stays one when its place is imported again.",
    options: [DaemonCall.layer, .flag("--not", "remove the mark")] + DaemonCall.options,
    examples: [("gnomon place favourite osm:node/1 --layer osm", "mark this place")])

  func run(_ arguments: Arguments) throws {
    let isFavourite = !arguments.has("--not"), id = arguments.operands[0]
    let client = try DaemonCall.connect(arguments)
    _ = try DaemonCall.inOwnLayer(arguments, id) { (layer, id) throws(ClientFault) in
      try client.scene.setFavourite(layer: layer, id: id, isFavourite: isFavourite)
    }
    if arguments.has("--json") { return Terminal.print(.object([]), layout: .compact) }
    Terminal.print(isFavourite ? "a favourite\n" : "no longer a favourite\n")
  }
}
