import CommandParts
import Formats
import Geodesy
import Geometry
import GnomonClient
import Scenery
import Text
import Wire

/// `gnomon route to`: requests a route from a server, and loads it into the scene.
struct RouteToCommand: Command {
  let syntax = Syntax(
    name: "route to", summary: "get a route to a place from a routing server, and load it",
    operands: "LAT,LON|NAME…", operandCount: 1...16,
    explanation: """
      NAME is the name of a favourite, else of any place found by `gnomon place search`. Start and end of the route are sent to
      an OSRM or Valhalla server; before that, the name of the server is printed on standard error. You have to name the server:
      --router, or GNOMON_ROUTER. The answer is checked like a file; if it is not a route, the current one is unchanged.
      """,
    options: [
      .value("--router", "URL", "the server (GNOMON_ROUTER)"),
      .value(
        "--kind", "KIND", "osrm or valhalla (default: found from the URL, else by a request)",
        kind: .words(Router.Kind.allCases.map(\.rawValue))),
      .value("--profile", "WORD", "the server's name of the means of travel (foot)"),
      .value("--from", "LAT,LON", "start of the route (the wearer's place)"),
      .value("--save", "FILE", "keep the server's answer"),
      RouteLoadCommand.replace, .value("--timeout", "SECONDS", "longest time for the answer (30)"),
      .flag("--dry-run", "print the question, and send nothing"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon route to 48.2101,16.3768 --router https://routing.openstreetmap.de/routed-foot", "a way on foot"),
      (
        "gnomon route to harbour --router http://localhost:8002 --kind valhalla",
        "your own server keeps the request private"
      ),
    ])

  /// Distance between the wanted and the actual start or end beyond which a message is printed, and beyond which the route is
  /// refused.
  private static let beside = Length.metres(100), elsewhere = Length.metres(2000)

  func run(_ arguments: Arguments) throws {
    let address = try RemoteServer.address(
      "--router", "GNOMON_ROUTER", "http://localhost:5000 for an OSRM of your own", arguments, syntax)
    let timeout = try arguments.number("--timeout", in: 0.1...600) ?? 30
    let profile = arguments.text("--profile") ?? "foot"
    var kind = Router.kind(of: address)
    if let word = arguments.text("--kind") {
      guard let known = Router.Kind(rawValue: word) else {
        throw Failure.unknown("kind of router", word, among: Router.Kind.allCases.map(\.rawValue))
      }
      kind = known
    }
    var given: Geodetic?
    if let text = arguments.text("--from") {
      guard let numbers = RemoteServer.position(text) else {
        throw Failure.usage("--from must be LAT,LON, not '\(text)'", syntax)
      }
      given = try Destination.place(numbers, text, syntax)
    }
    let client = try DaemonCall.connect(arguments)
    let destination = try Destination(arguments.operands.joined(separator: " "), client, syntax)
    let start: Geodetic
    if let given { start = given } else { start = try DaemonCall.wearer(client, instead: "--from") }
    if kind == nil, !arguments.has("--dry-run") {
      let request = Router.questionOfKind(address, timeout: timeout)
      kind = Router.kind(by: try request.answer())
    }
    guard let kind else {
      throw Failure.usage(
        arguments.has("--dry-run")
          ? "the URL does not show the kind of \(address.shown), and a dry run sends nothing: give --kind osrm or valhalla"
          : "\(address.shown) answers neither as OSRM nor as Valhalla: check the URL, or give --kind", syntax)
    }
    let request = Router(kind: kind, address: address).question(
      from: start, to: destination.position, profile: profile, timeout: timeout)
    if arguments.has("--dry-run") { return show(request, kind, arguments) }

    Terminal.inform("gnomon: sending start and end of the route to \(address.shown)")
    var waiting = Waiting("asking \(address.shown)")
    let answer: WebRequest.Answer
    do throws(Failure) { answer = try request.answer { waiting.show(bytes: $0) } } catch {
      waiting.end()
      throw error
    }
    waiting.end()
    if let path = arguments.text("--save") {
      var file = try OutputFile(path: path)
      answer.bytes.withUnsafeBufferPointer { file.text.append(contentsOf: $0) }
      try file.close()
    }
    try check(answer, from: start, to: destination, address)
    try load(answer, destination.name, client, arguments)
  }

  private func show(_ request: WebRequest, _ kind: Router.Kind, _ arguments: Arguments) {
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

  /// Checks the answer before it is loaded: faults are reported with the server's name, and the route has to begin and end at the
  /// wanted places.
  private func check(
    _ answer: WebRequest.Answer, from start: Geodetic, to destination: Destination, _ address: WebAddress
  ) throws(Failure) {
    let reading: RouteReading
    do throws(RouteFault) {
      reading = try RouteReader.read(answer.bytes, name: destination.name, wearer: start)
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
    guard let first = reading.route.points.first, let last = reading.route.points.last else { return }
    for (wanted, got, verb) in [(start, first, "begins"), (destination.position, last, "ends")] {
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
  }

  private func load(
    _ answer: WebRequest.Answer, _ name: String, _ client: Client, _ arguments: Arguments
  ) throws {
    let text = String(decoding: answer.bytes, as: UTF8.self)
    guard JSONValue.string(text).text.utf8.count < Limits.message - 1024 else {
      throw Failure.data("the answer is too long for the daemon; choose a nearer destination")
    }
    try RouteLoadCommand.load(text, name: name.isEmpty ? nil : name, arguments)
  }
}
