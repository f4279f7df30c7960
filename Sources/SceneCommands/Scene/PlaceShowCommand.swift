import CommandParts
import Glibc
import GnomonClient
import Text
import Wire

/// `gnomon place show`: prints one place.
struct PlaceShowCommand: Command {
  let syntax = Syntax(
    name: "place show", summary: "print one place: where it is, its tags and its payload",
    operands: "ID", operandCount: 1...1,
    explanation: "Also why it is hidden, if it is. A name that only one place has will do.",
    options: [DaemonCall.layer] + DaemonCall.options,
    examples: [("gnomon place show osm:node/1 --layer osm", "all that is known of it")])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments), id = arguments.operands[0]
    let answer = try DaemonCall.inOwnLayer(arguments, id) { (layer, id) throws(ClientFault) in
      try client.answer(SceneMethod.getPlace, GetPlaceCall(layer: layer, id: id))
    }
    if arguments.has("--json") { return Terminal.print(answer, layout: .compact) }
    let place = try DaemonCall.understood { () throws(MessageFault) in
      try PlaceMessage(json: answer["place"] ?? .null)
    }
    Terminal.print(DaemonCall.lines(place.lines))
  }
}

extension PlaceMessage {
  /// All members, one a line.
  fileprivate var lines: [String] {
    var rows = [("name", isFavourite ? "\(name) *" : name), ("id", "\(id) of the layer \(layer ?? "")")]
    func add(_ title: String, _ value: String?) { if let value, !value.isEmpty { rows.append((title, value)) } }
    add("category", category)
    add("tags", tags.joined(separator: ", "))
    add("place", "\(text(position.latitude.value, 7)), \(text(position.longitude.value, 7))")
    add("height", heightText)
    add("level", level.map { text($0, 1) })
    add("polygon", polygon.map { "\($0.count) corners" })
    add("status", status?.text)
    add("distance", distance.map { distanceText($0) })
    add("radius", radius.map { "\(text($0.value, 0)) m" })
    if let width = label?.widthDegrees, let height = label?.heightDegrees {
      add("label", "\(text(width, 1))° × \(text(height, 1))°")
    }
    if let width = label?.widthPixels, let height = label?.heightPixels {
      add("label", "\(text(width, 0)) × \(text(height, 0)) px")
    }
    if let moves {
      add("moves", "\(text(moves.east, 1)) m/s east, \(text(moves.north, 1)) north, \(text(moves.up ?? 0, 1)) up")
    }
    add("payload", payload)
    return rows.map { "\($0.0.padded(to: 9))\($0.1)" }
  }

  private var heightText: String {
    switch heightKind {
    case "eye": "at the wearer's eyes"
    case "ground": "\(text(height?.value ?? 0, 1)) m above the ground"
    case "ellipsoid": "\(text(height?.value ?? 0, 1)) m above the ellipsoid"
    default: "\(text(height?.value ?? 0, 1)) m above the sea"
    }
  }
}

extension DaemonCall {
  /// The layer and the id of the only place with this name; nil if there is none, or more than one.
  static func place(named name: String, _ client: Client) -> (layer: String, id: String)? {
    guard let found = try? client.scene.findPlaces(text: name, limit: 100) else { return nil }
    let places = found.places.filter { $0.name == name }
    guard places.count == 1, let layer = places[0].layer else { return nil }
    return (layer, places[0].id)
  }

  /// Calls `body` with the named layer, else with the layers that may be the user's own, until one has the place, else with the
  /// place of that name. The layers are two, depending on the user's rights.
  static func inOwnLayer<Value>(
    _ arguments: Arguments, _ id: String, _ body: (String, String) throws(ClientFault) -> Value
  ) throws(Failure) -> Value {
    let layers = arguments.text("--layer").map { [$0] } ?? ["mine", "user-\(getuid())"]
    for layer in layers {
      do throws(ClientFault) { return try body(layer, id) } catch {
        guard case .refused(let refusal) = error, refusal.error == .noSuchPlace else { throw failure(error) }
      }
    }
    if arguments.text("--layer") == nil, let named = place(named: id, try connect(arguments)) {
      return try attempt { () throws(ClientFault) in try body(named.layer, named.id) }
    }
    throw Failure.data(
      plain(
        "no place '\(id)' in the layer \(layers.joined(separator: " or ")); 'gnomon place list' and 'search' say layer and id"
      ))
  }
}
