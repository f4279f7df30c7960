import CommandParts
import Geometry
import Glibc
import GnomonClient
import Text
import Wire

/// `gnomon announce`: speaks the events on the way.
struct AnnounceCommand: Command {
  let syntax = Syntax(
    name: "announce", summary: "speak the events on the way: turns, arrivals, leaving the route, places reached",
    operands: "", operandCount: 0...0,
    explanation: """
      Runs until interrupted, also while the daemon is restarted. It speaks through speech-dispatcher (spd-say); without that
      it prints the sentences, and the name of the package to install. It speaks one sentence at a time; a turn at 15 m and
      leaving the route interrupt the current sentence.
      """,
    options: [
      .flag("--print", "print the sentences instead"),
      .value("--language", "CODE", "language of the voice, for spd-say"),
      .value("--voice", "NAME", "a name from 'spd-say --list-synthesis-voices'"),
      .value("--rate", "N", "speed of speech, from -100 to 100"),
      .value("--count", "N", "end after this number of events", short: "-n"),
      DaemonCall.socket, .flag("--json", "print each event as a line of JSON instead of saying it"),
    ],
    examples: [
      ("gnomon announce", "speak until interrupted"),
      ("gnomon announce --language de --rate 20", "a faster voice"),
      ("gnomon announce --json", "for a program with its own voice"),
    ])

  /// Interval of the checks while the voice speaks.
  private static let look = TimeSpan.seconds(0.1)

  func run(_ arguments: Arguments) throws {
    var options: [String] = []
    for (name, option) in [("--language", "--language"), ("--voice", "--synthesis-voice")] {
      guard let value = arguments.text(name) else { continue }
      guard Announcement.sayable(value) == value, !value.isEmpty, !value.hasPrefix("-") else {
        throw Failure.usage("\(name) is a name, not '\(DaemonCall.plain(value))'", syntax)
      }
      options += [option, value]
    }
    if let rate = try arguments.whole("--rate", in: -100...100) { options += ["--rate", "\(rate)"] }
    var voice: Speaker? = arguments.has("--print") || arguments.has("--json") ? nil : Speaker(options: options)
    var left = try arguments.whole("--count", in: 1...Int.max)

    Terminal.inform("listening for turns, arrivals and places; Ctrl-C ends it")
    let stream = EventStream(parts: Announcement.parts, arguments: arguments, purpose: "announcements continue")
    try stream.run(
      patience: { voice?.isBusy == true ? Self.look : nil }, tend: { voice?.tend() },
      each: { event, json in
        guard let announcement = Announcement(event) else { return true }
        if voice != nil {
          voice?.say(announcement)
        } else if arguments.has("--json") {
          Terminal.print(json, layout: .compact)
        } else {
          Terminal.print(announcement.text + "\n")
        }
        left = left.map { $0 - 1 }
        return left != 0
      })
    voice?.finish()
  }
}
