import CommandParts
import GnomonClient
import Text
import Wire

/// `gnomon anchor add`: shows something at a place, in the scene or at the head.
struct AnchorAddCommand: Command {
  let syntax = Syntax(
    name: "anchor add", summary: "show something to all: at a place, in the scene, or before the head",
    operands: "ID", operandCount: 1...1,
    explanation: """
      Exactly one of --at, --scene and --head. It stays for the time of --lease, and is replaced by adding its id again. What is
      shown is its payload, which each renderer reads in its own way.
      """,
    options: [
      .value("--at", "LAT,LON", "a place on Earth"),
      .value("--height", "M", "above the reference of --height-kind"),
      .value(
        "--height-kind", "KIND", "eye, ground, ellipsoid or sea-level (eye)",
        kind: .words(["eye", "ground", "ellipsoid", "sea-level"])),
      .value("--scene", "X,Y,Z", "a point of the scene, in meters: y up"),
      .value("--head", "X,Y,Z", "a point before the head, in meters: right, up, back"),
      .value("--heading", "DEG", "true azimuth of its nose"),
      .flag("--faces-wearer", "its readable side turns toward the wearer"),
      .value("--payload", "JSON", "an object for those who draw it"),
      .value("--tag", "WORD", "a tag; may be repeated"),
      .value("--lease", "SECONDS", "how long it stays, 1 to 86400 (3600)"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon anchor add stand --at 60.1,24.9 --height-kind ground --heading 270", "a model that looks to the west")
    ])

  func run(_ arguments: Arguments) throws {
    var parameters = [JSONMember("id", .string(arguments.operands[0]))]
    let kinds = ["--at", "--scene", "--head"].filter(arguments.has)
    guard kinds.count == 1 else { throw Failure.usage("exactly one of --at, --scene and --head", syntax) }
    if let at = arguments.text("--at") {
      guard let numbers = Self.numbers(at), numbers.count == 2 else {
        throw Failure.usage("--at is LAT,LON", syntax)
      }
      var place = [JSONMember("latitude_deg", .number(numbers[0])), JSONMember("longitude_deg", .number(numbers[1]))]
      let height = try arguments.number("--height", in: -20_000...1e8)
      if let kind = arguments.text("--height-kind") ?? height.map({ _ in "ground" }) {
        place.append(JSONMember("height_kind", .string(kind)))
      }
      if let height { place.append(JSONMember("height", .number(height))) }
      parameters.append(JSONMember("geographic", .object(place)))
    }
    for (name, given) in [("scene", arguments.text("--scene")), ("head", arguments.text("--head"))] {
      guard let text = given else { continue }
      guard let numbers = Self.numbers(text), numbers.count == 3 else {
        throw Failure.usage("--\(name) is X,Y,Z", syntax)
      }
      parameters.append(
        JSONMember(name, ["x": .number(numbers[0]), "y": .number(numbers[1]), "z": .number(numbers[2])]))
    }
    if let heading = try arguments.number("--heading", in: -360...360) {
      parameters.append(JSONMember("heading_deg", .number(heading)))
    }
    if arguments.has("--faces-wearer") { parameters.append(JSONMember("faces_wearer", true)) }
    if let payload = try DaemonCall.payload(arguments, syntax) { parameters.append(payload) }
    let tags = arguments.all("--tag")
    if !tags.isEmpty { parameters.append(JSONMember("tags", .array(tags.map { .string($0) }))) }
    parameters.append(JSONMember("lease_s", .number(try arguments.number("--lease", in: 1...86_400) ?? 3600)))
    try DaemonCall.ask("org.gnomon.Scene.AddAnchor", .object(parameters), arguments) {
      DaemonCall.lines(["added, of \($0["owner"]?.string ?? "")"])
    }
  }

  private static func numbers(_ text: String) -> [Double]? {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Double(part.filter { $0 != " " }), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

/// `gnomon anchor list`.
struct AnchorListCommand: Command {
  let syntax = Syntax(
    name: "anchor list", summary: "list the anchors of all, and whether they are shown",
    operands: "", operandCount: 0...0, explanation: "Each with its owner, whom 'anchor remove' may have to name.",
    options: DaemonCall.options, examples: [("gnomon anchor list", "what is stuck to the world")])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments)
    let answer = try DaemonCall.attempt { () throws(ClientFault) in
      try client.call("org.gnomon.Scene.GetFrame", ["include": ["anchors"]])
    }
    let anchors = answer["frame"]?["anchors"] ?? .array([])
    if arguments.has("--json") { return Terminal.print(["anchors": anchors], layout: .compact) }
    let lines = try DaemonCall.understood { () throws(MessageFault) in
      try (anchors.array ?? []).map { (json) throws(MessageFault) in try AnchorMessage(json: json).line }
    }
    Terminal.print(lines.isEmpty ? "no anchors\n" : DaemonCall.lines(lines))
  }
}

/// `gnomon anchor remove`.
struct AnchorRemoveCommand: Command {
  let syntax = Syntax(
    name: "anchor remove", summary: "remove an anchor", operands: "ID", operandCount: 1...1,
    explanation: "One of your own; administrators may name another owner.",
    options: [.value("--owner", "NAME", "whose it is, as 'anchor list' prints it")] + DaemonCall.options,
    examples: [("gnomon anchor remove stand", "the model goes")])

  func run(_ arguments: Arguments) throws {
    var parameters = [JSONMember("id", .string(arguments.operands[0]))]
    if let owner = arguments.text("--owner") { parameters.append(JSONMember("owner", .string(owner))) }
    try DaemonCall.ask("org.gnomon.Scene.RemoveAnchor", .object(parameters), arguments) { _ in "removed\n" }
  }
}

extension AnchorMessage {
  /// `stand  geographic  120 m  shown  [tag]  (user-0)`
  fileprivate var line: String {
    var parts = [id, kind]
    if let placement { parts.append(distanceText(placement.distance)) }
    parts.append(status.text)
    if !tags.isEmpty { parts.append("[\(tags.joined(separator: ", "))]") }
    parts.append("(\(owner))")
    return parts.joined(separator: "  ")
  }
}

extension DaemonCall {
  /// The payload of `--payload`, if one is given: a JSON object.
  static func payload(_ arguments: Arguments, _ syntax: Syntax) throws(Failure) -> JSONMember? {
    guard let text = arguments.text("--payload") else { return nil }
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: text) } catch {
      throw .usage("--payload is not JSON: \(DaemonCall.plain("\(error)"))", syntax)
    }
    guard json.object != nil else { throw .usage("--payload is a JSON object, as {\"color\":\"red\"}", syntax) }
    return JSONMember("payload", json)
  }
}
