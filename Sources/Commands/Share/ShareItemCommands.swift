import CommandParts
import Formats
import Geodesy
import Geometry
import Scenery
import Sharing

/// `gnomon share place add`: adds a place to those of the team.
struct SharePlaceAddCommand: Command {
  let syntax = Syntax(
    name: "share place add", summary: "add a place for the whole team",
    operands: "ID LAT LON NAME", operandCount: 4...4, operandKinds: [.text, .number, .number, .text],
    explanation: """
      The broker keeps the place, so members that join later get it too; a place with the same id is replaced. Each member sees
      it as a place of the layer 'team'.
      """,
    options: [
      .value("--category", "CATEGORY", "its category"),
      .value("--height", "M", "its height above the ellipsoid (at the height of the eyes unless given)"),
      ShareCommands.folder, .json,
    ],
    examples: [("gnomon share place add camp 48.2101 16.3768 \"Base camp\" --category camp", "where all meet")])

  func run(_ arguments: Arguments) throws {
    let id = arguments.operands[0], paths = ShareCommands.paths(arguments)
    guard TeamName.isAllowed(id) else { throw Failure.usage("ID must have \(TeamName.expected)", syntax) }
    let latitude = try Arguments.number(arguments.operands[1], "LAT", in: -90...90, syntax)
    let longitude = try Arguments.number(arguments.operands[2], "LON", in: -180...180, syntax)
    let name = ShownName.cleaned(arguments.operands[3]),
      category = ShownName.cleaned(arguments.text("--category") ?? "")
    guard (1...SharedPose.longestName).contains(name.utf8.count), category.utf8.count <= SharedPose.longestName else {
      throw Failure.usage("NAME must have 1 to \(SharedPose.longestName) bytes, and a category at most as many", syntax)
    }
    let height = try arguments.number("--height", in: -12_000...100_000)
    var settings = try ShareCommands.settings(paths)
    let place = Geodetic(
      latitude: Degrees(latitude), longitude: Degrees(longitude), height: Length(height ?? 0))
    settings.places.removeAll { $0.id == id }
    guard settings.places.count < TeamBoard.mostPlaces else {
      throw Failure.data("\(TeamBoard.mostPlaces) places are the most; remove one with 'gnomon share place remove'")
    }
    settings.places.append(
      TeamPlace(id: id, name: name, category: category, place: place, hasHeight: height != nil))
    settings.removedPlaces.removeAll { $0 == id }
    try ShareCommands.save(settings, paths, arguments)
    ShareCommands.print(
      "'\(name)' is a place of the team '\(settings.team)'",
      ["place": .string(id), "name": .string(name), "team": .string(settings.team)], arguments)
  }
}

/// `gnomon share route add`: offers a route to the team.
struct ShareRouteAddCommand: Command {
  let syntax = Syntax(
    name: "share route add", summary: "offer a route to the whole team", operands: "ID FILE", operandCount: 2...2,
    operandKinds: [.text, .file([])],
    explanation: """
      The file is of any format that 'gnomon route load' reads. The broker keeps the route, and each member's service writes it as
      route-ID.json beside its state; it is followed only when a member loads that file.
      """,
    options: [.value("--name", "NAME", "its name (that of the file unless given)"), ShareCommands.folder, .json],
    examples: [("gnomon share route add home way.gpx --name \"Way home\"", "for all who want it")])

  func run(_ arguments: Arguments) throws {
    let id = arguments.operands[0], paths = ShareCommands.paths(arguments)
    guard TeamName.isAllowed(id) else { throw Failure.usage("ID must have \(TeamName.expected)", syntax) }
    let bytes = try contents(of: arguments.operands[1])
    let reading: RouteReading
    do throws(RouteFault) { reading = try RouteReader.read(bytes) } catch {
      throw Failure.data("\(arguments.operands[1]): \(error)")
    }
    let given = ShownName.cleaned(arguments.text("--name") ?? reading.route.name)
    let name = given.isEmpty ? id : given
    guard name.utf8.count <= SharedPose.longestName else {
      throw Failure.usage("--name must have 1 to \(SharedPose.longestName) bytes", syntax)
    }
    let route = TeamRoute(id: id, name: name, points: reading.route.points)
    guard route.points.count <= TeamRoute.mostPoints, route.json.text.utf8.count <= TeamRoute.longest else {
      throw Failure.data(
        "\(arguments.operands[1]): \(route.points.count) points are too many for a message; \(TeamRoute.mostPoints) are the most"
      )
    }
    var settings = try ShareCommands.settings(paths)
    settings.routes.removeAll { $0.id == id }
    guard settings.routes.count < TeamBoard.mostRoutes else {
      throw Failure.data("\(TeamBoard.mostRoutes) routes are the most; remove one with 'gnomon share route remove'")
    }
    settings.routes.append(route)
    settings.removedRoutes.removeAll { $0 == id }
    try ShareCommands.save(settings, paths, arguments)
    ShareCommands.print(
      "'\(name)' is offered to the team '\(settings.team)'",
      [
        "route": .string(id), "name": .string(name), "points": .integer(Int64(route.points.count)),
        "team": .string(settings.team),
      ], arguments)
  }
}

/// `gnomon share place remove` and `gnomon share route remove`.
struct ShareRemoveCommand: Command {
  let syntax: Syntax
  private let kind: String
  private let remove: @Sendable (String, inout ShareSettings) -> Void

  private init(
    _ kind: String, example: (id: String, meaning: String), _ explanation: String,
    _ remove: @escaping @Sendable (String, inout ShareSettings) -> Void
  ) {
    syntax = Syntax(
      name: "share \(kind) remove", summary: "remove a \(kind) for the whole team", operands: "ID", operandCount: 1...1,
      operandKinds: [.text], explanation: explanation, options: [ShareCommands.folder, .json],
      examples: [("gnomon share \(kind) remove \(example.id)", example.meaning)])
    self.kind = kind
    self.remove = remove
  }

  static let place = ShareRemoveCommand(
    "place", example: ("camp", "it is gone for all"),
    "Also a place that another member has added; 'gnomon share status' has the ids."
  ) { id, settings in
    settings.places.removeAll { $0.id == id }
    settings.removedPlaces.removeAll { $0 == id }
    settings.removedPlaces = settings.removedPlaces.suffix(TeamBoard.mostPlaces - 1) + [id]
  }

  static let route = ShareRemoveCommand(
    "route", example: ("home", "it is offered no longer"), "A member that follows it goes on following it."
  ) { id, settings in
    settings.routes.removeAll { $0.id == id }
    settings.removedRoutes.removeAll { $0 == id }
    settings.removedRoutes = settings.removedRoutes.suffix(TeamBoard.mostRoutes - 1) + [id]
  }

  func run(_ arguments: Arguments) throws {
    let id = arguments.operands[0], paths = ShareCommands.paths(arguments)
    guard TeamName.isAllowed(id) else { throw Failure.usage("ID must have \(TeamName.expected)", syntax) }
    var settings = try ShareCommands.settings(paths)
    remove(id, &settings)
    try ShareCommands.save(settings, paths, arguments)
    ShareCommands.print(
      "'\(id)' is no \(kind) of the team '\(settings.team)' any more",
      ["removed_\(kind)": .string(id), "team": .string(settings.team)], arguments)
  }
}
