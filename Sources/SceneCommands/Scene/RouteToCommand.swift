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
      NAME is the name of a favourite, else of any place found by `gnomon place search`; a plus code is a place, too. Start,
      stops and end of the route are sent to a routing server (OSRM, Valhalla, GraphHopper, Google, Mapbox); before that, the
      name of the server is printed on standard error. You have to name the server: --router, or GNOMON_ROUTER. The answer is
      checked like a file; if it is not a route, the current one is unchanged.
      """,
    options: RouteServer.options + [
      .value("--via", "LAT,LON|NAME", "a stop on the way; may be given several times"),
      .value("--from", "LAT,LON", "start of the route (the wearer's place)"),
      .value("--save", "FILE", "keep the server's answer"),
      RouteLoadCommand.replace, .flag("--dry-run", "print the question, and send nothing"),
    ] + DaemonCall.options,
    examples: [
      (
        "gnomon route to harbour --via bakery --router http://localhost:8002 --kind valhalla",
        "a way with a stop; your own server keeps the request private"
      )
    ])

  func run(_ arguments: Arguments) throws {
    var server = try RouteServer(arguments, syntax)
    var given: Geodetic?
    if let text = arguments.text("--from") {
      guard let numbers = RemoteServer.position(text) else {
        throw Failure.usage("--from must be LAT,LON, not '\(text)'", syntax)
      }
      given = try Destination.place(numbers, text, syntax)
    }
    let client = try DaemonCall.connect(arguments)
    let destination = try Destination(arguments.operands.joined(separator: " "), client, syntax)
    let stops = try arguments.all("--via").map { try Destination($0, client, syntax) }
    let start: Geodetic
    if let given { start = given } else { start = try DaemonCall.wearer(client, instead: "--from") }
    let places = [start] + stops.map(\.end) + [destination.end]
    try server.findKind(asking: !arguments.has("--dry-run"))
    if arguments.has("--dry-run") { return server.show(places, arguments) }
    Terminal.inform(
      "gnomon: sending \(stops.isEmpty ? "start and end" : "start, stops and end") of the route to \(server.address.shown)"
    )
    let text = try server.route(through: places, named: destination.name, saving: arguments.text("--save"))
    try RouteLoadCommand.load(text, name: destination.name.isEmpty ? nil : destination.name, to: destination, arguments)
  }
}
