import CPosix
import CommandParts
import Geodesy
import Geometry
import Glibc
import GnomonClient
import Text
import Wire

/// `gnomon route follow`: answers requests for routes with those of a server.
struct RouteFollowCommand: Command {
  let syntax = Syntax(
    name: "route follow",
    summary: "get a new route from a server when the wearer has left the route, or a client asks",
    operands: "", operandCount: 0...0,
    explanation: """
      Runs until interrupted, also while the daemon is restarted. The daemon requests a route when the wearer has been off the
      route for 10 s, and when a client calls Scene.RequestRoute. The answer of the server is loaded, with the stops that are still
      ahead. A request that names a means of travel gets a route for that. Requests wait until 5 s have passed since the one before, and are refused beyond --per-hour.
      """,
    options: RouteServer.options + [
      .value("--per-hour", "N", "most requests to the server in an hour (60)"),
      .value("--count", "N", "end after this number of requests", short: "-n"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon route follow --router https://routing.openstreetmap.de/routed-foot", "until interrupted")
    ])

  /// Least time between two requests to a server.
  private static let pause = TimeSpan.seconds(5)

  func run(_ arguments: Arguments) throws {
    var server = try RouteServer(arguments, syntax)
    let most = try arguments.whole("--per-hour", in: 1...100_000) ?? 60
    var left = try arguments.whole("--count", in: 1...Int.max)
    _ = try DaemonCall.connect(arguments)
    try server.findKind(asking: true)
    Terminal.inform(
      "waiting for requests; \(server.address.shown) will get start, stops and end of each; Ctrl-C ends it")
    var sent: [Double] = []
    let stream = EventStream(parts: [.requests], arguments: arguments, purpose: "requests are answered")
    let kept = server
    try stream.run(each: { event, _ in
      guard event.code == "requested", let number = event.parameters["request"]?.integer.map({ Int($0) }) else {
        return true
      }
      answer(number, event, kept, &sent, most: most, arguments)
      left = left.map { $0 - 1 }
      return left != 0
    })
  }

  private func answer(
    _ number: Int, _ event: SceneEventMessage, _ server: RouteServer, _ sent: inout [Double], most: Int,
    _ arguments: Arguments
  ) {
    let name = event.parameters["name"]?.string ?? ""
    var told: [JSONMember] = [JSONMember("request", .integer(Int64(number))), JSONMember("name", .string(name))]
    do {
      let client = try DaemonCall.connect(arguments)
      do {
        try wait(&sent, most: most)
        let text = try server.route(
          through: Self.places(event.parameters), by: event.parameters["mode"]?.string, named: name)
        let loaded = try DaemonCall.attempt { () throws(ClientFault) in
          try client.scene.loadRoute(text: text, request: number)
        }
        told += [
          JSONMember("length", .number(loaded.length.value)), JSONMember("stops", .integer(Int64(loaded.stops))),
        ]
        show(
          told,
          "\(loaded.name.isEmpty ? "a route" : loaded.name): \(distanceText(loaded.length)), \(loaded.steps) steps",
          arguments)
      } catch let failure as Failure {
        _ = try? client.scene.refuseRoute(
          request: number, english: DaemonCall.plain(failure.message).prefixed(Limits.name - 1))
        throw failure
      }
    } catch {
      let reason = (error as? Failure)?.message ?? "\(error)"
      show(
        told + [JSONMember("refused", .string(reason))], "no route\(name.isEmpty ? "" : " to \(name)"): \(reason)",
        arguments)
    }
  }

  private func show(_ members: [JSONMember], _ line: String, _ arguments: Arguments) {
    if arguments.has("--json") {
      Terminal.print(.object(members), layout: .compact)
    } else {
      Terminal.print(DaemonCall.lines([line]))
    }
  }

  /// Waits until the server may be asked again, or throws if it was asked too often.
  private func wait(_ sent: inout [Double], most: Int) throws(Failure) {
    var time = Double(gnomon_boot_time()) * 1e-9
    sent.removeAll { time - $0 > 3600 }
    guard sent.count < most else { throw .data("the server was asked \(most) times in the last hour (--per-hour)") }
    if let last = sent.last, time - last < Self.pause.value {
      usleep(useconds_t((Self.pause.value - (time - last)) * 1e6))
      time = last + Self.pause.value
    }
    sent.append(time)
  }

  private static func places(_ parameters: JSONValue) throws(Failure) -> [Geodetic] {
    let given = [parameters["from"]] + (parameters["via"]?.array ?? []) + [parameters["to"]]
    return try given.map { (place) throws(Failure) in
      guard let latitude = place?["latitude_deg"]?.double, let longitude = place?["longitude_deg"]?.double else {
        throw .data("the request has no places")
      }
      return Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
    }
  }
}
