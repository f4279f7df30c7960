import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon watch`: what the daemon publishes, as it does.
struct WatchCommand: Command {
  let syntax = Syntax(
    name: "watch", summary: "print what the daemon publishes, line by line, until interrupted",
    operands: "[STREAM…]", operandCount: 0...7, operandKinds: [.words(Streams.named.map(\.name))],
    explanation: """
      STREAM is one of pose, geopose, alignment, state, sensors, correction and guidance; without any it is pose once a
      second, and state, correction and guidance as they happen. With --json each line is a reply as it came.
      """,
    options: [
      .value("--rate", "HZ", "at most so many poses, GeoPoses and alignments a second (1)"),
      .value("--count", "N", "end after so many lines", short: "-n"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon watch", "how it goes"), ("gnomon watch pose --rate 10 --json", "poses for a program"),
      ("gnomon watch correction", "every change of the heading, with its grounds"),
    ])

  func run(_ arguments: Arguments) throws {
    let names = Streams.named.map(\.name)
    var streams: Streams = []
    for name in arguments.operands {
      guard let stream = Streams(name: name) else { throw Failure.unknown("stream", name, among: names) }
      streams.insert(stream)
    }
    if streams.isEmpty { streams = [.pose, .state, .correction, .guidance] }
    let rate = try arguments.number("--rate", in: 0.01...10_000) ?? 1
    var left = try arguments.whole("--count", in: 1...Int.max)
    let client = try DaemonCall.connect(arguments)
    // What happens seldom is waited for.
    client.setPatience(nil)
    let parameters: JSONValue = [
      "streams": .array(streams.names.map { .string($0) }), "rate_hz": .number(rate),
    ]
    try DaemonCall.attempt { () throws(ClientFault) in
      try client.stream("org.gnomon.Tracking.Subscribe", parameters) { (json) throws(ClientFault) in
        if arguments.has("--json") {
          Terminal.print(json, layout: .compact)
        } else {
          do throws(MessageFault) {
            Terminal.print(DaemonCall.lines(Self.lines(try StreamMessage(json: json))))
          } catch {
            throw .misunderstood(error)
          }
        }
        left = left.map { $0 - 1 }
        return left != 0
      }
    }
  }

  private static func lines(_ message: StreamMessage) -> [String] {
    var lines: [String] = []
    if message.dropped > 0 { lines.append("missed \(message.dropped)") }
    if let pose = message.pose {
      let p = pose.pose.position
      lines.append(
        "pose       \(pose.headingText), at \(text(p.x, 2)) \(text(p.y, 2)) \(text(p.z, 2)) m in scene \(pose.scene), "
          + pose.stateText)
    }
    if let place = message.geopose?["position"] {
      let numbers = ["lat", "lon", "h"].map { name in place[name]?.double.map { text($0, 7) } ?? "?" }
      lines.append("geopose    \(numbers.joined(separator: " "))")
    }
    if let alignment = message.alignment {
      lines.append(
        "alignment  yaw \(text(alignment.yaw.degrees, 2))° ± \(alignment.yawSigma.map { text($0.degrees, 1) } ?? "?")°, "
          + "drawn by \(text(alignment.appliedYaw.degrees, 2))°, "
          + placeText(alignment.place, alignment.horizontalAccuracy))
    }
    if let state = message.state { lines.append("state      \(state.localization.text), \(state.tracking.text)") }
    for sensor in message.sensors?.sensors ?? [] {
      let values = (0..<sensor.valueCount).map { text(sensor.values[$0], 4) }.joined(separator: " ")
      lines.append("sensor     \(sensor.name): \(values) \(sensor.unit), \(sensor.rate.map { text($0, 1) } ?? "?") Hz")
    }
    if let correction = message.correction {
      lines.append(
        "correction by \(correction.source): yaw \(text(correction.oldYaw.degrees, 2))° to "
          + "\(text(correction.newYaw.degrees, 2))° ± \(text(correction.sigma.degrees, 1))°, "
          + "place by \(text(correction.shift.norm.value, 2)) m")
    }
    if let guidance = message.guidance {
      lines.append("to do      \(guidance.isEmpty ? "nothing" : guidance.map(\.english).joined(separator: "; "))")
    }
    return lines
  }
}
