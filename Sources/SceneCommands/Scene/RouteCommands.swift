import CommandParts
import Formats
import GnomonClient
import Scenery
import Text
import Wire

/// `gnomon route load`: loads a route into the scene.
struct RouteLoadCommand: Command {
  let syntax = Syntax(
    name: "route load", summary: "load a route into the scene; it replaces the current one",
    operands: "FILE", operandCount: 1...1,
    explanation: """
      FILE is GeoJSON, GPX, an encoded polyline, or the answer of an OSRM, Mapbox, Valhalla, Google, GraphHopper or
      openrouteservice server; - is standard input. If it cannot be read, the current route is unchanged.
      """,
    options: [.value("--name", "NAME", "name of the destination"), replace] + DaemonCall.options,
    examples: [
      ("gnomon route load walk.gpx --name Harbour", "load a route to the harbour"),
      ("curl --silent https://HOST/ROUTE | gnomon route load -", "load the answer of a server"),
    ])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let text = try SceneFile.text(path, limit: Limits.message)
    do { try Self.load(text, name: arguments.text("--name"), arguments) } catch let failure as Failure {
      // The fault of the text is one of the file.
      guard failure.status == .failed else { throw failure }
      throw Failure(
        status: .failed, message: "\(path == "-" ? "standard input" : DaemonCall.plain(path)): \(failure.message)")
    }
  }

  static let replace = Syntax.Option.flag("--replace", "replace another user's route too")

  /// Loads a route, and prints a summary of it.
  static func load(_ text: String, name: String?, to destination: Destination? = nil, _ arguments: Arguments) throws {
    let call = LoadRouteCall(
      text: text, name: name, replace: arguments.has("--replace"), place: destination?.position,
      entrance: destination?.entrance)
    try DaemonCall.ask(SceneMethod.loadRoute, call, arguments) { (loaded: LoadRouteReply) in
      let head =
        "\(loaded.name.isEmpty ? "loaded" : loaded.name): \(distanceText(loaded.length)), \(loaded.points) points, \(loaded.steps) steps\(loaded.stops > 0 ? ", \(loaded.stops) stops" : "") (\(loaded.format))"
      return DaemonCall.lines([head] + loaded.notes)
    }
  }
}

/// `gnomon route check`: reads the route in a file, without a daemon.
struct RouteCheckCommand: Command {
  let syntax = Syntax(
    name: "route check", summary: "check a file of a route, and summarize it",
    operands: "FILE", operandCount: 1...1, explanation: "Prints a summary, or the first fault. It needs no daemon.",
    options: [.json], examples: [("gnomon route check answer.json", "check before loading")])

  func run(_ arguments: Arguments) throws {
    let path = arguments.operands[0]
    let reading: RouteReading
    let bytes = Array(try SceneFile.text(path, limit: RouteReader.mostBytes).utf8)
    do throws(RouteFault) { reading = try RouteReader.read(bytes) } catch {
      throw Failure.data("\(path): \(error)")
    }
    guard let track = RouteTrack(reading.route) else {
      throw Failure.data("\(path): its points do not make a usable route")
    }
    let notes = reading.notes.map(\.english)
    if arguments.has("--json") {
      return Terminal.print(
        [
          "format": .string(reading.format.rawValue), "name": .string(reading.route.name),
          "points": .integer(Int64(reading.route.points.count)), "length": .number(track.length.value),
          "steps": .integer(Int64(track.steps.count)),
          "stops": .array(
            reading.route.stops.indices.map { index in
              ["name": .string(reading.route.stops[index].name), "length": .number(track.stop(index).length.value)]
            }), "notes": .array(notes.map { .string($0) }),
        ], layout: .compact)
    }
    var lines = [
      "\(reading.format.rawValue), \(reading.route.points.count) points, \(distanceText(track.length))"
        + (reading.route.name.isEmpty ? "" : ", to \(reading.route.name)")
    ]
    lines += track.steps.map { step in
      let name = step.stop.map { " \(reading.route.stops[$0].name)" } ?? ""
      return "  \(distanceText(step.length))  \(step.kind.rawValue)\(name)"
    }
    lines += notes
    Terminal.print(DaemonCall.lines(lines))
  }
}

/// `gnomon route show`.
struct RouteShowCommand: Command {
  let syntax = Syntax(
    name: "route show", summary: "print the active route and the progress on it",
    operands: "", operandCount: 0...0, explanation: "With --json it prints the points too.",
    options: DaemonCall.options, examples: [("gnomon route show", "the next step")])

  func run(_ arguments: Arguments) throws {
    let call = GetRouteCall(points: arguments.has("--json"))
    try DaemonCall.ask(SceneMethod.getRoute, call, arguments) { (answer: GetRouteReply) in
      answer.route.map { DaemonCall.lines(Self.lines($0)) } ?? "no route is active\n"
    }
  }

  private static func lines(_ route: RouteMessage) -> [String] {
    let progress = route.progress
    var lines = [
      (progress.name.isEmpty ? "" : "to \(progress.name): ")
        + "\(progress.status), \(distanceText(progress.remaining)) to go, about \(text(progress.remainingTime.value / 60, 0)) min"
    ]
    for (index, step) in route.steps.enumerated() {
      let mark = index == progress.step ? ">" : " "
      let words = [step.kind, step.instruction, step.street].filter { !$0.isEmpty }
      lines.append("\(mark) \(distanceText(step.length))  \(words.joined(separator: ", "))")
    }
    return lines
  }
}

/// `gnomon route clear`.
struct RouteClearCommand: Command {
  let syntax = Syntax(
    name: "route clear", summary: "end the active route",
    operands: "", operandCount: 0...0, explanation: "The route ends for all clients.",
    options: [RouteLoadCommand.replace] + DaemonCall.options, examples: [("gnomon route clear", "end the route")])

  func run(_ arguments: Arguments) throws {
    let call = ClearRouteCall(replace: arguments.has("--replace"))
    try DaemonCall.ask(SceneMethod.clearRoute, call, arguments) { (answer: ClearRouteReply) in
      answer.wasActive ? "cleared\n" : "no route was active\n"
    }
  }
}
