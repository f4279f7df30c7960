public import CommandParts
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon watch`: the daemon's live data, as a picture on a terminal or as lines.
public struct WatchCommand: Command {
  public let syntax = Syntax(
    name: "watch", summary: "show the daemon's data live: a picture on a terminal, or line by line",
    operands: "[STREAM…]", operandCount: 0...8, operandKinds: [.words(Streams.listed.map { "\($0)" })],
    explanation: """
      On a terminal, without STREAM, --json and --count, it draws a picture ten times a second: compass and horizon, states with
      their reasons, accuracies, alignment, the last correction, sensors, the route and the places around. The key h shows help;
      docs/view.md has more. When the daemon stops, the picture shows it and waits for the daemon. The key f, or --filter, shows
      the filter instead: every aiding source with its ratio, and the state vector (docs/troubleshooting.md).

      Otherwise it prints lines, until interrupted. STREAM is one of pose, geopose, alignment, state, sensors, correction,
      guidance and aids; the default is pose once a second, and state, correction and guidance as they happen. With --json each
      line is an unchanged reply of the daemon.
      """,
    options: [
      .value(
        "--rate", "HZ", "most poses, GeoPoses and alignments a second (1); pictures a second, 0.5 to 30 (10)"),
      .value(
        "--count", "N", "end after this number of messages; one of sensors or aids has several lines", short: "-n"),
      .flag("--filter", "start with the page of the filter: aiding sources and state vector"),
      .flag("--once", "draw one picture and end, for a log or an issue"),
      .value("--size", "COLUMNSxROWS", "with --once: size of the picture (the terminal's, or 80x24)"),
      .flag("--plain", "lines instead of a picture (default without a terminal, and with TERM=dumb)"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon watch", "the live picture"), ("gnomon watch --once --size 120x40", "a picture to paste"),
      ("gnomon watch --once --filter --size 120x40", "which source turns the heading, and which is refused"),
      ("gnomon watch pose --rate 10 --json", "poses for a program"),
      ("gnomon watch correction", "every change of the heading, with its grounds"),
    ])

  public init() {}

  public func run(_ arguments: Arguments) throws {
    let isOfLines =
      !arguments.operands.isEmpty || arguments.has("--json") || arguments.has("--count") || arguments.has("--plain")
    if arguments.has("--size"), !arguments.has("--once") { throw Failure.usage("--size needs --once", syntax) }
    let page: WatchControls.Page = arguments.has("--filter") ? .filter : .picture
    if page == .filter, isOfLines {
      throw Failure.usage(
        "--filter is for the picture; it cannot be used with STREAM, --json, --count or --plain", syntax)
    }
    if arguments.has("--once") {
      if isOfLines {
        throw Failure.usage(
          "--once is for the picture; it cannot be used with STREAM, --json, --count or --plain", syntax)
      }
      return try once(arguments, page)
    }
    let style = TerminalStyle.current()
    if isOfLines || !style.isInPlace { return try lines(arguments) }
    let rate = try arguments.number("--rate", in: 0.5...30) ?? 10
    let session = try DaemonCall.attempt { () throws(ClientFault) in
      try WatchSession(path: DaemonCall.path(arguments), rate: rate, style: style, page: page)
    }
    try session.run()
  }

  private func once(_ arguments: Arguments, _ page: WatchControls.Page) throws {
    var style = TerminalStyle.current()
    style.isColoured = false
    if let size = arguments.text("--size") {
      let parts = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1], 20...1000 ~= columns, 5...500 ~= rows else {
        throw Failure.usage("--size must be COLUMNSxROWS from 20x5 to 1000x500, as 80x24, not '\(size)'", syntax)
      }
      (style.columns, style.rows) = (columns, rows)
    }
    let picture = try DaemonCall.attempt { () throws(ClientFault) in
      try WatchOnce.lines(path: DaemonCall.path(arguments), style: style, page: page)
    }
    Terminal.print(picture.map { $0 + "\n" }.joined())
  }

  private func lines(_ arguments: Arguments) throws {
    let names = Streams.listed.map { "\($0)" }
    var streams: Streams = []
    for name in arguments.operands {
      guard let stream = Streams(word: name) else { throw Failure.unknown("stream", name, among: names) }
      streams.insert(stream)
    }
    if streams.isEmpty { streams = [.pose, .state, .correction, .guidance] }
    let rate = try arguments.number("--rate", in: 0.01...10_000) ?? 1
    var left = try arguments.whole("--count", in: 1...Int.max)
    let client = try DaemonCall.connect(arguments)
    // No time limit: some streams are updated rarely.
    client.setPatience(nil)
    let parameters: JSONValue = [
      "streams": .array(streams.words.map { .string($0) }), "rate_hz": .number(rate),
    ]
    try DaemonCall.attempt { () throws(ClientFault) in
      try client.stream(TrackingMethod.subscribe.name, parameters) { (json) throws(ClientFault) in
        if arguments.has("--json") {
          Terminal.print(json, layout: .compact)
        } else {
          do throws(MessageFault) {
            Terminal.print(DaemonCall.lines(WatchLines.lines(try StreamMessage(json: json))))
          } catch {
            throw .misunderstood(error)
          }
        }
        left = left.map { $0 - 1 }
        return left != 0
      }
    }
  }
}
