import CommandParts
import Geometry
import Glibc
import GnomonClient
import Phrases
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
      .value(
        "--language", "CODE", "language of the sentences (en, de) and of the voice; others have English sentences"),
      .value(
        "--units", "WORD", "metric or imperial (GNOMON_UNITS, else by the locale)",
        kind: .words(["metric", "imperial"])),
      .value(
        "--directions", "WORD", "sides (on the left), compass, or clock (at 9 o'clock)",
        kind: .words(["sides", "compass", "clock"])),
      .value(
        "--crossings", "WORD", "silent or spoken: turns to a street's other side, after which the way goes on (silent)",
        kind: .words(["silent", "spoken"])),
      .flag("--guidance", "say what would improve the estimate, too"),
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

    func say(_ announcement: Announcement, _ json: JSONValue) {
      if voice != nil {
        voice?.say(announcement)
      } else if arguments.has("--json") {
        Terminal.print(json, layout: .compact)
      } else {
        Terminal.print(announcement.text + "\n")
      }
    }

    let phrases = try Self.phrases(arguments)
    var spoken = [
      JSONMember("language", .string(phrases.language.rawValue)), JSONMember("units", .string(phrases.units.rawValue)),
    ]
    if let word = arguments.text("--directions") { spoken.append(JSONMember("directions", .string(word))) }
    if let word = arguments.text("--crossings") { spoken.append(JSONMember("crossings", .string(word))) }
    var advice = arguments.has("--guidance") ? Advice(arguments, phrases) : nil
    Terminal.inform("listening for turns, arrivals and places; Ctrl-C ends it")
    let stream = EventStream(
      parts: Announcement.parts, more: spoken, arguments: arguments, purpose: "announcements continue")
    try stream.run(
      patience: { voice?.isBusy == true ? Self.look : advice == nil ? nil : Advice.interval },
      tend: {
        voice?.tend()
        // A voice that speaks is tended ten times a second, and has no time for more.
        if voice?.isBusy != true, let (text, json) = advice?.next() { say(Announcement(text), json) }
      },
      each: { event, json in
        guard let announcement = Announcement(event) else { return true }
        say(announcement, json)
        left = left.map { $0 - 1 }
        return left != 0
      })
    voice?.finish()
  }

  /// The language and units of the sentences.
  private static func phrases(_ arguments: Arguments) throws(Failure) -> Phrases {
    var units = Environment.units
    if let word = arguments.text("--units") {
      guard let known = Phrases.Units(rawValue: word) else {
        throw Failure.unknown("system of units", word, among: Phrases.Units.allCases.map(\.rawValue))
      }
      units = known
    }
    guard let code = arguments.text("--language") else { return Phrases(.english, units) }
    guard let language = Phrases.Language(code: code) else {
      Terminal.inform("there are no sentences in '\(DaemonCall.plain(code))': they are English")
      return Phrases(.english, units)
    }
    return Phrases(language, units)
  }
}

/// The first guidance of the daemon, asked for every two seconds; each is said once, and again when it comes back.
private struct Advice {
  static let interval = TimeSpan.seconds(2)

  private let path: String
  private let phrases: Phrases
  private var client: Client?
  private var said = ""

  init(_ arguments: Arguments, _ phrases: Phrases) {
    path = DaemonCall.path(arguments)
    self.phrases = phrases
  }

  /// Returns a sentence that has not been said yet. A daemon that is restarting has none.
  mutating func next() -> (text: String, json: JSONValue)? {
    do {
      let connection = try client ?? Client(path: path)
      client = connection
      let status = try connection.tracking.getStatus(language: phrases.language.rawValue, units: phrases.units.rawValue)
      let first = status.guidance.first
      defer { said = first?.code.word ?? "" }
      guard let first, first.code.word != said else { return nil }
      return (Announcement.sayable(first.text ?? first.english), first.json)
    } catch {
      client = nil
      return nil
    }
  }
}
