import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon scene`: one frame.
struct SceneCommand: Command {
  let syntax = Syntax(
    name: "scene", summary: "print what is where, for the wearer, now",
    operands: "", operandCount: 0...0,
    explanation: "The places that are shown, nearest first, and the route. With --json a whole frame.",
    options: DaemonCall.options, examples: [("gnomon scene", "a look around")])

  func run(_ arguments: Arguments) throws {
    let client = try DaemonCall.connect(arguments)
    let isJSON = arguments.has("--json")
    let parts: [JSONValue] =
      isJSON
      ? ["placements", "clusters", "arrows", "markers", "anchors", "radar", "hint", "progress", "light"]
      : ["placements", "progress", "anchors", "light"]
    let answer = try DaemonCall.attempt { () throws(ClientFault) in
      try client.call("org.gnomon.Scene.GetFrame", ["include": .array(parts)])
    }
    if isJSON { return Terminal.print(answer, layout: .compact) }
    Terminal.print(DaemonCall.lines(try DaemonCall.understood { () throws(MessageFault) in try Self.page(answer) }))
  }

  private static func page(_ answer: JSONValue) throws(MessageFault) -> [String] {
    guard let frame = answer["frame"], let status = frame["status"] else {
      throw MessageFault(member: "frame", expected: "an object")
    }
    var lines = ["scene    \(try PlacementReport(json: status).text)"]
    if let fault = frame["fault"]?.string { lines.append("places   \(fault)") }
    if let progress = frame["progress"], !progress.isNull {
      let progress = try ProgressMessage(json: progress)
      lines.append(
        "route    \(progress.name.isEmpty ? "" : "to \(progress.name), ")\(progress.status), \(distanceText(progress.remaining)) to go"
      )
    }
    if let light = frame["light"]?["daylight"]?.string { lines.append("light    \(light)") }
    for anchor in frame["anchors"]?.array ?? [] {
      lines.append("anchor   \(anchor["id"]?.string ?? "?") of \(anchor["owner"]?.string ?? "?")")
    }
    for element in frame["placements"]?.array ?? [] {
      let placement = try PlacementMessage(json: element)
      let count = placement.count > 1 ? " and \(placement.count - 1) more" : ""
      lines.append(
        "\(distanceText(placement.distance))  \(text(placement.azimuth.degrees, 0))° ± \(text(placement.sigma.azimuth.degrees, 0))°  \(placement.title)\(count)"
      )
    }
    return lines
  }
}

/// `gnomon radar`: the places around the wearer, ahead at the top.
struct RadarCommand: Command {
  let syntax = Syntax(
    name: "radar", summary: "draw the places around the wearer in the terminal, ahead at the top",
    operands: "", operandCount: 0...0,
    explanation: "Goes on until interrupted. The numbers are those of the list beside it, nearest first.",
    options: [
      .value("--range", "M", "what the rim stands for (500)"), .flag("--once", "one look"),
    ] + DaemonCall.options,
    examples: [("gnomon radar --range 200", "what is near")])

  private static let width = 41, height = 21

  func run(_ arguments: Arguments) throws {
    let range = try arguments.number("--range", in: 1...100_000) ?? 500
    let client = try DaemonCall.connect(arguments)
    let isOnce = arguments.has("--once"), isJSON = arguments.has("--json")
    // Until the first pose, and when nothing changes, there is nothing to say.
    client.setPatience(nil)
    let parameters: JSONValue = [
      "include": ["placements", "radar"], "radar_range": .number(range), "rate_hz": 5, "everything": true,
    ]
    try DaemonCall.attempt { () throws(ClientFault) in
      try client.stream("org.gnomon.Scene.Subscribe", parameters) { json in
        guard let frame = json["frame"] else { return true }
        if isJSON {
          Terminal.print(frame["radar"] ?? .null, layout: .compact)
        } else {
          // Home, and clear what is below.
          Terminal.print((isOnce ? "" : "\u{1B}[H\u{1B}[J") + DaemonCall.lines(Self.picture(frame, range)))
        }
        return !isOnce
      }
    }
  }

  private static func picture(_ frame: JSONValue, _ range: Double) -> [String] {
    var rows = [[Character]](repeating: [Character](repeating: " ", count: width), count: height)
    func put(_ character: Character, _ x: Double, _ y: Double) {
      let column = Int(((x + 1) / 2 * Double(width - 1)).rounded()),
        row = Int(((y + 1) / 2 * Double(height - 1)).rounded())
      if rows.indices.contains(row), rows[row].indices.contains(column) { rows[row][column] = character }
    }
    for degree in stride(from: 0, to: 360, by: 4) {
      let angle = Angle.degrees(Double(degree))
      put("·", angle.sine, -angle.cosine)
    }
    let marks = frame["radar"]?["marks"]?.array ?? []
    for (index, mark) in marks.enumerated().reversed() {
      let digits = Array("123456789abcdefghijklmnopqrstuvwxyz")
      put(index < digits.count ? digits[index] : "+", mark["x"]?.double ?? 0, mark["y"]?.double ?? 0)
    }
    put("^", 0, 0)
    var lines = rows.map { String($0) }
    for (index, element) in (frame["placements"]?.array ?? []).enumerated() {
      guard index < height, let placement = try? PlacementMessage(json: element) else { break }
      lines[index] += "  \(index < 9 ? "\(index + 1)" : "…") \(distanceText(placement.distance))  \(placement.title)"
    }
    if let status = frame["status"]?["reason"]?.string { lines.append("nothing is shown: \(status)") }
    lines.append("the rim is \(text(range, 0)) m away")
    return lines
  }
}
