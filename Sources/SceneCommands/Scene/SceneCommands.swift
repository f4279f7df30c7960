import CommandParts
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon scene`: prints one frame.
struct SceneCommand: Command {
  let syntax = Syntax(
    name: "scene", summary: "print the places around the wearer, and the route",
    operands: "", operandCount: 0...0,
    explanation:
      "The shown places, nearest first, the next thing to look at, and the route; what waits, and for what. With --json it prints a complete frame.",
    options: DaemonCall.options, examples: [("gnomon scene", "the places in sight")])

  func run(_ arguments: Arguments) throws {
    let parts: SceneParts =
      arguments.has("--json")
      ? [.placements, .clusters, .arrows, .markers, .anchors, .radar, .hint, .progress, .light]
      : [.placements, .hint, .progress, .anchors, .light]
    let call = GetFrameCall(include: parts)
    try DaemonCall.ask(SceneMethod.getFrame, call, arguments) { (answer: GetFrameReply) in
      DaemonCall.lines(Self.page(answer.frame))
    }
  }

  private static func page(_ frame: SceneFrameMessage) -> [String] {
    var lines = ["scene    \(frame.status.text)"]
    if let pending = frame.pending { lines.append("waits    \(pending.line)") }
    if let fault = frame.fault { lines.append("places   \(fault)") }
    if let progress = frame.progress {
      lines.append(
        "route    \(progress.name.isEmpty ? "" : "to \(progress.name), ")\(progress.status), \(distanceText(progress.remaining)) to go"
      )
    }
    if let hint = frame.hint {
      let half = hint.band.map { " ± \(text((($0.right - $0.left) / 2).degrees, 0))°" } ?? ""
      let go = hint.go.map { ": \($0.english)" } ?? ""
      lines.append(
        "next     \(hint.name), \(distanceText(hint.distance)), \(text(hint.azimuth.degrees, 0))°\(half)\(go)")
    }
    if let light = frame.light { lines.append("light    \(light.daylight)") }
    for anchor in frame.anchors ?? [] {
      lines.append("anchor   \(anchor.id) of \(anchor.owner): \(anchor.status.text)")
    }
    for placement in frame.placements ?? [] {
      let count = placement.count > 1 ? " and \(placement.count - 1) more" : ""
      lines.append(
        "\(distanceText(placement.distance))  \(text(placement.azimuth.degrees, 0))° ± \(text(placement.azimuthSigma.degrees, 0))°  \(placement.name)\(count)"
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
    explanation: "Runs until interrupted. The signs are explained in the list beside it, nearest first.",
    options: [
      .value("--range", "M", "distance of the rim (500)"), .flag("--once", "draw once, and end"),
    ] + DaemonCall.options,
    examples: [("gnomon radar --range 200", "near places only")])

  /// The circle's columns, an odd number; a narrow terminal has a smaller one.
  private static func width(_ style: TerminalStyle) -> Int { min(41, (style.columns - 1) / 2 * 2 + 1) }

  func run(_ arguments: Arguments) throws {
    let range = try arguments.number("--range", in: 1...100_000) ?? 500
    let client = try DaemonCall.connect(arguments)
    let isOnce = arguments.has("--once"), isJSON = arguments.has("--json")
    var style = TerminalStyle.current()
    // No time limit: there is no frame before the first pose, and none while nothing changes.
    client.setPatience(nil)
    let request = SceneCall(include: [.placements, .radar], rate: 5, radarRange: .metres(range))
    try DaemonCall.attempt { () throws(ClientFault) in
      try client.scene.watch(request) { update in
        guard let frame = update.frame else { return true }
        if isJSON {
          Terminal.print(Self.json(frame), layout: .compact)
        } else {
          style.measure()
          // Cursor to the upper left, then erase below.
          Terminal.draw((isOnce ? "" : "\u{1B}[H\u{1B}[J") + DaemonCall.lines(Self.picture(frame, range, style)))
        }
        return !isOnce
      }
    }
  }

  private static func json(_ frame: SceneFrameMessage) -> JSONValue {
    frame.radar?.json ?? .null
  }

  private static func picture(_ frame: SceneFrameMessage, _ range: Double, _ style: TerminalStyle) -> [String] {
    let width = width(style), height = width / 2 + 1
    var rows = [[Character]](repeating: [Character](repeating: " ", count: width), count: height)
    func put(_ character: Character, _ x: Double, _ y: Double) {
      let column = Int(saturating: ((x + 1) / 2 * Double(width - 1)).rounded()),
        row = Int(saturating: ((y + 1) / 2 * Double(height - 1)).rounded())
      if rows.indices.contains(row), rows[row].indices.contains(column) { rows[row][column] = character }
    }
    for degree in stride(from: 0, to: 360, by: 4) {
      let angle = Angle.degrees(Double(degree))
      put("·", angle.sine, -angle.cosine)
    }
    // Marks have no order; their rank is that of their places in the list.
    let names = (frame.placements ?? []).map(\.key)
    let marks = (frame.radar?.marks ?? []).map { (mark: $0, rank: names.firstIndex(of: $0.key) ?? .max) }
    for (mark, rank) in marks.sorted(by: { $0.rank > $1.rank }) { put(radarSign(rank), mark.x, mark.y) }
    put("^", 0, 0)
    var lines = rows.map { String($0) }
    for (index, placement) in (frame.placements ?? []).prefix(height).enumerated() {
      let entry = "\(radarSign(index)) \(distanceText(placement.distance))  \(placement.name)"
      // Beside the circle, or below it where there is no room.
      if style.columns >= width + 24 { lines[index] += "  \(entry)" } else { lines.append(entry) }
    }
    if let pending = frame.pending { lines.append("places wait \(pending.line)") }
    if frame.status.state == .hidden {
      lines.append("nothing is shown: \(frame.status.reason?.word ?? frame.status.state.word)")
    }
    lines.append("the rim is \(text(range, 0)) m away")
    return TerminalStyle.isShown ? lines.map { TextLayout.fitted($0, style.columns) } : lines
  }
}
