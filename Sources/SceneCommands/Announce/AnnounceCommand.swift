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

  /// Seconds between two attempts to reach a daemon that has gone, and interval of the checks while the voice speaks.
  private static let pause = 0.5, look = TimeSpan.seconds(0.1)

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

    // A daemon that is missing at the start is an error, as for every command.
    var client: Client? = try DaemonCall.connect(arguments)
    var hasGone = false
    Terminal.inform("listening for turns, arrivals and places; Ctrl-C ends it")
    while left != 0 {
      do throws(ClientFault) {
        let connection: Client
        if let client { connection = client } else { connection = try Client(path: DaemonCall.path(arguments)) }
        if hasGone { Terminal.inform("gnomon: the daemon answers again") }
        hasGone = false
        try listen(connection, arguments, &voice, &left)
        if left != 0 { throw .closed }
      } catch {
        guard Self.isPassing(error) else { throw DaemonCall.failure(error) }
        if !hasGone { Terminal.inform("gnomon: the daemon has stopped; announcements continue when it answers again") }
        hasGone = true
        client = nil
        voice?.tend()
        usleep(useconds_t(Self.pause * 1e6))
      }
    }
    voice?.finish()
  }

  private static func isPassing(_ fault: ClientFault) -> Bool {
    switch fault {
    case .closed, .broken, .timedOut: true
    case .cannotConnect: fault.isAboutAbsence
    case .refused, .misunderstood: false
    }
  }

  /// Announces events until the stream ends, or the wanted number is reached.
  private func listen(
    _ client: Client, _ arguments: Arguments, _ voice: inout Speaker?, _ left: inout Int?
  ) throws(ClientFault) {
    var speaker = voice, rest = left
    defer { (voice, left) = (speaker, rest) }
    // Hours may pass without an event; only a busy voice needs checks in between.
    func setPatience() { client.setPatience(speaker?.isBusy == true ? Self.look : nil) }
    setPatience()
    try client.stream(
      SceneMethod.subscribe.name, ["include": .array(Announcement.parts.words.map { .string($0) })],
      pause: {
        speaker?.tend()
        setPatience()
        return true
      }
    ) { (json) throws(ClientFault) in
      let reply: SceneReply
      do throws(MessageFault) { reply = try SceneReply(json: json) } catch { throw .misunderstood(error) }
      if reply.dropped > 0 { Terminal.inform("gnomon: \(reply.dropped) events were missed") }
      guard let event = reply.event, let announcement = Announcement(event) else { return true }
      if speaker != nil {
        speaker?.say(announcement)
      } else if arguments.has("--json") {
        Terminal.print(json["event"] ?? .null, layout: .compact)
      } else {
        Terminal.print(announcement.text + "\n")
      }
      setPatience()
      rest = rest.map { $0 - 1 }
      return rest != 0
    }
  }
}
