import CommandParts
import Geodesy
import Geometry
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
    var call = AddAnchorCall(
      id: arguments.operands[0], payload: try DaemonCall.payload(arguments, syntax),
      lease: try arguments.number("--lease", in: 1...86_400) ?? 3600,
      heading: try arguments.number("--heading", in: -360...360).map { .degrees($0) })
    let kinds = ["--at", "--scene", "--head"].filter(arguments.has)
    guard kinds.count == 1 else { throw Failure.usage("exactly one of --at, --scene and --head", syntax) }
    if let at = arguments.text("--at") {
      guard let numbers = Self.numbers(at), numbers.count == 2 else {
        throw Failure.usage("--at is LAT,LON", syntax)
      }
      let height = try arguments.number("--height", in: -20_000...1e8).map { Length($0) }
      call.geographic = AddAnchorGeographicMessage(
        latitude: Degrees(numbers[0]), longitude: Degrees(numbers[1]),
        heightKind: arguments.text("--height-kind") ?? height.map { _ in "ground" }, height: height)
    }
    if let point = try point("scene", arguments.text("--scene")) { call.scene = Displacement(point) }
    if let point = try point("head", arguments.text("--head")) { call.head = Displacement(point) }
    if arguments.has("--faces-wearer") { call.facesWearer = true }
    let tags = arguments.all("--tag")
    if !tags.isEmpty { call.tags = tags }
    try DaemonCall.ask(SceneMethod.addAnchor, call, arguments) { (answer: AddAnchorReply) in
      DaemonCall.lines(["added, of \(answer.owner)"])
    }
  }

  private func point(_ name: String, _ text: String?) throws(Failure) -> SIMD3<Double>? {
    guard let text else { return nil }
    guard let numbers = Self.numbers(text), numbers.count == 3 else {
      throw Failure.usage("--\(name) is X,Y,Z", syntax)
    }
    return SIMD3(numbers[0], numbers[1], numbers[2])
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
      try client.answer(SceneMethod.getFrame, GetFrameCall(include: .anchors))
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
    let call = RemoveAnchorCall(id: arguments.operands[0], owner: arguments.text("--owner"))
    try DaemonCall.ask(SceneMethod.removeAnchor, call, arguments) { (_: NoParameters) in "removed\n" }
  }
}

extension AnchorMessage {
  /// `stand  geographic  120 m  shown  [tag]  (user-0)`
  fileprivate var line: String {
    var parts = [id, kind]
    if let distance { parts.append(distanceText(distance)) }
    parts.append(status.text)
    if !tags.isEmpty { parts.append("[\(tags.joined(separator: ", "))]") }
    parts.append("(\(owner))")
    return parts.joined(separator: "  ")
  }
}

extension DaemonCall {
  /// The payload of `--payload`, if one is given: a JSON object.
  static func payload(_ arguments: Arguments, _ syntax: Syntax) throws(Failure) -> JSONValue? {
    guard let text = arguments.text("--payload") else { return nil }
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: text) } catch {
      throw .usage("--payload is not JSON: \(DaemonCall.plain("\(error)"))", syntax)
    }
    guard json.object != nil else { throw .usage("--payload is a JSON object, as {\"color\":\"red\"}", syntax) }
    return json
  }
}
