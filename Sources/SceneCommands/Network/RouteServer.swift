import CommandParts
import Formats
import Geodesy
import Geometry
import GnomonClient
import Scenery
import Text
import Wire

/// The routing server of a command: its options, a request, and the check of the answer.
struct RouteServer {
  static let options: [Syntax.Option] = [
    .value("--router", "URL", "the server (GNOMON_ROUTER)"),
    .value(
      "--kind", "KIND", "\(words) (default: found from the URL, else by a request)",
      kind: .words(Router.Kind.allCases.map(\.rawValue))),
    .value("--profile", "WORD", "the server's name of the means of travel, or foot, bike or car (foot)"),
    .value("--key-file", "FILE", "file with the server's key (GNOMON_ROUTER_KEY has the key itself)"),
    .value("--language", "CODE", "language of the instructions, for servers that have several"),
    .value("--timeout", "SECONDS", "longest time for the answer (30)"),
  ]
  private static let words = Router.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  /// Distance between the wanted and the actual start or end beyond which a message is printed, and beyond which the route is
  /// refused.
  private static let beside = Length.metres(100), elsewhere = Length.metres(2000)

  let address: WebAddress
  private(set) var kind: Router.Kind?
  private let profile: String
  private let key: String?
  private let language: String?
  private let timeout: Double
  private let syntax: Syntax

  init(_ arguments: Arguments, _ syntax: Syntax) throws {
    self.syntax = syntax
    address = try RemoteServer.address(
      "--router", "GNOMON_ROUTER", "http://localhost:5000 for an OSRM of your own", arguments, syntax)
    timeout = try arguments.number("--timeout", in: 0.1...600) ?? 30
    profile = arguments.text("--profile") ?? "foot"
    language = arguments.text("--language")
    kind = Router.kind(of: address)
    if let word = arguments.text("--kind") {
      guard let known = Router.Kind(rawValue: word) else {
        throw Failure.unknown("kind of router", word, among: Router.Kind.allCases.map(\.rawValue))
      }
      kind = known
    }
    // A key on the command line would be read by every user of the machine.
    if let path = arguments.text("--key-file") {
      key = try SceneFile.text(path, limit: 4096).trimmed
    } else {
      key = Environment.value("GNOMON_ROUTER_KEY")
    }
  }

  /// Finds the kind of the server by a request, if the address does not show it.
  mutating func findKind(asking: Bool) throws(Failure) {
    if kind == nil, asking { kind = Router.kind(by: try Router.questionOfKind(address, timeout: timeout).answer()) }
    guard kind == nil else { return }
    throw .usage(
      asking
        ? "\(address.shown) answers neither as OSRM nor as Valhalla: check the URL, or give --kind \(Self.words)"
        : "the URL does not show the kind of \(address.shown), and a dry run sends nothing: give --kind", syntax)
  }

  /// Returns the request for a route. Precondition: the kind is known.
  private func question(_ places: [Geodetic], by mode: String? = nil, key: String?) -> WebRequest? {
    kind.map {
      Router(kind: $0, address: address, profile: Self.profile(mode) ?? profile, key: key, language: language)
    }
    .map { $0.question(through: places, timeout: timeout) }
  }

  /// The profile of a request's means of travel; nil for walking, which is what the command was started for.
  private static func profile(_ mode: String?) -> String? {
    switch mode {
    case nil, "walking": nil
    case "cycling": "bike"
    case "driving": "car"
    default: mode
    }
  }

  /// Prints the request, with KEY in place of the key.
  func show(_ places: [Geodetic], _ arguments: Arguments) {
    guard let kind, let request = question(places, key: key.map { _ in "KEY" }) else { return }
    var body = ""
    if case .json(let text) = request.body { body = text }
    if arguments.has("--json") {
      return Terminal.print(
        ["kind": .string(kind.rawValue), "url": .string(request.url), "body": body.isEmpty ? .null : .string(body)],
        layout: .compact)
    }
    let lines = ["\(body.isEmpty ? "GET" : "POST") \(request.url)"] + (body.isEmpty ? [] : [body])
    Terminal.print(DaemonCall.lines(lines))
  }

  /// Returns the server's route through places, as text for the daemon, after it was checked.
  func route(
    through places: [Geodetic], by mode: String? = nil, named name: String, saving path: String? = nil
  ) throws -> String {
    guard let request = question(places, by: mode, key: key) else { throw Failure.usage("give --kind", syntax) }
    var waiting = Waiting("asking \(address.shown)")
    let answer: WebRequest.Answer
    do throws(Failure) { answer = try request.answer { waiting.show(bytes: $0) } } catch {
      waiting.end()
      throw error
    }
    waiting.end()
    if let path {
      var file = try OutputFile(path: path)
      answer.bytes.withUnsafeBufferPointer { file.text.append(contentsOf: $0) }
      try file.close()
    }
    try check(answer, places, name)
    let text = String(decoding: answer.bytes, as: UTF8.self)
    guard JSONValue.string(text).text.utf8.count < Limits.message - 1024 else {
      throw Failure.data("the answer is too long for the daemon; choose a nearer destination")
    }
    return text
  }

  /// Checks the answer before it is loaded: faults are reported with the server's name, and the route has to begin and end at the
  /// wanted places.
  private func check(_ answer: WebRequest.Answer, _ places: [Geodetic], _ name: String) throws(Failure) {
    let reading: RouteReading
    do throws(RouteFault) {
      reading = try RouteReader.read(answer.bytes, name: name, wearer: places.first)
    } catch {
      // A server that has found no route gives the reason in its own format, with any status.
      if case .refused = error {
        throw .data(
          "\(address.shown): \(DaemonCall.plain("\(error)")); check that the server has this --profile, and that its map has this area"
        )
      }
      try RemoteServer.accept(answer, from: address.shown)
      throw .data(
        "\(address.shown): its answer is not a route: \(DaemonCall.plain("\(error)")); check the URL and --kind")
    }
    try RemoteServer.accept(answer, from: address.shown)
    guard let first = reading.route.points.first, let last = reading.route.points.last, let start = places.first,
      let end = places.last
    else { return }
    for (wanted, got, verb) in [(start, first, "begins"), (end, last, "ends")] {
      let distance = Geodesic(from: wanted, to: got).distance
      if distance > Self.elsewhere {
        throw .data(
          "\(address.shown): its route \(verb) \(distanceText(distance)) from the requested point, perhaps beyond its map; use another server, or another \(verb == "begins" ? "--from" : "destination")"
        )
      }
      if distance > Self.beside {
        Terminal.inform("the route \(verb) \(distanceText(distance)) from the requested point")
      }
    }
    let stops = places.count - 2, found = reading.route.stops.count
    if found != stops { Terminal.inform("the answer has \(found) stops, and \(stops) were requested") }
  }
}
