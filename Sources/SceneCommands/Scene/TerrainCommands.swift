import CommandParts
import Geodesy
import Geometry
import GnomonClient
import Terrain
import TerrainTiles
import Text
import Wire

/// The common part of the commands of terrain: the folder of tiles.
enum TerrainCall {
  static let directory = Syntax.Option.value(
    "--directory", "DIR", "the folder of tiles (the daemon's own, which it names)", kind: .folder)
  static let options: [Syntax.Option] = [directory] + DaemonCall.options
  static let list = SceneMethod.listTerrain.name

  /// Returns the folder: as given, or that of the daemon.
  static func folder(_ arguments: Arguments) throws(Failure) -> TileFolder {
    if let path = arguments.text("--directory") { return TileFolder(path) }
    let answer: JSONValue
    do throws(Failure) {
      let client = try DaemonCall.connect(arguments)
      answer = try DaemonCall.attempt { () throws(ClientFault) in try client.call(list) }
    } catch {
      throw Failure(status: error.status, message: "\(error.message); or name the folder of tiles with --directory")
    }
    guard let path = answer["directory"]?.string else {
      throw .data(
        "the daemon keeps no state, so it has no folder of tiles; name one with Terrain.Directory or --directory")
    }
    return TileFolder(path)
  }

  static func attempt<Value>(_ path: String, _ body: () throws(TerrainFault) -> Value) throws(Failure) -> Value {
    do throws(TerrainFault) { return try body() } catch {
      throw .data(DaemonCall.plain("\(path): \(error)"))
    }
  }

  static func line(_ tile: JSONValue) -> String {
    func number(_ name: String, _ digits: Int) -> String { text(tile[name]?.double ?? 0, digits) }
    let voids = tile["voids"]?.integer ?? 0
    return
      "\(tile["name"]?.string ?? "")  \(number("south_deg", 4))…\(number("north_deg", 4)) north, "
      + "\(number("west_deg", 4))…\(number("east_deg", 4)) east  posts each \(number("spacing", 1)) m  "
      + "\(number("lowest", 0)) to \(number("highest", 0)) m (\(tile["height_kind"]?.string ?? ""))"
      + (voids > 0 ? "  \(voids) voids" : "")
  }
}

/// `gnomon terrain add`.
struct TerrainAddCommand: Command {
  let syntax = Syntax(
    name: "terrain add", summary: "add heights of the ground: SRTM tiles and GeoTIFF files",
    operands: "FILE…", operandCount: 1...1000, operandKinds: [.file(["hgt", "tif", "tiff"])],
    explanation: """
      Each file becomes a tile in the daemon's folder, which uses it within a second. A tile of the same corner and size is
      replaced. Files that cannot be used are named with the reason, and change nothing. docs/places.md says where to get files.
      """,
    options: TerrainCall.options,
    examples: [("sudo gnomon terrain add N48E016.hgt", "the ground around Vienna")])

  func run(_ arguments: Arguments) throws {
    let folder = try TerrainCall.folder(arguments)
    do throws(TerrainFault) { try folder.prepare() } catch {
      throw Failure(status: .permission, message: DaemonCall.plain("\(error)"))
    }
    var added: [JSONValue] = [], refused: [JSONValue] = []
    var waiting = Waiting("adding")
    for (index, path) in arguments.operands.enumerated() {
      waiting.show("\(index + 1) of \(arguments.operands.count)")
      do throws(TerrainFault) {
        let tile = try folder.add(try TerrainImport.raster(path: path))
        added.append(tile.json)
        waiting.end()
        if !arguments.has("--json") { Terminal.print(DaemonCall.lines([TerrainCall.line(tile.json)])) }
      } catch {
        waiting.end()
        refused.append(UnusedTile(path: path, fault: error).json)
        Terminal.warn(DaemonCall.plain("\(path): \(error)"))
      }
    }
    waiting.end()
    if arguments.has("--json") {
      Terminal.print(["directory": .string(folder.path), "added": .array(added), "refused": .array(refused)])
    }
    if !refused.isEmpty { throw Failure.data("\(refused.count) of \(arguments.operands.count) files were not added") }
  }
}

/// `gnomon terrain list`.
struct TerrainListCommand: Command {
  let syntax = Syntax(
    name: "terrain list", summary: "list the tiles of terrain, and files that are not used",
    operands: "", operandCount: 0...0, explanation: "Those of the daemon, or of --directory.",
    options: TerrainCall.options, examples: [("gnomon terrain list", "what the daemon knows of the ground")])

  func run(_ arguments: Arguments) throws {
    let answer: JSONValue
    if let path = arguments.text("--directory") {
      let found = TileFolder(path).scan()
      answer = [
        "directory": .string(path), "tiles": .array(found.tiles.map(\.json)),
        "unused": .array(found.unused.map(\.json)),
      ]
    } else {
      let client = try DaemonCall.connect(arguments)
      answer = try DaemonCall.attempt { () throws(ClientFault) in try client.call(TerrainCall.list) }
    }
    if arguments.has("--json") { return Terminal.print(answer) }
    let tiles = answer["tiles"]?.array ?? [], unused = answer["unused"]?.array ?? []
    let none =
      "no tiles in \(answer["directory"]?.string ?? "the daemon: it keeps no state"); add some: gnomon terrain add FILE"
    Terminal.print(
      DaemonCall.lines(
        (tiles.isEmpty ? [none] : tiles.map(TerrainCall.line))
          + unused.map { "not used: \($0["path"]?.string ?? ""): \($0["english"]?.string ?? "")" }))
  }
}

/// `gnomon terrain remove`.
struct TerrainRemoveCommand: Command {
  let syntax = Syntax(
    name: "terrain remove", summary: "remove tiles of terrain",
    operands: "NAME…", operandCount: 1...1000, explanation: "Names as 'gnomon terrain list' prints them.",
    options: TerrainCall.options,
    examples: [("sudo gnomon terrain remove n48.0000e016.0000-3601x3601", "the ground around Vienna")])

  func run(_ arguments: Arguments) throws {
    let folder = try TerrainCall.folder(arguments)
    for name in arguments.operands {
      try TerrainCall.attempt(folder.path) { () throws(TerrainFault) in try folder.remove(name) }
    }
    if arguments.has("--json") { return Terminal.print(["removed": .array(arguments.operands.map { .string($0) })]) }
    Terminal.print(DaemonCall.lines(arguments.operands.map { "removed \($0)" }))
  }
}

/// `gnomon terrain at`.
struct TerrainAtCommand: Command {
  let syntax = Syntax(
    name: "terrain at", summary: "the height of the ground at a place",
    operands: "LAT LON", operandCount: 2...2,
    explanation: "Between the posts of the finest tile; where that has a void, of the next.",
    options: TerrainCall.options, examples: [("gnomon terrain at 48.2083 16.3731", "the ground at the Stephansdom")])

  func run(_ arguments: Arguments) throws {
    let latitude = try Arguments.number(arguments.operands[0], "LAT", in: -90...90, syntax)
    let longitude = try Arguments.number(arguments.operands[1], "LON", in: -180...180, syntax)
    let answer: JSONValue
    if let path = arguments.text("--directory") {
      let folder = TileFolder(path)
      let place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
      answer = folder.height(at: place, folder.scan().tiles).json
    } else {
      let client = try DaemonCall.connect(arguments)
      answer = try DaemonCall.attempt { () throws(ClientFault) in
        try client.answer(
          SceneMethod.getTerrain, GetTerrainCall(latitude: Degrees(latitude), longitude: Degrees(longitude)))
      }
    }
    if arguments.has("--json") { return Terminal.print(answer) }
    guard let height = answer["height"]?.double else {
      throw Failure.data(
        answer["reason"]?.string == "void"
          ? "the tiles have no height there: a void" : "no tile covers this place; 'gnomon terrain list' has the tiles")
    }
    let kind = answer["height_kind"]?.string == "ellipsoid" ? "above the ellipsoid" : "above sea level"
    Terminal.print("\(text(height, 2)) m \(kind)\n")
  }
}
